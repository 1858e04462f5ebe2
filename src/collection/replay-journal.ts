/** Combines the manifest with the lines of the journal. */

import { joinSubjectPath, type PulledSubject, type PullRun } from './collection-types.ts';
import type { JournalLine } from './journal-line.ts';
import { type CollectionManifest, formatSubjectKey } from './manifest.ts';

/** The manifest with the journal applied. */
export interface JournalState {
  userId: string | null;
  run: PullRun | undefined;
  readonly subjects: Map<string, PulledSubject>;
  /** When each path was last compared with the service, in ms since 1970. */
  readonly checked: Map<string, number>;
  apply(line: JournalLine): void;
}

const createPullRun = ({ key, at, user_id }: Extract<JournalLine, { type: 'run' }>): PullRun => ({
  key,
  at,
  userId: user_id,
  apiVersion: undefined,
  listed: [],
  strange: [],
  doubts: [],
  next: undefined,
  done: new Map(),
  tried: new Set(),
});

/** Moves the value of a path to a new path. */
const moveMapEntry = <T>(map: Map<string, T>, from: string, to: string): void => {
  const value = map.get(from);
  if (from === to || value === undefined) return;
  map.delete(from);
  map.set(to, value);
};

/** Applies the journal lines to the manifest. */
export const applyJournal = (manifest: CollectionManifest, lines: readonly JournalLine[]): JournalState => {
  const subjects = new Map<string, PulledSubject>(
    manifest.subjects.map((held) => [formatSubjectKey(held.of), { ...held, files: new Map(held.files) }]),
  );
  const it: JournalState = {
    userId: manifest.userId,
    run: undefined,
    subjects,
    checked: new Map(),
    apply(line) {
      const { run, checked } = it;
      if (line.type === 'run') {
        it.run = createPullRun(line);
        it.userId = line.user_id ?? it.userId;
      } else if (line.type === 'version') {
        if (run) run.apiVersion = line.api_version;
      } else if (line.type === 'tried') {
        for (const path of line.paths) {
          run?.tried.delete(path);
          run?.tried.add(path);
        }
      } else if (line.type === 'page') {
        run?.listed.push(...line.designs);
        run?.strange.push(...line.strange);
        if (line.doubt !== undefined) run?.doubts.push(line.doubt);
        if (run) run.next = line.next;
      } else if (line.type === 'subject') {
        const known = subjects.get(formatSubjectKey(line.of));
        if (known) {
          for (const name of known.files.keys()) {
            const [from, to] = [joinSubjectPath(known, name), joinSubjectPath(line, name)];
            moveMapEntry(checked, from, to);
            if (run) moveMapEntry(run.done, from, to);
          }
          known.about = line.about;
        } else subjects.set(formatSubjectKey(line.of), { of: line.of, about: line.about, files: new Map() });
      } else if (line.type === 'file') {
        const subject = subjects.get(formatSubjectKey(line.of));
        if (!subject) return;
        subject.files.set(line.name, line.file);
        checked.set(joinSubjectPath(subject, line.name), line.at);
        run?.done.set(joinSubjectPath(subject, line.name), line.fresh ? 'new' : 'changed');
      } else if (line.type === 'same') {
        checked.set(line.path, line.at);
        run?.done.set(line.path, line.restored ? 'changed' : 'same');
      } else subjects.delete(formatSubjectKey(line.of));
    },
  };
  for (const line of lines) it.apply(line);
  return it;
};

/** What the manifest and the lines of the journal come to, the one read over the other. */

import { pathOf, type Run, type Subject } from './folder-types.ts';
import type { Line } from './journal-line.ts';
import { keyOf, type Manifest } from './manifest.ts';

export interface Recorded {
  userId: string | null;
  run: Run | undefined;
  readonly subjects: Map<string, Subject>;
  /** When each path was last compared with the service, in milliseconds since 1970. */
  readonly checked: Map<string, number>;
  apply(line: Line): void;
}

const begun = ({ key, at, user_id }: Extract<Line, { type: 'run' }>): Run => ({
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

/** What is known of a path goes with the file. */
const moved = <T>(map: Map<string, T>, from: string, to: string): void => {
  const value = map.get(from);
  if (from === to || value === undefined) return;
  map.delete(from);
  map.set(to, value);
};

export const recorded = (manifest: Manifest, lines: readonly Line[]): Recorded => {
  const subjects = new Map<string, Subject>(
    manifest.subjects.map((held) => [keyOf(held.of), { ...held, files: new Map(held.files) }]),
  );
  const it: Recorded = {
    userId: manifest.userId,
    run: undefined,
    subjects,
    checked: new Map(),
    apply(line) {
      const { run, checked } = it;
      if (line.type === 'run') {
        it.run = begun(line);
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
        const known = subjects.get(keyOf(line.of));
        if (known) {
          for (const name of known.files.keys()) {
            const [from, to] = [pathOf(known, name), pathOf(line, name)];
            moved(checked, from, to);
            if (run) moved(run.done, from, to);
          }
          known.about = line.about;
        } else subjects.set(keyOf(line.of), { of: line.of, about: line.about, files: new Map() });
      } else if (line.type === 'file') {
        const subject = subjects.get(keyOf(line.of));
        if (!subject) return;
        subject.files.set(line.name, line.file);
        checked.set(pathOf(subject, line.name), line.at);
        run?.done.set(pathOf(subject, line.name), line.fresh ? 'new' : 'changed');
      } else if (line.type === 'same') {
        checked.set(line.path, line.at);
        run?.done.set(line.path, line.restored ? 'changed' : 'same');
      } else subjects.delete(keyOf(line.of));
    },
  };
  for (const line of lines) it.apply(line);
  return it;
};

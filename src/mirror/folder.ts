import { advice, shellWord, toType } from '../border/shell.ts';
import { sha256 } from '../system/sha256.ts';
import { type Disk, HOUSE } from './disk.ts';
import { folderFor } from './file-names.ts';
import { type About, held, pathOf, type Run, type Subject, type Writing } from './folder-types.ts';
import { ATTRIBUTES, withOwnLine } from './git-attributes.ts';
import { openJournal } from './journal.ts';
import type { Line } from './journal-line.ts';
import {
  type HeldFile,
  keyOf,
  MANIFEST,
  type Manifest,
  manifestText,
  nameOf,
  parseManifest,
} from './manifest.ts';
import { recorded } from './replay-journal.ts';
import type { Tools } from './tools.ts';

/** What was removed can be had again from there: each time a folder of its own, with a manifest, as a pull writes it. */
export const REMOVED = `${HOUSE}/removed`;

/** The lines that a run is read from again, but for the files that it has done. */
const linesOf = ({ key, at, userId: user_id, apiVersion, ...run }: Run): readonly Line[] => {
  const { listed: designs, strange, next, doubts, tried } = run;
  return [
    { type: 'run', key, at, user_id },
    ...(apiVersion === undefined ? [] : [{ type: 'version', api_version: apiVersion } as const]),
    ...(next === undefined ? [] : [{ type: 'page', designs, strange, next } as const]),
    ...doubts.map((doubt): Line => ({ type: 'page', designs: [], strange: [], next: next ?? null, doubt })),
    ...(tried.size === 0 ? [] : [{ type: 'tried', paths: [...tried] } as const]),
  ];
};

export const openFolder = async (disk: Disk, tools: Tools): Promise<Writing> => {
  const parsed = (text: string, path: string): Manifest => {
    const hint = advice`put the file right, or pull into another folder: ${toType`toile pull ${shellWord(`${disk.root}-pulled`)}`}`;
    return parseManifest(text, disk.shown(path), hint, tools);
  };
  const text = disk.text(MANIFEST);
  const manifest: Manifest = text === undefined ? { userId: null, subjects: [] } : parsed(text, MANIFEST);
  const journal = await openJournal(disk, tools);
  const known = recorded(manifest, journal.lines);
  const { subjects, checked } = known;

  const record = async (line: Line): Promise<void> => {
    await journal.append(line);
    known.apply(line);
  };
  const same = (path: string, at: number, wrote: boolean): Promise<void> =>
    // A file that was lost or edited here is put right, which is a change only on this side.
    record({ type: 'same', path, at, ...(wrote && { restored: true }) });
  const isSame = (old: HeldFile | undefined, digest: string, about: About): boolean =>
    old?.sha256 === digest && old.graph_sha256 === about.graph_sha256;
  const fresh = (subject: Subject, name: string, digest: string, about: About): Promise<void> => {
    const at = tools.clock.now();
    const file: HeldFile = { sha256: digest, fetched: new Date(at).toISOString(), ...about };
    return record({ type: 'file', of: subject.of, name, file, at, fresh: !subject.files.has(name) });
  };

  return {
    disk,
    subjects,
    get userId() {
      return known.userId;
    },
    get unfinished() {
      return known.run;
    },
    isMirror: text !== undefined || journal.lines.length > 0,
    checked: (path) => checked.get(path),
    async begin({ key, at, userId: user_id }) {
      await record({ type: 'run', key, at, user_id });
      if (known.run === undefined) throw new Error('a run that was begun is one');
      return known.run;
    },
    learnVersion: (api_version) => record({ type: 'version', api_version }),
    page: (page) => record({ type: 'page', ...page }),
    async know(of, summary) {
      const old = subjects.get(keyOf(of));
      const folder = old?.about.folder ?? folderFor(of, nameOf({ summary }));
      const last = summary ?? old?.about.summary;
      const about = { folder, ...(last !== undefined && { summary: last }) };
      if (!old || tools.writeJson(old.about) !== tools.writeJson(about))
        await record({ type: 'subject', of, about });
      return subjects.get(keyOf(of)) ?? { of, about, files: new Map() };
    },
    rename: ({ of, about }, folder) => record({ type: 'subject', of, about: { ...about, folder } }),
    async store(subject, name, content, about) {
      const path = pathOf(subject, name);
      const digest = sha256(content);
      const wrote = await disk.keep(path, content);
      if (isSame(subject.files.get(name), digest, about)) await same(path, tools.clock.now(), wrote);
      else await fresh(subject, name, digest, about);
    },
    async take(subject, name, came, digest, about) {
      const path = pathOf(subject, name);
      const wrote = (await disk.digest(path)) !== digest;
      if (wrote) await came.keep(path);
      if (isSame(subject.files.get(name), digest, about)) await same(path, tools.clock.now(), wrote);
      else await fresh(subject, name, digest, about);
    },
    markFound: (subject, name) => same(pathOf(subject, name), tools.clock.now(), false),
    markTried: (subject, names) =>
      record({ type: 'tried', paths: names.map((name) => pathOf(subject, name)) }),
    async verify({ done }) {
      for (const subject of subjects.values()) {
        for (const [name, file] of subject.files) {
          const path = pathOf(subject, name);
          if (done.has(path) && (await disk.digest(path)) !== file.sha256) done.delete(path);
        }
      }
    },
    async putAside(gone, stamp) {
      const into = `${REMOVED}/${stamp}`;
      const text = manifestText({ userId: known.userId, subjects: gone }, tools);
      // First what they are, then the files, then the line: killed at any point, the next pull does the rest.
      await disk.keep(`${into}/${MANIFEST}`, text, true);
      for (const subject of gone) {
        for (const name of subject.files.keys())
          await disk.setAside(pathOf(subject, name), `${into}/${pathOf(subject, name)}`);
        await record({ type: 'removed', of: subject.of });
      }
    },
    async settle(end) {
      // Before a manifest says that the folder is whole. Whoever takes the file away later has their reasons.
      const stands = disk.look(ATTRIBUTES);
      const attributes = stands === 'file' ? disk.bytes(ATTRIBUTES) : undefined;
      const wanted = text === undefined || attributes ? withOwnLine(attributes) : undefined;
      if (wanted && stands !== 'folder') await disk.keep(ATTRIBUTES, wanted, true);
      const next = { userId: known.userId, subjects: held({ subjects }) };
      await disk.keep(MANIFEST, manifestText(next, tools), true);
      if (end === 'broken') return;
      const paths = [...subjects.values()].flatMap((subject) =>
        [...subject.files.keys()].map((name) => pathOf(subject, name)),
      );
      const sameOf = (path: string): readonly Line[] => {
        const at = checked.get(path);
        return at === undefined ? [] : [{ type: 'same', path, at }];
      };
      const { run } = known;
      if (end === 'finished' || run === undefined) {
        await journal.begin(paths.flatMap(sameOf));
        known.run = undefined;
        return;
      }
      const before = paths.filter((path) => !run.done.has(path)).flatMap(sameOf);
      await journal.begin([...before, ...linesOf(run), ...[...run.done.keys()].flatMap(sameOf)]);
    },
  };
};

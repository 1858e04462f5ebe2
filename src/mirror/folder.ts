import { advice, shellWord, toType } from '../border/shell.ts';
import { sha256 } from '../system/sha256.ts';
import { type Disk, HOUSE } from './disk.ts';
import { folderFor } from './file-names.ts';
import { type About, held, pathOf, type Subject, type Writing } from './folder-types.ts';
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
    async begin({ key, at, userId: user_id, apiVersion: api_version }) {
      await record({ type: 'run', key, at, user_id, api_version });
      if (known.run === undefined) throw new Error('a run that was begun is one');
      return known.run;
    },
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
    async settle(finished) {
      // Before a manifest says that the folder is whole. Whoever takes the file away later has their reasons.
      const stands = disk.look(ATTRIBUTES);
      const attributes = stands === 'file' ? disk.bytes(ATTRIBUTES) : undefined;
      const wanted = text === undefined || attributes ? withOwnLine(attributes) : undefined;
      if (wanted && stands !== 'folder') await disk.keep(ATTRIBUTES, wanted, true);
      const next = { userId: known.userId, subjects: held({ subjects }) };
      await disk.keep(MANIFEST, manifestText(next, tools), true);
      if (!finished) return;
      const paths = [...subjects.values()].flatMap((subject) =>
        [...subject.files.keys()].map((name) => pathOf(subject, name)),
      );
      const same = paths.flatMap((path): Line[] => {
        const at = checked.get(path);
        return at === undefined ? [] : [{ type: 'same', path, at }];
      });
      await journal.begin(same);
      known.run = undefined;
    },
  };
};

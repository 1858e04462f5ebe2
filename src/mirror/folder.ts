import { mkdir } from '../border/files.ts';
import { type Path, within } from '../border/path.ts';
import { below, contentOf, keep, remove, sha256 } from './disk.ts';
import { type Journal, type Line, openJournal, readJournal } from './journal.ts';
import {
  type HeldFile,
  type HeldSubject,
  keyOf,
  type Manifest,
  manifestText,
  parseManifest,
} from './manifest.ts';
import { folderFor, type SubjectId } from './names.ts';
import type { Tools } from './tools.ts';
import type { Run, Subject, Writing } from './writing.ts';

const MANIFEST = 'manifest.json';

export async function openFolder(root: Path, tools: Tools): Promise<Writing> {
  const bytes = await contentOf(within(root, MANIFEST));
  const manifest: Manifest =
    bytes === undefined
      ? { user_id: null, designs: {}, garments: {} }
      : parseManifest(Buffer.from(bytes).toString('utf8'), within(root, MANIFEST), tools);
  const lines = await readJournal(root, tools.readJson);
  const journal: Journal = openJournal(root, tools.writeJson);
  const subjects = new Map<string, Subject>();
  const checked = new Map<string, number>();
  let userId = manifest.user_id;
  let run: Run | undefined;

  const heldAs = (of: SubjectId, { files, ...about }: HeldSubject): void => {
    subjects.set(keyOf(of), { of, about, files: new Map(Object.entries(files)) });
  };
  for (const [id, held] of Object.entries(manifest.designs)) heldAs({ kind: 'design', id }, held);
  for (const [id, held] of Object.entries(manifest.garments)) heldAs({ kind: 'garment', id }, held);

  const apply = (line: Line): void => {
    if (line.type === 'run') {
      const { key, at, user_id, api_version } = line;
      run = {
        key,
        at,
        userId: user_id,
        apiVersion: api_version,
        listed: [],
        next: undefined,
        done: new Map(),
      };
      userId = user_id ?? userId;
    } else if (line.type === 'page' && run) {
      run.listed.push(...line.designs);
      run.next = line.next;
    } else if (line.type === 'subject') {
      const known = subjects.get(keyOf(line.of));
      if (known) known.about = line.about;
      else subjects.set(keyOf(line.of), { of: line.of, about: line.about, files: new Map() });
    } else if (line.type === 'file') {
      const subject = subjects.get(keyOf(line.of));
      if (!subject) return;
      subject.files.set(line.name, line.file);
      const path = `${subject.about.folder}/${line.name}`;
      checked.set(path, line.at);
      run?.done.set(path, line.fresh ? 'new' : 'changed');
    } else if (line.type === 'same') {
      checked.set(line.path, line.at);
      run?.done.set(line.path, line.restored ? 'changed' : 'same');
    } else if (line.type === 'removed') subjects.delete(keyOf(line.of));
    else if (line.type === 'end') run = undefined;
  };
  for (const line of lines) apply(line);

  const record = async (line: Line): Promise<void> => {
    await journal.append(line);
    apply(line);
  };

  const digestOn = async (path: string): Promise<string | undefined> => {
    const content = await contentOf(below(root, path));
    return content === undefined ? undefined : sha256(content);
  };

  const held = (kind: SubjectId['kind']): Record<string, HeldSubject> =>
    Object.fromEntries(
      [...subjects.values()]
        .filter(({ of, files }) => of.kind === kind && files.size > 0)
        .map(({ of, about, files }) => [of.id, { ...about, files: Object.fromEntries(files) }]),
    );

  return {
    root,
    subjects,
    get userId() {
      return userId;
    },
    get unfinished() {
      return run;
    },
    isMirror: bytes !== undefined || lines.length > 0,
    checked: (path) => checked.get(path),
    async begin({ key, at, userId: user_id, apiVersion: api_version }) {
      await mkdir(root, { recursive: true });
      await record({ type: 'run', key, at, user_id, api_version });
      return run as Run;
    },
    page: (designs, next) => record({ type: 'page', designs, next }),
    async know(of, summary) {
      const known = subjects.get(keyOf(of));
      const name = typeof summary?.name === 'string' ? summary.name : null;
      const about = {
        folder: known?.about.folder ?? folderFor(of, name),
        ...(summary === undefined ? {} : { summary }),
      };
      if (!known || tools.writeJson(known.about) !== tools.writeJson(about))
        await record({ type: 'subject', of, about });
      return subjects.get(keyOf(of)) as Subject;
    },
    async store(subject, name, content, about) {
      const path = `${subject.about.folder}/${name}`;
      const at = tools.clock.now();
      const old = subject.files.get(name);
      const digest = sha256(content);
      const wrote = await keep(root, path, content);
      const same = old?.sha256 === digest && old.graph_sha256 === about.graph_sha256;
      if (same) {
        // A file that was lost or edited here is put right, which is a change only on this side.
        await record({ type: 'same', path, at, ...(wrote && { restored: true }) });
        return;
      }
      const file: HeldFile = { sha256: digest, fetched: new Date(at).toISOString(), ...about };
      await record({ type: 'file', of: subject.of, name, file, at, fresh: old === undefined });
    },
    async verify({ done }) {
      for (const { about, files } of subjects.values()) {
        for (const [name, file] of files) {
          const path = `${about.folder}/${name}`;
          if (done.has(path) && (await digestOn(path)) !== file.sha256) done.delete(path);
        }
      }
    },
    onDisk: (subject, name) => digestOn(`${subject.about.folder}/${name}`),
    async forget(subject) {
      for (const name of subject.files.keys()) await remove(root, `${subject.about.folder}/${name}`);
      await record({ type: 'removed', of: subject.of });
    },
    async settle(finished) {
      const next: Manifest = { user_id: userId, designs: held('design'), garments: held('garment') };
      await keep(root, MANIFEST, manifestText(next, tools), true);
      if (bytes === undefined) await keepAttributes(root);
      if (!finished) return;
      const paths = [...subjects.values()].flatMap(({ about, files }) =>
        [...files.keys()].map((name) => `${about.folder}/${name}`),
      );
      await journal.begin(
        paths.flatMap((path): Line[] => {
          const at = checked.get(path);
          return at === undefined ? [] : [{ type: 'same', path, at }];
        }),
      );
      run = undefined;
    },
  };
}

/** Line ends are part of what is digested: git on Windows must not change them. */
async function keepAttributes(root: Path): Promise<void> {
  if ((await contentOf(within(root, '.gitattributes'))) === undefined)
    await keep(root, '.gitattributes', '* -text\n');
}

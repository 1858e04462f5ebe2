/** Creates a machine for an attack: a home, a working folder, and files that must not change. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The content of files that no command may read. */
export const SECRET = 'PWN-s3cret-of-somebody-else';

export interface Jail {
  readonly root: string;
  /** HOME. */
  readonly home: string;
  /** TOILE_HOME. */
  readonly kept: string;
  /** Where commands are typed. */
  readonly work: string;
  /** Files of other users. */
  readonly outside: string;
  write(path: string, text: string): void;
  remove(): void;
}

const CANARIES: readonly string[] = [
  'home/.bashrc',
  'home/.profile',
  'home/.zshrc',
  'home/.config/fish/config.fish',
  'home/.ssh/authorized_keys',
  'home/.gitconfig',
  'outside/victim.txt',
  'outside/credentials.json',
  'outside/folder/kept.txt',
  'outside/folder/graph.technical_designer.json',
];

export const createJail = (): Jail => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toile-jail-')));
  const home = join(root, 'home');
  const work = join(home, 'studio', 'season-26', 'work');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const path of CANARIES) {
    const text = path.endsWith('.json') ? `{"token": "${SECRET}"}\n` : `# ${SECRET}\n`;
    write(join(root, path), text);
  }
  mkdirSync(work, { recursive: true });
  chmodSync(root, 0o755);
  return {
    root,
    home,
    kept: join(home, 'toile'),
    work,
    outside: join(root, 'outside'),
    write,
    // A shell that is about to end may still write.
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
};

/** The files of a tree with everything that a change affects. */
export type Snapshot = ReadonlyMap<string, string>;

const describeEntry = (path: string): string => {
  const found = lstatSync(path);
  const { mode, uid, ino, size, ctimeMs, rdev } = found;
  const how = `${(mode & 0o7777).toString(8)} ${uid}`;
  if (found.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  // Files that are created inside are part of the picture.
  if (found.isDirectory()) return `folder ${how} ${ino}`;
  return found.isFile() ? `file ${how} ${ino} ${size} ${ctimeMs}` : `other ${how} ${ino} ${rdev}`;
};

/** Takes a snapshot; `besides` are folders to leave out. */
export const takeSnapshot = (root: string, besides: readonly string[] = []): Snapshot => {
  const seen = new Map<string, string>();
  const visit = (at: string, below: string): void => {
    for (const name of readdirSync(at)) {
      const path = join(at, name);
      const shown = below === '' ? name : `${below}/${name}`;
      if (besides.includes(path)) continue;
      const what = describeEntry(path);
      seen.set(shown, what);
      if (what.startsWith('folder')) visit(path, shown);
    }
  };
  if (existsSync(root)) visit(root, '');
  return seen;
};

export interface SnapshotDifferences {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export const compareSnapshots = (before: Snapshot, after: Snapshot): SnapshotDifferences => ({
  added: [...after.keys()].filter((path) => !before.has(path)),
  changed: [...after]
    .filter(([path, what]) => before.has(path) && before.get(path) !== what)
    .map(([path]) => path),
  removed: [...before.keys()].filter((path) => !after.has(path)),
});

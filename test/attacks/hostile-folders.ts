/** Pulled folders from an untrusted source, such as a clone, an archive or a cache. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FOLDER_NAMES } from './command-lines.ts';
import { createUuid } from './hostile-bodies.ts';
import type { Jail } from './jail.ts';

export interface FolderVariant {
  /** Changes a pulled folder. */
  spoil(place: Jail, dir: string): void;
  /** The commands that read the changed part and must refuse it; `none` if they may ignore it. */
  readonly met: 'all' | 'pull' | 'none';
  /** The file that the message names. */
  readonly names?: RegExp;
  /** Reading it never ends, so the command runs as a process that can be killed. */
  readonly hangs?: true;
}

type Loose = Record<string, unknown>;
interface Subject extends Loose {
  folder: string;
  files: Record<string, Loose>;
}
interface Manifest extends Loose {
  designs: Record<string, Subject>;
  garments: Record<string, Subject>;
}

export const findPulledFolder = ({ work }: Jail): string => join(work, FOLDER_NAMES[0]);

const readManifest = (dir: string): Manifest => JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
const changeManifest = (dir: string, edit: (manifest: Manifest) => void): void => {
  const manifest = readManifest(dir);
  edit(manifest);
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest, null, 2));
};
const replaceWithLink = (at: string, target: string): void => {
  rmSync(at, { recursive: true, force: true });
  symlinkSync(target, at);
};
/** Returns the first design, its folder and its graph. */
const findFirstDesign = (dir: string) => {
  const [id = '', subject] = Object.entries(readManifest(dir).designs)[0] ?? [];
  const folder = subject?.folder ?? '';
  return { id, folder, graph: 'graph.technical_designer.json' };
};

/** Changes the first design or garment of the manifest. */
const changeSubject = (
  kind: 'designs' | 'garments',
  id: string,
  edit: (subject: Subject) => void = () => undefined,
) => ({
  met: 'all' as const,
  names: /manifest\.json/,
  spoil: (_: Jail, dir: string) =>
    changeManifest(dir, (manifest) => {
      const [old = '', first] = Object.entries(manifest[kind])[0] ?? [];
      if (first === undefined) throw new Error(`no ${kind} were pulled`);
      edit(first);
      // As JSON has it: an object literal would make `__proto__` a prototype.
      manifest[kind] = JSON.parse(`{${JSON.stringify(id === '' ? old : id)}: ${JSON.stringify(first)}}`);
    }),
});
const changeFolder = (path: string) =>
  changeSubject('designs', '', (first) => {
    first.folder = path;
  });
const changeFile = (name: string) =>
  changeSubject('designs', '', (first) => {
    first.files = { [name]: Object.values(first.files)[0] ?? {} };
  });

/** Appends lines to the journal. */
const appendToJournal = (lines: (dir: string) => readonly unknown[]) => ({
  met: 'all' as const,
  names: /journal\.jsonl/,
  spoil: (_: Jail, dir: string) =>
    writeFileSync(
      join(dir, '.toile', 'journal.jsonl'),
      `\n${lines(dir)
        .map((line) => JSON.stringify(line))
        .join('\n')}\n`,
      { flag: 'a' },
    ),
});
const DIGEST = '0'.repeat(64);
const FILE = {
  sha256: DIGEST,
  fetched: '2026-01-01T00:00:00Z',
  read: 'graph',
  profile: 'technical_designer',
  api_version: null,
};
/** Moves a design to another folder: one that `pull --delete` removes, or one that stays. */
const moveDesign = (to: string, isGone: boolean) =>
  appendToJournal((dir) => {
    const of = { kind: 'design', id: isGone ? createUuid(666) : findFirstDesign(dir).id };
    return [
      { type: 'subject', of, about: { folder: to, summary: { id: of.id, name: 'x' } } },
      { type: 'file', of, name: findFirstDesign(dir).graph, file: FILE, at: 1, fresh: false },
    ];
  });
const appendFileLine = (name: string) =>
  appendToJournal((dir) => [
    {
      type: 'file',
      of: { kind: 'design', id: findFirstDesign(dir).id },
      name,
      file: FILE,
      at: 1,
      fresh: true,
    },
  ]);

const replaceWithPipe = (at: string): void => {
  rmSync(at, { force: true });
  execFileSync('mkfifo', [at]);
};

const matchName = (path: string): RegExp => new RegExp(basename(path).replaceAll('.', '\\.'));

/** Replaces a file or folder with a symbolic link to a path below the root of the machine. */
const createLink = (met: FolderVariant['met'], path: string, target: string): FolderVariant => ({
  met,
  ...(met !== 'none' && { names: matchName(path) }),
  spoil: ({ root }, dir) => replaceWithLink(join(dir, path), join(root, target)),
});

const createPipe = (path: string): FolderVariant => ({
  met: 'all',
  names: matchName(path),
  hangs: true,
  spoil: (_, dir) => replaceWithPipe(join(dir, path)),
});

const DEEP_JSON = '['.repeat(200_000);

export const FOLDER_VARIANTS: Readonly<Record<string, FolderVariant>> = {
  'a journal that leads to .bashrc, and an id that runs': {
    met: 'all',
    names: /journal\.jsonl|manifest\.json/,
    spoil: ({ home }, dir) => {
      changeSubject('garments', '$(id>~/PWNED)').spoil({} as Jail, dir);
      replaceWithLink(join(dir, '.toile', 'journal.jsonl'), join(home, '.bashrc'));
    },
  },
  'a house that leads elsewhere': createLink('all', '.toile', 'outside/folder'),
  'a journal that leads to where nothing is yet': createLink('all', '.toile/journal.jsonl', 'home/PWNED'),
  'a .gitignore that leads elsewhere': createLink('none', '.toile/.gitignore', 'outside/victim.txt'),
  'a draft that leads elsewhere': createLink('none', '.toile/draft', 'outside/victim.txt'),
  'a manifest that leads elsewhere': createLink('all', 'manifest.json', 'outside/credentials.json'),
  'attributes that lead elsewhere': createLink('none', '.gitattributes', 'outside/PWNED'),
  'a folder of all designs that leads elsewhere': createLink('pull', 'designs', 'outside/folder'),
  'a folder of a design that leads elsewhere': {
    met: 'pull',
    names: /designs/,
    spoil: ({ outside: system }, dir) =>
      replaceWithLink(join(dir, findFirstDesign(dir).folder), join(system, 'folder')),
  },
  'a file that leads to a secret': {
    met: 'pull',
    names: /graph\.technical_designer\.json/,
    spoil: ({ outside: system }, dir) =>
      replaceWithLink(
        join(dir, findFirstDesign(dir).folder, findFirstDesign(dir).graph),
        join(system, 'credentials.json'),
      ),
  },
  'every file a link to a secret': {
    met: 'pull',
    names: /\.json/,
    spoil: ({ outside: system }, dir) => {
      for (const { folder: at, files } of Object.values(readManifest(dir).designs)) {
        for (const name of Object.keys(files))
          replaceWithLink(join(dir, at, name), join(system, 'victim.txt'));
      }
    },
  },
  'a folder outside': changeFolder('../victim'),
  'a folder outside, by the way inside': changeFolder('designs/../../victim'),
  'an absolute folder': changeFolder('/tmp/PWNED'),
  'no folder': changeFolder(''),
  'the house as a folder': changeFolder('.toile/x'),
  'a garment that runs': changeSubject('garments', '$(touch PWNED)'),
  'a garment that climbs': changeSubject('garments', '../../PWNED'),
  'a garment like one': changeSubject('garments', 'GARM-1/../x'),
  'a design that climbs': changeSubject('designs', '../../PWNED'),
  'a design that is a prototype': changeSubject('designs', '__proto__'),
  'a file that climbs': changeFile('../../../PWNED'),
  'a file in the house': changeFile('../../.toile/journal.jsonl'),
  'a file with an end in it': changeFile('graph.json\u0000.json'),
  'a manifest without end': {
    met: 'all',
    names: /manifest\.json/,
    spoil: (_, dir) => writeFileSync(join(dir, 'manifest.json'), DEEP_JSON),
  },
  'a manifest that is a pipe': createPipe('manifest.json'),
  'a journal that is a pipe': createPipe('.toile/journal.jsonl'),
  'a file that is a pipe': {
    met: 'pull',
    names: /graph\.technical_designer\.json/,
    hangs: true,
    spoil: (_, dir) => replaceWithPipe(join(dir, findFirstDesign(dir).folder, findFirstDesign(dir).graph)),
  },
  'a journal with a folder outside, to be removed': moveDesign('../victim', true),
  'a journal with a folder outside, to be written': moveDesign('../victim', false),
  'a journal with an absolute folder': moveDesign('/tmp/PWNED', false),
  'a journal with a folder that climbs': moveDesign('designs/../../victim', false),
  'a journal with a file that climbs': appendFileLine('../../../victim/PWNED'),
  'a journal with a file in the house': appendFileLine('../../.toile/PWNED'),
  'a journal with ids that run': appendToJournal(() => [
    { type: 'subject', of: { kind: 'garment', id: '$(touch PWNED)' }, about: { folder: 'garments/x' } },
    {
      type: 'file',
      of: { kind: 'garment', id: '$(touch PWNED)' },
      name: 'graph.technical_designer.json',
      file: FILE,
      at: 1,
      fresh: true,
    },
  ]),
  'a journal with another kind of thing': appendToJournal(() => [
    { type: 'subject', of: { kind: '../x', id: createUuid(3) }, about: { folder: 'designs/x' } },
  ]),
  'a journal with shapes that nobody thinks of': appendToJournal(() => [
    { type: 'subject', of: null, about: null },
    { type: 'file', of: {}, name: {}, file: [] },
    { type: 'page', designs: [null, { id: '../PWNED' }], next: {} },
    { type: 'same', path: '../../victim/kept.txt', at: 'x' },
    { type: 'removed' },
  ]),
};

/** Creates files of another project beside the pulled folder. */
export const addVictim = (place: Jail): Jail => {
  const victim = join(place.work, 'victim');
  mkdirSync(victim, { recursive: true });
  for (const name of ['kept.txt', 'graph.technical_designer.json', 'tailor-brief.json']) {
    writeFileSync(join(victim, name), '{"mine": true}\n');
  }
  if (readdirSync(victim).length !== 3) throw new Error('the victim is not there');
  return place;
};

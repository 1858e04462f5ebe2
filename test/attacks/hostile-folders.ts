/** Folders of `toile pull` as a stranger hands them on: in a clone, an archive, a cache. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { uuidOf } from './bodies.ts';
import type { Jail } from './jail.ts';
import { FOLDERS } from './lines.ts';

export interface Variant {
  /** Makes the folder of a pull one of a stranger. */
  spoil(place: Jail, dir: string): void;
  /** The commands that meet it and have to refuse it; `none` where they may do without. */
  readonly met: 'all' | 'pull' | 'none';
  /** What the message names. */
  readonly names?: RegExp;
  /** A read of it would never end, so it is met by a process that can be killed. */
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

export const folderIn = ({ work }: Jail): string => join(work, FOLDERS[0]);

const manifestIn = (dir: string): Manifest => JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8'));
const change = (dir: string, edit: (manifest: Manifest) => void): void => {
  const manifest = manifestIn(dir);
  edit(manifest);
  writeFileSync(join(dir, 'manifest.json'), JSON.stringify(manifest, null, 2));
};
const inStead = (at: string, target: string): void => {
  rmSync(at, { recursive: true, force: true });
  symlinkSync(target, at);
};
/** The first folder of a design, and its graph. */
const held = (dir: string) => {
  const [id = '', subject] = Object.entries(manifestIn(dir).designs)[0] ?? [];
  const folder = subject?.folder ?? '';
  return { id, folder, graph: 'graph.technical_designer.json' };
};

/** Makes one design or garment of the manifest another one. */
const subject = (
  kind: 'designs' | 'garments',
  id: string,
  edit: (subject: Subject) => void = () => undefined,
) => ({
  met: 'all' as const,
  names: /manifest\.json/,
  spoil: (_: Jail, dir: string) =>
    change(dir, (manifest) => {
      const [old = '', first] = Object.entries(manifest[kind])[0] ?? [];
      if (first === undefined) throw new Error(`no ${kind} were pulled`);
      edit(first);
      // As JSON has it: an object literal would make `__proto__` a prototype.
      manifest[kind] = JSON.parse(`{${JSON.stringify(id === '' ? old : id)}: ${JSON.stringify(first)}}`);
    }),
});
const folder = (path: string) =>
  subject('designs', '', (first) => {
    first.folder = path;
  });
const file = (name: string) =>
  subject('designs', '', (first) => {
    first.files = { [name]: Object.values(first.files)[0] ?? {} };
  });

/** Lines that are put behind those of the journal. */
const journal = (lines: (dir: string) => readonly unknown[]) => ({
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
/** A design that the list no longer has, so that `pull --delete` removes it, or one that it has. */
const moved = (to: string, isGone: boolean) =>
  journal((dir) => {
    const of = { kind: 'design', id: isGone ? uuidOf(666) : held(dir).id };
    return [
      { type: 'subject', of, about: { folder: to, summary: { id: of.id, name: 'x' } } },
      { type: 'file', of, name: held(dir).graph, file: FILE, at: 1, fresh: false },
    ];
  });
const fileLine = (name: string) =>
  journal((dir) => [
    { type: 'file', of: { kind: 'design', id: held(dir).id }, name, file: FILE, at: 1, fresh: true },
  ]);

const fifo = (at: string): void => {
  rmSync(at, { force: true });
  execFileSync('mkfifo', [at]);
};

const deep = '['.repeat(200_000);

export const VARIANTS: Readonly<Record<string, Variant>> = {
  'a journal that leads to .bashrc, and an id that runs': {
    met: 'all',
    names: /journal\.jsonl|manifest\.json/,
    spoil: ({ home }, dir) => {
      subject('garments', '$(id>~/PWNED)').spoil({} as Jail, dir);
      inStead(join(dir, '.toile', 'journal.jsonl'), join(home, '.bashrc'));
    },
  },
  'a house that leads elsewhere': {
    met: 'all',
    names: /\.toile/,
    spoil: ({ outside: system }, dir) => inStead(join(dir, '.toile'), join(system, 'folder')),
  },
  'a journal that leads to where nothing is yet': {
    met: 'all',
    names: /journal\.jsonl/,
    spoil: ({ home }, dir) => inStead(join(dir, '.toile', 'journal.jsonl'), join(home, 'PWNED')),
  },
  'a .gitignore that leads elsewhere': {
    met: 'none',
    spoil: ({ outside: system }, dir) =>
      inStead(join(dir, '.toile', '.gitignore'), join(system, 'victim.txt')),
  },
  'a draft that leads elsewhere': {
    met: 'none',
    spoil: ({ outside: system }, dir) => inStead(join(dir, '.toile', 'draft'), join(system, 'victim.txt')),
  },
  'a manifest that leads elsewhere': {
    met: 'all',
    names: /manifest\.json/,
    spoil: ({ outside: system }, dir) =>
      inStead(join(dir, 'manifest.json'), join(system, 'credentials.json')),
  },
  'attributes that lead elsewhere': {
    met: 'none',
    spoil: ({ outside: system }, dir) => inStead(join(dir, '.gitattributes'), join(system, 'PWNED')),
  },
  'a folder of all designs that leads elsewhere': {
    met: 'pull',
    names: /designs/,
    spoil: ({ outside: system }, dir) => inStead(join(dir, 'designs'), join(system, 'folder')),
  },
  'a folder of a design that leads elsewhere': {
    met: 'pull',
    names: /designs/,
    spoil: ({ outside: system }, dir) => inStead(join(dir, held(dir).folder), join(system, 'folder')),
  },
  'a file that leads to a secret': {
    met: 'pull',
    names: /graph\.technical_designer\.json/,
    spoil: ({ outside: system }, dir) =>
      inStead(join(dir, held(dir).folder, held(dir).graph), join(system, 'credentials.json')),
  },
  'every file a link to a secret': {
    met: 'pull',
    names: /\.json/,
    spoil: ({ outside: system }, dir) => {
      for (const { folder: at, files } of Object.values(manifestIn(dir).designs)) {
        for (const name of Object.keys(files)) inStead(join(dir, at, name), join(system, 'victim.txt'));
      }
    },
  },
  'a folder outside': folder('../victim'),
  'a folder outside, by the way inside': folder('designs/../../victim'),
  'an absolute folder': folder('/tmp/PWNED'),
  'no folder': folder(''),
  'the house as a folder': folder('.toile/x'),
  'a garment that runs': subject('garments', '$(touch PWNED)'),
  'a garment that climbs': subject('garments', '../../PWNED'),
  'a garment like one': subject('garments', 'GARM-1/../x'),
  'a design that climbs': subject('designs', '../../PWNED'),
  'a design that is a prototype': subject('designs', '__proto__'),
  'a file that climbs': file('../../../PWNED'),
  'a file in the house': file('../../.toile/journal.jsonl'),
  'a file with an end in it': file('graph.json\u0000.json'),
  'a manifest without end': {
    met: 'all',
    names: /manifest\.json/,
    spoil: (_, dir) => writeFileSync(join(dir, 'manifest.json'), deep),
  },
  'a manifest that is a pipe': {
    met: 'all',
    names: /manifest\.json/,
    hangs: true,
    spoil: (_, dir) => fifo(join(dir, 'manifest.json')),
  },
  'a journal that is a pipe': {
    met: 'all',
    names: /journal\.jsonl/,
    hangs: true,
    spoil: (_, dir) => fifo(join(dir, '.toile', 'journal.jsonl')),
  },
  'a file that is a pipe': {
    met: 'pull',
    names: /graph\.technical_designer\.json/,
    hangs: true,
    spoil: (_, dir) => fifo(join(dir, held(dir).folder, held(dir).graph)),
  },
  'a journal with a folder outside, to be removed': moved('../victim', true),
  'a journal with a folder outside, to be written': moved('../victim', false),
  'a journal with an absolute folder': moved('/tmp/PWNED', false),
  'a journal with a folder that climbs': moved('designs/../../victim', false),
  'a journal with a file that climbs': fileLine('../../../victim/PWNED'),
  'a journal with a file in the house': fileLine('../../.toile/PWNED'),
  'a journal with ids that run': journal(() => [
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
  'a journal with another kind of thing': journal(() => [
    { type: 'subject', of: { kind: '../x', id: uuidOf(3) }, about: { folder: 'designs/x' } },
  ]),
  'a journal with shapes that nobody thinks of': journal(() => [
    { type: 'subject', of: null, about: null },
    { type: 'file', of: {}, name: {}, file: [] },
    { type: 'page', designs: [null, { id: '../PWNED' }], next: {} },
    { type: 'same', path: '../../victim/kept.txt', at: 'x' },
    { type: 'removed' },
  ]),
};

/** Something of somebody else's right beside the pulled folder. */
export const withVictim = (place: Jail): Jail => {
  const victim = join(place.work, 'victim');
  mkdirSync(victim, { recursive: true });
  for (const name of ['kept.txt', 'graph.technical_designer.json', 'tailor-brief.json']) {
    writeFileSync(join(victim, name), '{"mine": true}\n');
  }
  if (readdirSync(victim).length !== 3) throw new Error('the victim is not there');
  return place;
};

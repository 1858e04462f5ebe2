/** What is kept between runs, each piece of it missing or another: told from what is damaged, and never a fault of toile. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { lab } from './lab.ts';
import { D, request } from './paid.ts';
import { judged, newPlace, type Place } from './running.ts';
import { designs, type Service, startService } from './service.ts';
import { each, type Row } from './tally.ts';

type Value = unknown;
type Bag = Readonly<Record<string, Value>>;

const isBag = (value: Value): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with one member after another missing, or of another type, to some depth. */
const mutations = (value: Value, depth: number): readonly Value[] => {
  if (Array.isArray(value)) {
    const [first, ...rest] = value as readonly Value[];
    if (first === undefined) return [];
    return [[null, ...rest], ...(depth > 0 ? mutations(first, depth - 1).map((one) => [one, ...rest]) : [])];
  }
  if (!isBag(value)) return [];
  return Object.entries(value).flatMap(([name, member], at) => {
    const { [name]: _, ...without } = value;
    const type = typeof member === 'string' ? 7 : 'another';
    const other = at % 2 === 0 ? type : null;
    const deeper = depth > 0 ? mutations(member, depth - 1).map((one) => ({ ...value, [name]: one })) : [];
    return [without, { ...value, [name]: other }, ...deeper];
  });
};

const WHOLE: readonly string[] = [
  '',
  '{}',
  'null',
  '[]',
  '5',
  '"text"',
  '{"version": 1}',
  '\u0000\u0001\u0002',
  '{"half',
];

/** Every text that a file of that content may come to have. */
const texts = (path: string, content: string): readonly string[] => {
  if (!path.endsWith('.jsonl')) {
    const json = mutations(JSON.parse(content), 2).map((one) => JSON.stringify(one, null, 2));
    return [...WHOLE, ...json];
  }
  const lines = content.split('\n').filter((line) => line !== '');
  const kinds = new Map(lines.map((line, at) => [String((JSON.parse(line) as Bag).type), at]));
  const changed = [...kinds.values()].flatMap((at) =>
    mutations(JSON.parse(lines[at] ?? ''), 1).map((one) => lines.with(at, JSON.stringify(one)).join('\n')),
  );
  const between = WHOLE.map((text) => lines.toSpliced(1, 0, text).join('\n'));
  return [...changed, ...between].map((text) => `${text}\n`);
};

/** Whose file it is, and who reads it. */
const READERS: readonly (readonly [RegExp, readonly (readonly string[])[]])[] = [
  [
    /\.toile\/journal\.jsonl$/,
    [
      ['pull', 'season'],
      ['stale', 'season'],
    ],
  ],
  [
    /manifest\.json$/,
    [
      ['pull', 'season'],
      ['stale', 'season'],
    ],
  ],
  [/sandbox\.jsonl$/, [['--sandbox', 'techpack', 'request', 'GARM-5117', '--yes']]],
  [/(accounts|credentials)\.json$/, [['me'], ['accounts', 'ls']]],
  [
    /\/purchases\.json$/,
    [
      ['techpack', 'ls'],
      ['techpack', 'status'],
    ],
  ],
  [/cache\/.*\.json$/, [['graph', 'Design 1']]],
];

const KEYLESS = { env: { TOILE_API_KEY: undefined } };

/** A home and a folder in use, with a pull that was killed on its way. */
const inUse = async (service: Service): Promise<Place> => {
  const place = await newPlace(service);
  const login = ['login', '--with-key', '--insecure-storage'];
  await place.run(login, { ...KEYLESS, stdin: service.key });
  await place.run(request());
  await place.run(['graph', 'Design 1']);
  await place.run(['--sandbox', 'techpack', 'request', 'GARM-101', '--yes']);
  await place.run(['--sandbox', 'export', 'GARM-5117', '-o', 'x.svg']);
  await place.run(['pull', 'season', D]);
  const only = { what: 'rename', path: '/designs/' };
  await place.run(['pull', 'season'], { only, fault: { mode: 'kill', at: 6 } });
  return place;
};

const filesOf = ({ root }: Place): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const tryOn = async (
  row: Row,
  base: Place,
  path: string,
  argv: readonly string[],
  change: (full: string) => void,
): Promise<void> => {
  const place = base.copy();
  try {
    change(join(place.root, path));
    row.sequences += 1;
    const how = /accounts|credentials/.test(path) ? KEYLESS : {};
    judged(row, await place.run(argv, { ...how, limit: 15_000 }));
  } finally {
    place.remove();
  }
};

for (const [fits, readers] of READERS) {
  lab(
    'who reads it',
    `a file that is kept: ${fits.source.replaceAll(/[\\$^]/g, '')}`,
    async (row) => {
      const service = await startService({ designs: designs(3) });
      const base = await inUse(service);
      const paths = filesOf(base).filter((path) => fits.test(path));
      row.holds(paths.length > 0, 'there is no such file any more');
      for (const path of paths) {
        const content = readFileSync(join(base.root, path), 'utf8');
        // They take turns: each piece is read by one of them.
        await each(new Set(texts(path, content)), (text, at) =>
          tryOn(row, base, path, readers[at % readers.length] ?? [], (full) => writeFileSync(full, text)),
        );
        for (const argv of readers) {
          await tryOn(row, base, path, argv, (full) => {
            rmSync(full);
            mkdirSync(full);
          });
        }
      }
      await service.close();
      base.remove();
    },
    { alone: true },
  );
}

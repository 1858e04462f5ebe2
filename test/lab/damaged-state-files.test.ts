/** Damages every stored file, member by member: no command crashes or reports an internal error. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type FaultRow, runInParallel } from './fault-row.ts';
import { createDesigns, type Service, startService } from './lab-service.ts';
import { buildRequest, DESIGN } from './purchase-checks.ts';
import { testFault } from './test-fault.ts';
import { createUser, type TestUser } from './test-user.ts';

type JsonValue = unknown;
type JsonObject = Readonly<Record<string, JsonValue>>;

const isJsonObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns variants of a value in which one member is missing or has another type. */
const mutateValue = (value: JsonValue, depth: number): readonly JsonValue[] => {
  if (Array.isArray(value)) {
    const [first, ...rest] = value as readonly JsonValue[];
    if (first === undefined) return [];
    return [
      [null, ...rest],
      ...(depth > 0 ? mutateValue(first, depth - 1).map((one) => [one, ...rest]) : []),
    ];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member], at) => {
    const { [name]: _, ...without } = value;
    const type = typeof member === 'string' ? 7 : 'another';
    const other = at % 2 === 0 ? type : null;
    const deeper = depth > 0 ? mutateValue(member, depth - 1).map((one) => ({ ...value, [name]: one })) : [];
    return [without, { ...value, [name]: other }, ...deeper];
  });
};

const WRONG_TEXTS: readonly string[] = [
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

/** Returns damaged versions of a file. */
const listDamagedTexts = (path: string, content: string): readonly string[] => {
  if (!path.endsWith('.jsonl')) {
    const json = mutateValue(JSON.parse(content), 2).map((one) => JSON.stringify(one, null, 2));
    return [...WRONG_TEXTS, ...json];
  }
  const lines = content.split('\n').filter((line) => line !== '');
  const kinds = new Map(lines.map((line, at) => [String((JSON.parse(line) as JsonObject).type), at]));
  const changed = [...kinds.values()].flatMap((at) =>
    mutateValue(JSON.parse(lines[at] ?? ''), 1).map((one) => lines.with(at, JSON.stringify(one)).join('\n')),
  );
  const between = WRONG_TEXTS.map((text) => lines.toSpliced(1, 0, text).join('\n'));
  return [...changed, ...between].map((text) => `${text}\n`);
};

/** The commands that read each file. */
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

/** Creates a home and a folder in use, with a pull that was killed. */
const createUsedHome = async (service: Service, row: FaultRow): Promise<TestUser> => {
  const user = await createUser(service, row);
  const login = ['login', '--with-key', '--insecure-storage'];
  await user.run(login, { ...KEYLESS, stdin: service.key });
  await user.run(buildRequest());
  await user.run(['graph', 'Design 1']);
  await user.run(['--sandbox', 'techpack', 'request', 'GARM-101', '--yes']);
  await user.run(['--sandbox', 'export', 'GARM-5117', '-o', 'x.svg']);
  await user.run(['pull', 'season', DESIGN]);
  const only = { what: 'rename', path: '/designs/' };
  await user.run(['pull', 'season'], { only, fault: { mode: 'kill', at: 6 } });
  return user;
};

const listFiles = ({ root }: TestUser): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

const runOnChangedFile = async (
  row: FaultRow,
  base: TestUser,
  path: string,
  argv: readonly string[],
  change: (full: string) => void,
): Promise<void> => {
  const user = base.copy();
  try {
    change(join(user.root, path));
    row.sequences += 1;
    const how = /accounts|credentials/.test(path) ? KEYLESS : {};
    await user.run(argv, { ...how, limit: 15_000 });
  } finally {
    user.remove();
  }
};

for (const [fits, readers] of READERS) {
  testFault(
    'who reads it',
    `a file that is kept: ${fits.source.replaceAll(/[\\$^]/g, '')}`,
    async (row) => {
      const service = await startService({ designs: createDesigns(3) });
      const base = await createUsedHome(service, row);
      const paths = listFiles(base).filter((path) => fits.test(path));
      row.check(paths.length > 0, 'there is no such file any more');
      for (const path of paths) {
        const content = readFileSync(join(base.root, path), 'utf8');
        // The commands take turns, so that each damaged text is read by one of them.
        await runInParallel(new Set(listDamagedTexts(path, content)), (text, at) =>
          runOnChangedFile(row, base, path, readers[at % readers.length] ?? [], (full) =>
            writeFileSync(full, text),
          ),
        );
        for (const argv of readers) {
          await runOnChangedFile(row, base, path, argv, (full) => {
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

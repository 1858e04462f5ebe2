import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, expect, it } from 'vitest';
import { findViolations } from './rooms/find-violations.ts';
import { readSource } from './rooms/read-source.ts';
import { isQuick } from './support/effort.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'toile-places-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface Place {
  readonly file: string;
  readonly below: string | undefined;
  readonly code: string;
}

/** Code blocks of the page. "`file`:" is a new file; "`file`, below `line`:" adds to an existing one. */
const places: readonly Place[] = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^`(src\/[^`]+)`(?:, below `([^`]+)`)?:\n\n```ts\n([\s\S]*?)^```$/gm,
  ),
].map(([, file = '', below, code = '']) => ({ file, below, code }));

const insertCode = ({ file, below, code }: Place): void => {
  const at = join(copy, file);
  if (below === undefined) {
    writeFileSync(at, code, { flag: 'wx' });
    return;
  }
  const old = readFileSync(at, 'utf8');
  const [before, after, ...more] = old.split(`${below}\n`);
  expect([before, after, more.length], `${file}: ${below}`).toStrictEqual([
    expect.any(String),
    expect.any(String),
    0,
  ]);
  writeFileSync(at, `${before}${below}\n${code}${after}`);
};

it('a command and a route can be added in the places that CONTRIBUTING names, and no others', async () => {
  for (const part of [
    'src',
    'bin',
    'scripts',
    'test/rooms',
    'test/output/sheet/dictionaries.ts',
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'LICENSE',
  ])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const table = 'src/commands/command-table.ts';
  // CONTRIBUTING says: add its line, `notesCommand`, to the table.
  const listed = [
    {
      file: table,
      below: "import { meCommand } from './me.ts';",
      code: "import { notesCommand } from './notes.ts';\n",
    },
    { file: table, below: '  trustCommand,', code: '  notesCommand,\n' },
  ];
  for (const place of [...places, ...listed]) insertCode(place);

  // A command is one file of at most forty lines and one line in the table. A route adds the client and the sandbox.
  const touched = new Set([...places, ...listed].map(({ file }) => file));
  expect([...touched].toSorted()).toStrictEqual([
    table,
    'src/commands/kinds.ts',
    'src/commands/notes.ts',
    'src/sandbox/http/service-routes.ts',
    'src/service/client/routes.ts',
  ]);
  for (const { file, below, code } of places)
    if (below === undefined) expect(code.split('\n').length, file).toBeLessThanOrEqual(40);

  const files = readdirSync(join(copy, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file}`)
    .filter((file) => file.endsWith('.ts'));
  expect(
    findViolations(files.map((file) => readSource(file, readFileSync(join(copy, file), 'utf8')))),
  ).toStrictEqual([]);

  const inCopy = { cwd: copy, reject: false, env: { TOILE_HOME: join(copy, 'home') } } as const;
  // The type check covers the whole tree and takes as long as all other steps.
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'];
  const typed = isQuick ? undefined : execa(process.execPath, tsc, inCopy);
  const built = await execa(process.execPath, ['scripts/run.mjs', 'scripts/build.ts'], inCopy);
  expect((await typed)?.stdout ?? '').toBe('');
  expect(built, built.stderr).toMatchObject({ exitCode: 0 });
  const toile = async (...argv: string[]) =>
    (await execa(process.execPath, ['bin/toile.js', '--sandbox', ...argv], inCopy)).stdout;
  expect(await toile('kinds', 'GARM-101')).toMatch(/^piece\t5$/m);
  expect(await toile('kinds', 'GARM-101', '--csv')).toMatch(/^kind,count\r\n/);
  expect(await toile('kinds', '--help')).toContain('toile kinds GARM-101');
  expect(await toile('notes', 'GARM-5117')).toContain('cut on the bias');
  expect(await toile('api', 'v1', '--jq', '.endpoints[].path')).toContain('/v1/designs/{designId}/notes');
  // Building the program takes long on a busy machine.
}, 300_000);

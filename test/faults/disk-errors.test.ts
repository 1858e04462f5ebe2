/** Every command on a failing disk: the system error in one wording, with a hint and one exit code. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryJournal, createSandbox, serveSandbox } from '../../src/sandbox/index.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { createEnv, runProgram } from '../support/run-program.ts';
import { COMMAND_ARGUMENTS, listMissingCommands } from './command-arguments.ts';
import type { FailingDiskRun } from './run-on-failing-disk.ts';
import { KEY } from './start-sandbox-server.ts';

/** System errors with toile's wording, and whether they occur on opening or on changing files. */
const ERRNOS = {
  EROFS: { what: 'change', says: 'the file system is read-only' },
  ENOSPC: { what: 'change', says: 'no space is left on the disk' },
  EACCES: { what: 'open', says: 'permission denied' },
  ENOTDIR: { what: 'open', says: 'a part of the path is not a folder' },
  ENAMETOOLONG: { what: 'open', says: 'the name is too long' },
  EMFILE: { what: 'open', says: 'too many files are open' },
  EISDIR: { what: 'change', says: 'it is a folder' },
  ENOENT: { what: 'open', says: 'it does not exist|nothing can be created there' },
} as const;
type Errno = keyof typeof ERRNOS;
const NAMES = Object.keys(ERRNOS) as Errno[];
/** The failing folder: toile's own folder, or the working folder. */
const PLACES = ['home', 'work'] as const;

interface FailedRun {
  readonly path: string;
  readonly errno: Errno | undefined;
  readonly place: (typeof PLACES)[number];
  readonly code: number;
  readonly err: string;
}

let root = '';
let library = '';
let baseUrl = '';
let close = (): Promise<unknown> => Promise.resolve();

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'toile-errno-'));
  library = join(root, 'errno.so');
  const source = fileURLToPath(new URL('errno.c', import.meta.url));
  execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-w', '-o', library, source, '-ldl']);
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: Date,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    rate: { limit: 1_000_000, windowMs: 60_000 },
  });
  const running = await serveSandbox(sandbox);
  baseUrl = running.baseUrl;
  close = () => running.close();
  const made = join(root, 'made');
  mkdirSync(join(made, 'home'), { recursive: true });
  mkdirSync(join(made, 'work'));
  const around = { env: createRunEnv(made), cwd: join(made, 'work') };
  for (const argv of [
    ['pull', 'season', 'GARM-5117', '--garments-only'],
    ['workbook', 'write', 'GARM-101', '-o', 'book.xlsx'],
    ['techpack', 'request', 'GARM-5098', '--yes'],
  ])
    await runProgram(argv, around);
  for (const [read, id] of [
    ['graph', 'GARM-101'],
    ['trust', 'GARM-101'],
  ] as const)
    writeFileSync(
      join(made, 'work', `${read}.json`),
      (await runProgram([read, id, '--json'], around)).stdout,
    );
  writeFileSync(join(made, 'work', 'body.json'), '{}');
  writeFileSync(join(made, 'work', 'args.json'), '{"id": "GARM-101"}');
});
afterAll(async () => {
  await close();
  // One folder for each run.
  rmSync(root, { recursive: true, force: true });
}, 600_000);

const createRunEnv = (at: string): Record<string, string> => ({
  ...createEnv(join(at, 'user'), {
    TOILE_HOME: join(at, 'home'),
    TOILE_BASE_URL: baseUrl,
    TOILE_API_KEY: KEY,
  }),
  TOILE_MCP_URL: `${baseUrl}/mcp`,
});

/** Creates a copy of the fixture for one command. */
const prepareRun = (
  path: string,
  errno: Errno | undefined,
  place: (typeof PLACES)[number],
): FailingDiskRun => {
  const at = mkdtempSync(join(root, 'at-'));
  cpSync(join(root, 'made'), at, { recursive: true });
  mkdirSync(join(at, 'user'));
  const { argv, stdin = '', patience = 20_000 } = COMMAND_ARGUMENTS[path] ?? { argv: [] };
  return {
    argv: [...argv, ...(path === 'tour' ? ['--no-input'] : [])],
    stdin: stdin.replace('{key}', KEY),
    env: { ...createRunEnv(at), ...(path === 'login' && { TOILE_API_KEY: '' }) },
    cwd: join(at, 'work'),
    refuse: {
      REFUSE_BELOW: errno === undefined ? '' : join(at, place),
      REFUSE_WITH: String(errno === undefined ? 0 : constants.errno[errno]),
      REFUSE_WHAT: errno === undefined ? 'none' : ERRNOS[errno].what,
    },
    patience,
  };
};

/** Runs all command lines in one process with the preloaded library. */
const runAll = async (
  asked: readonly (readonly [string, Errno | undefined, (typeof PLACES)[number]])[],
): Promise<FailedRun[]> => {
  const entry = await bundleProgram(new URL('run-on-failing-disk.ts', import.meta.url));
  const input = asked
    .map(([path, errno, place]) => JSON.stringify(prepareRun(path, errno, place)))
    .join('\n');
  const { stdout } = await execa(process.execPath, [entry], {
    env: { ...createEnv(root), LD_PRELOAD: library },
    extendEnv: false,
    input: `${input}\n`,
    maxBuffer: 1e9,
  });
  const lines = stdout.trim().split('\n');
  return asked.map(([path, errno, place], at) => ({ path, errno, place, ...JSON.parse(lines[at] ?? '{}') }));
};

it('the tables contain every command', () => {
  expect(listMissingCommands()).toEqual([]);
});

/** Errors after which toile works without stored files, so that commands do not fail. */
const NOTHING_KEPT: readonly Errno[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'];
/** Commands that report the error as their answer. */
const ANSWERS = ['doctor', 'tour'];
const HINTLESS = /continuing without it|lost when toile ends/;

/** Finds the violations of a run, compared with the usual exit code. */
const findViolations = ({ path, errno, place, code, err }: FailedRun, usual: number): readonly string[] => {
  const wrong: string[] = [];
  if (errno === undefined) return wrong;
  if (/internal error in toile|^toile: [a-z]+ failed: |\n\s+at /m.test(err)) wrong.push('a fault of toile');
  if (code === usual || ANSWERS.includes(path) || (place === 'home' && NOTHING_KEPT.includes(errno)))
    return wrong;
  if (code !== 1 && code !== 2) wrong.push(`exit ${code}`);
  if (!new RegExp(`cannot be (read|written|made|used)[:( ]+(${ERRNOS[errno].says})`).test(err))
    wrong.push('other words');
  const last = err.trim().split('\n').at(-1) ?? '';
  if (last.startsWith('toile:') && !HINTLESS.test(last)) wrong.push('no hint');
  return wrong;
};

describe.skipIf(isToolMissing('gcc', 'gcc'))('a failing disk', () => {
  it('is reported by every command in one wording, with a hint and one exit code', async () => {
    const paths = Object.keys(COMMAND_ARGUMENTS);
    const good = await runAll(paths.map((path) => [path, undefined, 'home'] as const));
    for (const { path, code, err } of good)
      if (code !== 0)
        process.stdout.write(`on a good day: ${path}: exit ${code} ${err.trim().split('\n')[0]}\n`);
    const usual = new Map(good.map(({ path, code }) => [path, code]));
    const met = await runAll(
      paths.flatMap((path) => PLACES.flatMap((place) => NAMES.map((errno) => [path, errno, place] as const))),
    );
    const wrong: string[] = [];
    for (const place of PLACES) {
      process.stdout.write(`\n${place}: exit codes of every command, ${NAMES.join(' ')}\n`);
      for (const path of paths) {
        const row = met.filter((one) => one.path === path && one.place === place);
        process.stdout.write(
          `${path.padEnd(20)}${row.map(({ code }) => String(code).padStart(4)).join('')}\n`,
        );
        for (const one of row)
          for (const what of findViolations(one, usual.get(path) ?? 0))
            wrong.push(`${path} x ${one.errno} in ${place}: ${what}: ${one.code} ${one.err}`);
        const told = row.filter(
          ({ errno }) => errno !== undefined && !(place === 'home' && NOTHING_KEPT.includes(errno)),
        );
        const failing = new Set(told.map(({ code }) => code).filter((code) => code !== usual.get(path)));
        if (failing.size > 1 && !ANSWERS.includes(path))
          wrong.push(`${path} in ${place}: exit ${[...failing].join(' and ')}`);
      }
    }
    process.stdout.write(`${met.length} runs, ${wrong.length} wrong\n`);
    expect(wrong.join('\n')).toBe('');
  });
});

import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreStartFlags } from '../../scripts/create-packed-loader.ts';
import { commandTable } from '../../src/commands/command-table.ts';
import { EXECUTABLE } from '../support/run-program.ts';
import { runToile, type ToileRun } from '../support/run-toile.ts';
import { isInteractive } from './attack-commands.ts';
import { type CommandLine, LINE_FILES, listCommandLines } from './command-lines.ts';
import { createMachine } from './create-machine.ts';
import { OWN_DESIGN } from './hostile-bodies.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import type { Jail } from './jail.ts';
import { CANARY } from './payloads.ts';
import { KEY } from './reflected-keys.ts';
import { runInJail } from './run-in-jail.ts';
import { expectNoViolations } from './test-every-command.ts';

/** Only root can create files of another user. */
const isRoot = process.getuid?.() === 0;
if (!isRoot && process.env.CI === 'true') throw new Error('neighbours are attacked as root only');
if (!isRoot) process.stderr.write('skipped: files of another user can be made by root only\n');

const OTHER_USER = 12_345;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Lists a path with all files and folders below it. */
const listBelow = (path: string): readonly string[] =>
  lstatSync(path).isDirectory()
    ? [path, ...readdirSync(path).flatMap((name) => listBelow(join(path, name)))]
    : [path];

const UNSAFE_MODES: Readonly<Record<string, (path: string) => void>> = {
  'of another user': (path) => {
    for (const each of listBelow(path)) chownSync(each, OTHER_USER, OTHER_USER);
  },
  // The user's own group has no other members, so it may write.
  'that another group may write': (path) => {
    chownSync(path, statSync(path).uid, OTHER_USER);
    chmodSync(path, (statSync(path).mode & 0o777) | 0o020);
  },
  'that everybody may write': (path) => chmodSync(path, (statSync(path).mode & 0o777) | 0o002),
};

/** Replaces toile's stored code with code that writes a file. V8 compares only the length of the source. */
const replaceCompiledCode = (blob: string, canary: string): void => {
  const chunk = listBelow(join(ROOT, 'dist', 'chunks')).find((path) =>
    blob.includes(`/${basename(path, '.cjs')}.`),
  );
  if (chunk === undefined) throw new Error(`of what is ${blob}?`);
  // Commands that ran in this process may have set other flags than those of a new one.
  restoreStartFlags();
  const own = readFileSync(chunk, 'latin1');
  const code = `(function (module, require) {require('node:fs').writeFileSync(${JSON.stringify(canary)}, '');`;
  const script = new Script(`${code.padEnd(own.length - 2, ' ')}})`, { filename: chunk });
  script.runInThisContext()({}, () => ({ writeFileSync: () => undefined }));
  writeFileSync(blob, script.createCachedData(), { mode: 0o600 });
};

let place: Jail;
let service: HostileService;

/** The typed lines; the stored account decides where the key is sent. */
let lines: readonly CommandLine[];

/** Runs a line with `kept` as TOILE_HOME, in an empty working folder. */
const run = async (
  { argv, stdin }: Pick<CommandLine, 'argv' | 'stdin'>,
  kept = place.kept,
): Promise<ToileRun> => {
  for (const name of readdirSync(place.work)) {
    if (!(name in LINE_FILES)) rmSync(join(place.work, name), { recursive: true });
  }
  const env = { TOILE_HOME: kept, TOILE_API_KEY: KEY, TOILE_RATE: '1000000/1s' };
  return runToile(argv, { home: place.home, cwd: place.work, stdin: stdin ?? '', env });
};

/** Calls `work` with a changed copy of TOILE_HOME. */
const withCopy = async <T>(
  change: (kept: string) => void,
  work: (kept: string) => Promise<T>,
): Promise<T> => {
  const copy = mkdtempSync(join(place.root, 'kept-'));
  try {
    cpSync(place.kept, copy, { recursive: true });
    for (const path of listBelow(copy)) chmodSync(path, lstatSync(path).isDirectory() ? 0o700 : 0o600);
    change(copy);
    return await work(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
};

/** Runs every command once. */
beforeAll(async () => {
  place = createMachine();
  service = await startHostileService(['Coat'], { honest: true });
  const { baseUrl } = service;
  const login = [
    'login',
    '--with-key',
    '--insecure-storage',
    '--base-url',
    baseUrl,
    '--mcp-url',
    `${baseUrl}/mcp`,
  ];
  const { code, err } = await run({ argv: login, stdin: `${KEY}\n` });
  if (code !== 0) throw new Error(`nobody is signed in: ${err}`);
  lines = commandTable
    .filter(
      ({ path, resultKind }) =>
        !['login', 'logout'].includes(path) && !['text', 'steps'].includes(resultKind),
    )
    .filter((command) => !isInteractive(command))
    .flatMap((command) => listCommandLines(command, { baseUrl, key: KEY, names: ['x'] }).slice(0, 1));
  for (const line of lines) await run(line);
  await run({ argv: ['--sandbox', 'techpack', 'request', 'GARM-5117', '--yes'] });
  rmSync(join(place.kept, 'empty'), { force: true });
});
afterAll(async () => {
  await service?.close();
  place?.remove();
});

/** Removes times and paths from a run. */
const normalizeRun = ({ code, out }: ToileRun): string =>
  `${code} ${out}`
    .replace(/kept-\w+|home\/toile/g, 'KEPT')
    .replace(/\d+(\.\d+)? ?(ms|seconds?|s)\b|\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\b\d+ min\w*/g, 'TIME');

describe.skipIf(!isRoot)('what another user owns or may write is not used, and that is reported once', () => {
  it('files and folders of toile', async ({ task }) => {
    const wrong: string[] = [];
    let runs = 0;
    const names = listBelow(place.kept)
      .map((path) => path.slice(place.kept.length + 1))
      // Locks are empty; the file of credentials has its own rules (test/auth/key-sources.test.ts).
      .filter((name) => !/credentials|\.lock|cache\/code/.test(name));
    expect(names).toEqual(expect.arrayContaining(['', 'accounts.json', 'state', 'state/purchases.json']));
    for (const line of lines) {
      const ours = await withCopy(
        () => undefined,
        (kept) => run(line, kept),
      );
      runs += 1;
      for (const name of names) {
        const without = await withCopy(
          (kept) => rmSync(join(kept, name), { recursive: true }),
          (kept) => run(line, kept),
        );
        runs += 1;
        // The command does not read this file.
        if (normalizeRun(ours) === normalizeRun(without)) continue;
        for (const [how, spoil] of Object.entries(UNSAFE_MODES)) {
          const [ran, place] = await withCopy(
            (kept) => spoil(join(kept, name)),
            async (kept) => [await run(line, kept), join(kept, name)] as const,
          );
          runs += 1;
          const by = `${name || 'TOILE_HOME'} ${how}: toile ${line.argv.join(' ')}`;
          const lines = ran.err.split('\n').filter((each) => each.includes(place));
          // Commands such as doctor report it as their answer.
          if (ran.out.includes(place)) continue;
          // Without the record of purchases the command refuses, which is right.
          const isRefused = ran.code !== 0 && ran.out === '' && lines.length > 0;
          if (!isRefused && normalizeRun(ran) !== normalizeRun(without))
            wrong.push(`${by}: it is used (exit ${ran.code}, and ${without.code} without it)`);
          if (lines.length === 0) wrong.push(`${by}: that is not said`);
          if (new Set(lines).size < lines.length) wrong.push(`${by}: that is said twice`);
        }
      }
    }
    task.meta.tally = { runs };
    expectNoViolations(wrong);
  });

  it('names for completion', async () => {
    const complete = async (kept: string): Promise<string> =>
      (
        await runInJail(place, ['__complete', 'fish', '.', 'graph'], {
          env: { TOILE_HOME: kept, TOILE_API_KEY: KEY },
        })
      ).out;
    expect(await complete(place.kept)).toContain(OWN_DESIGN.garment);
    for (const name of ['', 'cache', 'accounts.json']) {
      for (const spoil of Object.values(UNSAFE_MODES)) {
        expect(await withCopy((kept) => spoil(join(kept, name)), complete)).toBe('words\t\n');
      }
    }
  });

  it('compiled code', async () => {
    const [me] = lines;
    if (me === undefined) return expect.unreachable();
    const cache = join('cache', 'code');
    const start = (kept: string) =>
      runInJail(place, me.argv, { env: { TOILE_HOME: kept, TOILE_API_KEY: KEY } });
    await start(place.kept);
    // An executable has it inside.
    const blobs = EXECUTABLE
      ? []
      : readdirSync(join(place.kept, cache)).filter((name) => /^base-.*\.me-.*\.blob$/.test(name));
    const canary = join(place.home, CANARY);
    const doesRunCode = async (change: (kept: string) => void): Promise<boolean> => {
      await withCopy(change, start);
      const ran = existsSync(canary);
      rmSync(canary, { force: true });
      return ran;
    };
    if (blobs.length > 0) {
      // With safe modes the attack works; otherwise the following checks would prove nothing.
      const poison = (kept: string): void => replaceCompiledCode(join(kept, cache, blobs[0] ?? ''), canary);
      expect(await doesRunCode(poison)).toBe(true);
      for (const spoil of Object.values(UNSAFE_MODES)) {
        for (const name of ['', 'cache', cache, join(cache, blobs[0] ?? '')]) {
          const change = (kept: string): void => {
            poison(kept);
            spoil(join(kept, name));
          };
          expect(await doesRunCode(change), name).toBe(false);
        }
      }
    }
    // Nothing is stored where other users could change it before the next start.
    for (const spoil of Object.values(UNSAFE_MODES)) {
      const left = await withCopy(
        (kept) => {
          rmSync(join(kept, cache), { recursive: true, force: true });
          mkdirSync(join(kept, cache), { recursive: true });
          spoil(join(kept, cache));
        },
        async (kept) => {
          await start(kept);
          return listBelow(join(kept, cache)).length;
        },
      );
      expect(left).toBe(1);
    }
  });

  it('accounts, where the platform keeps them', async () => {
    const config = join(place.root, 'config');
    for (const spoil of Object.values(UNSAFE_MODES)) {
      cpSync(place.kept, join(config, 'toile'), { recursive: true });
      // They would be refused first.
      rmSync(join(config, 'toile', 'settings.json'), { force: true });
      spoil(join(config, 'toile'));
      service.asked.length = 0;
      const env = { XDG_CONFIG_HOME: config, TOILE_API_KEY: KEY, TOILE_HOME: '' };
      const { code } = await runInJail(place, ['me'], { env });
      // The key of the environment is not sent to an address that another user wrote.
      expect({ code, asked: service.asked }).toEqual({ code: 4, asked: [] });
      rmSync(config, { recursive: true });
    }
  });
});

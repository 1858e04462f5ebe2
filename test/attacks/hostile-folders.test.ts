import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../../src/commands/command-table.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { isInteractive } from './attack-commands.ts';
import { type CommandLine, FOLDER_NAMES, listCommandLines } from './command-lines.ts';
import { copyMachine, createMachine, createMachineEnv, readStoredFiles } from './create-machine.ts';
import { findViolations } from './find-violations.ts';
import { OWN_DESIGN } from './hostile-bodies.ts';
import { addVictim, FOLDER_VARIANTS, type FolderVariant, findPulledFolder } from './hostile-folders.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import { compareSnapshots, type Jail, takeSnapshot } from './jail.ts';
import { PIPE } from './output-forms.ts';
import { KEY } from './reflected-keys.ts';
import { runInJail } from './run-in-jail.ts';
import { runToileOrExecutable } from './run-toile-or-executable.ts';
import { expectNoViolations } from './test-every-command.ts';

const [SEASON] = FOLDER_NAMES;
let place: Jail;
let service: HostileService;
let env: Record<string, string>;
/** Lines that open the folder; without a folder they report `no_mirror`. */
const openingLines = new Set<CommandLine>();

const run = (own: Jail, line: CommandLine, more: readonly string[] = []) =>
  runToileOrExecutable([...more, ...line.argv], {
    home: own.home,
    cwd: own.work,
    env: { ...env, ...createHomeEnv(own) },
    stdin: line.stdin ?? '',
  });
const createHomeEnv = ({ home, kept }: Jail) => ({ HOME: home, TOILE_HOME: kept });

/** Pulls a season from an honest service: own designs and a garment. */
beforeAll(async () => {
  place = addVictim(createMachine());
  service = await startHostileService(['Coat', 'Linen shirt', 'Parka', 'Skirt'], { honest: true });
  env = createMachineEnv(place, service.baseUrl);
  for (const garments of [[], ['GARM-101', OWN_DESIGN.garment]]) {
    const argv = ['pull', SEASON, ...garments];
    const { code, err } = await runToileOrExecutable(argv, { home: place.home, cwd: place.work, env });
    if (code !== 0) throw new Error(`nothing was pulled: ${err}`);
  }
  const empty = copyMachine(place);
  rmSync(findPulledFolder(empty), { recursive: true });
  for (const line of lines)
    if (/no_mirror/.test((await run(empty, line, ['--json'])).err)) openingLines.add(line);
  empty.remove();
});
afterAll(async () => {
  await service?.close();
  place?.remove();
});

/** Each command with a folder, also with `--delete`; the other commands run with `--sandbox-from`. */
const lines: readonly CommandLine[] = commandTable
  .filter((command) => !isInteractive(command))
  .flatMap((command): readonly CommandLine[] => {
    const all = listCommandLines(command, { baseUrl: 'http://127.0.0.1:9', key: KEY, names: ['x'] });
    const [first] = all;
    const naming = all.filter(
      ({ argv, first: isFirst }) => argv.includes(SEASON) && (isFirst || argv.includes('--delete')),
    );
    if (naming.length > 0) return naming;
    const isFrom = command.targetFlags?.includes('sandbox-from') ?? command.targetFlags === undefined;
    return isFrom && first ? [{ ...first, argv: ['--sandbox-from', SEASON, ...first.argv] }] : [];
  });

/** Variants that hang need processes, so only commands that name the folder and one `--sandbox-from` run. */
const chooseCommandLines = ({ hangs }: FolderVariant): readonly CommandLine[] => {
  if (!hangs) return lines;
  const served = lines.findIndex(({ argv }) => argv.includes('--sandbox-from') && argv.includes('graph'));
  return lines.filter(({ argv }, at) => !argv.includes('--sandbox-from') || at === served);
};

/** Exit codes of a refusal. */
const findRefusalExit = ({ command }: CommandLine): number => command.failureExitCode ?? 1;

/** Milliseconds after which a run hangs. */
const HANGS = 6_000;

const createSpoiledMachine = (variant: FolderVariant): Jail => {
  const own = addVictim(copyMachine(place));
  variant.spoil(own, findPulledFolder(own));
  return own;
};

/** Runs a line; returns the violations and whether the machine is unchanged. */
const attackFolder = async (variant: FolderVariant, line: CommandLine, own: Jail) => {
  const before = takeSnapshot(own.root, [own.kept]);
  const ran = variant.hangs
    ? await runInJail(own, line.argv, {
        env: { ...env, ...createHomeEnv(own) },
        stdin: line.stdin,
        longest: HANGS,
      })
    : await run(own, line);
  const did = compareSnapshots(before, takeSnapshot(own.root, [own.kept]));
  const pulls = line.command.path === 'pull';
  const inside = `${findPulledFolder(own).slice(own.root.length + 1)}/`;
  const isBeyond = (path: string): boolean => !pulls || !path.startsWith(inside);
  const beyond = { ...did, changed: did.changed.filter(isBeyond), removed: did.removed.filter(isBeyond) };
  const wrong = [...findViolations({ line, form: PIPE, run: ran, did: beyond, kept: readStoredFiles(own) })];
  const meets = variant.met === 'all' ? pulls || openingLines.has(line) : variant.met === 'pull' && pulls;
  const said = ran.err.trim().slice(0, 200);
  if (meets && ran.code !== findRefusalExit(line))
    wrong.push(`exit ${ran.code}, not ${findRefusalExit(line)}: ${said}`);
  else if (meets && !variant.names?.test(ran.out + ran.err))
    wrong.push(`it does not say which file: ${said}`);
  return {
    wrong: wrong.map((each) => `toile ${line.argv.join(' ')}: ${each}`),
    isSame: Object.values(did).every((paths) => paths.length === 0),
  };
};

describe('an untrusted pulled folder', () => {
  it.for(Object.entries(FOLDER_VARIANTS))(
    '%s: changes no file and reports the folder',
    async ([, variant], { task }) => {
      const all: string[] = [];
      let own = createSpoiledMachine(variant);
      for (const line of chooseCommandLines(variant)) {
        const { wrong, isSame } = await attackFolder(variant, line, own);
        all.push(...wrong);
        if (isSame) continue;
        own.remove();
        own = createSpoiledMachine(variant);
      }
      own.remove();
      task.meta.tally = { runs: chooseCommandLines(variant).length };
      expectNoViolations(all);
    },
  );
});

it.skipIf(isToolMissing('bash', 'bash'))(
  'a clone runs nothing: neither a pull nor the next shell',
  async () => {
    const own = copyMachine(place);
    try {
      FOLDER_VARIANTS['a journal that leads to .bashrc, and an id that runs']?.spoil(
        own,
        findPulledFolder(own),
      );
      const bashrc = readFileSync(join(own.home, '.bashrc'), 'utf8');
      for (const argv of [
        ['pull', SEASON],
        ['pull', SEASON, '--delete'],
        ['stale', SEASON],
        ['diff', SEASON, 'GARM-101'],
      ]) {
        await runInJail(own, argv, { env: { ...env, ...createHomeEnv(own) } });
      }
      execFileSync('bash', ['--rcfile', join(own.home, '.bashrc'), '-ic', 'true'], {
        env: { HOME: own.home, PATH: process.env.PATH },
        stdio: 'ignore',
      });
      expect(existsSync(join(own.home, 'PWNED'))).toBe(false);
      expect(readFileSync(join(own.home, '.bashrc'), 'utf8')).toBe(bashrc);
    } finally {
      own.remove();
    }
  },
);

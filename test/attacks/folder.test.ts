import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../../src/commands/command-table.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { OWN } from './bodies.ts';
import { PIPE } from './forms.ts';
import { folderIn, VARIANTS, type Variant, withVictim } from './hostile-folders.ts';
import { between, type Jail, picture } from './jail.ts';
import { wrongIn } from './judge.ts';
import { KEY } from './key.ts';
import { FOLDERS, type Line, linesOf } from './lines.ts';
import { envOf, keptIn, machine, twin } from './machine.ts';
import { inJail } from './running.ts';
import { type Hostile, hostileService } from './service.ts';
import { started } from './starting.ts';
import { expectNothing } from './sweep.ts';
import { isHeld } from './world.ts';

const [SEASON] = FOLDERS;
let place: Jail;
let service: Hostile;
let env: Record<string, string>;
/** Lines that open the folder: they say so where there is none. */
const opening = new Set<Line>();

const run = (own: Jail, line: Line, more: readonly string[] = []) =>
  started([...more, ...line.argv], {
    home: own.home,
    cwd: own.work,
    env: { ...env, ...homeOf(own) },
    stdin: line.stdin ?? '',
  });
const homeOf = ({ home, kept }: Jail) => ({ HOME: home, TOILE_HOME: kept });

/** A season that was pulled in good faith: designs of one's own and a garment. */
beforeAll(async () => {
  place = withVictim(machine());
  service = await hostileService(['Coat', 'Linen shirt', 'Parka', 'Skirt'], { honest: true });
  env = envOf(place, service.baseUrl);
  for (const garments of [[], ['GARM-101', OWN.garment]]) {
    const argv = ['pull', SEASON, ...garments];
    const { code, err } = await started(argv, { home: place.home, cwd: place.work, env });
    if (code !== 0) throw new Error(`nothing was pulled: ${err}`);
  }
  const empty = twin(place);
  rmSync(folderIn(empty), { recursive: true });
  for (const line of lines) if (/no_mirror/.test((await run(empty, line, ['--json'])).err)) opening.add(line);
  empty.remove();
});
afterAll(async () => {
  await service?.close();
  place?.remove();
});

/** Each command that takes a folder, in good faith and with what removes and replaces; and `--sandbox-from` before the others. */
const lines: readonly Line[] = commandTable
  .filter((command) => !isHeld(command))
  .flatMap((command): readonly Line[] => {
    const all = linesOf(command, { baseUrl: 'http://127.0.0.1:9', key: KEY, names: ['x'] });
    const [first] = all;
    const naming = all.filter(
      ({ argv, first: isFirst }) => argv.includes(SEASON) && (isFirst || argv.includes('--delete')),
    );
    if (naming.length > 0) return naming;
    const isFrom = command.targetFlags?.includes('sandbox-from') ?? command.targetFlags === undefined;
    return isFrom && first ? [{ ...first, argv: ['--sandbox-from', SEASON, ...first.argv] }] : [];
  });

/** What hangs takes a process and a while: the commands that name the folder, and one that is served by it. */
const linesFor = ({ hangs }: Variant): readonly Line[] => {
  if (!hangs) return lines;
  const served = lines.findIndex(({ argv }) => argv.includes('--sandbox-from') && argv.includes('graph'));
  return lines.filter(({ argv }, at) => !argv.includes('--sandbox-from') || at === served);
};

/** Exit codes of a refusal. */
const refusal = ({ command }: Line): number => command.failureExitCode ?? 1;

/** Milliseconds after which a run hangs. */
const HANGS = 6_000;

const spoiled = (variant: Variant): Jail => {
  const own = withVictim(twin(place));
  variant.spoil(own, folderIn(own));
  return own;
};

/** What is wrong with a line on that machine; and whether anything there is another now. */
const attacked = async (variant: Variant, line: Line, own: Jail) => {
  const before = picture(own.root, [own.kept]);
  const ran = variant.hangs
    ? await inJail(own, line.argv, {
        env: { ...env, ...homeOf(own) },
        stdin: line.stdin,
        longest: HANGS,
      })
    : await run(own, line);
  const did = between(before, picture(own.root, [own.kept]));
  const pulls = line.command.path === 'pull';
  const inside = `${folderIn(own).slice(own.root.length + 1)}/`;
  const isBeyond = (path: string): boolean => !pulls || !path.startsWith(inside);
  const beyond = { ...did, changed: did.changed.filter(isBeyond), removed: did.removed.filter(isBeyond) };
  const wrong = [...wrongIn({ line, form: PIPE, run: ran, did: beyond, kept: keptIn(own) })];
  const meets = variant.met === 'all' ? pulls || opening.has(line) : variant.met === 'pull' && pulls;
  const said = ran.err.trim().slice(0, 200);
  if (meets && ran.code !== refusal(line)) wrong.push(`exit ${ran.code}, not ${refusal(line)}: ${said}`);
  else if (meets && !variant.names?.test(ran.out + ran.err))
    wrong.push(`it does not say which file: ${said}`);
  return {
    wrong: wrong.map((each) => `toile ${line.argv.join(' ')}: ${each}`),
    isSame: Object.values(did).every((paths) => paths.length === 0),
  };
};

describe('an untrusted pulled folder', () => {
  it.for(Object.entries(VARIANTS))(
    '%s: nothing is touched, and it is said',
    async ([, variant], { task }) => {
      const all: string[] = [];
      let own = spoiled(variant);
      for (const line of linesFor(variant)) {
        const { wrong, isSame } = await attacked(variant, line, own);
        all.push(...wrong);
        if (isSame) continue;
        own.remove();
        own = spoiled(variant);
      }
      own.remove();
      task.meta.tally = { runs: linesFor(variant).length };
      expectNothing(all);
    },
  );
});

it.skipIf(isToolMissing('bash', 'bash'))(
  'a clone runs nothing: neither a pull nor the next shell',
  async () => {
    const own = twin(place);
    try {
      VARIANTS['a journal that leads to .bashrc, and an id that runs']?.spoil(own, folderIn(own));
      const bashrc = readFileSync(join(own.home, '.bashrc'), 'utf8');
      for (const argv of [
        ['pull', SEASON],
        ['pull', SEASON, '--delete'],
        ['stale', SEASON],
        ['diff', SEASON, 'GARM-101'],
      ]) {
        await inJail(own, argv, { env: { ...env, ...homeOf(own) } });
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

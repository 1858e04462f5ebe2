import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../src/commands/command-table.ts';
import { EXIT_CODES } from '../../src/platform/errors.ts';
import { isInteractive } from './attack-commands.ts';
import { listCommandLines } from './command-lines.ts';
import { createMachine, createMachineEnv } from './create-machine.ts';
import { EXPORT_BYTES, type Flood, type FloodServer, startFlood } from './floods.ts';
import type { Jail } from './jail.ts';
import { KEY } from './reflected-keys.ts';
import { type JailRun, type JailRunOptions, runInJail } from './run-in-jail.ts';
import { expectNoViolations } from './test-every-command.ts';

/** Memory limits in MiB during a flood; an idle run needs about 80. */
const BODY_MIB = 640;
const STREAM_MIB = 200;
/** Time limits in ms for giving up a flood and for obeying a signal. */
const TIMEOUT_MS = 15_000;
const SIGNAL_MS = 1_000;

interface FloodedRun extends JailRun {
  readonly asked: readonly string[];
  readonly place: Jail;
}

const runFlooded = async (
  flood: Flood,
  argv: (baseUrl: string) => readonly string[],
  more: Partial<JailRunOptions> | ((service: FloodServer) => Partial<JailRunOptions>) = {},
  after: (ended: FloodedRun) => void = () => undefined,
): Promise<FloodedRun> => {
  const place = createMachine();
  const service = await startFlood(flood);
  try {
    const env = createMachineEnv(place, service.baseUrl);
    const ended = {
      ...(await runInJail(place, argv(service.baseUrl), {
        env,
        longest: TIMEOUT_MS,
        ...(typeof more === 'function' ? more(service) : more),
      })),
      asked: service.asked,
      place,
    };
    after(ended);
    return ended;
  } finally {
    await service.close();
    place.remove();
  }
};

/** Finds the violations of a run with a flood. */
const findViolations = (
  { code, out, err, peak, asked, after }: FloodedRun,
  most: number,
): readonly string[] => {
  const wrong: string[] = [];
  if (!(code in EXIT_CODES)) wrong.push(`it was killed after ${TIMEOUT_MS} ms`);
  if (/internal error in toile|Warning|heap|\n\s+at /.test(err + out))
    wrong.push(`it did not understand itself: ${err.slice(0, 200)}`);
  if (peak > most) wrong.push(`it had ${peak} MiB, more than ${most}`);
  const twice = asked.filter((each, at) => asked.indexOf(each) < at);
  if (after === undefined && twice.length > 0)
    wrong.push(`it asked again: ${twice[0]} (${twice.length} times)`);
  return wrong;
};

const commands = commandTable.filter(
  (command) => !isInteractive(command) && !['steps', 'text'].includes(command.resultKind),
);

describe('a body without end', () => {
  it.concurrent.for(commands.map((command) => [command.path, command] as const))(
    '%s gives it up',
    async ([, command], { task }) => {
      const [line] = listCommandLines(command, { baseUrl: '', key: KEY, names: ['x'] });
      if (line === undefined) return expect.unreachable();
      const run = await runFlooded(
        'endless',
        (baseUrl) => listCommandLines(command, { baseUrl, key: KEY, names: ['x'] })[0]?.argv ?? [],
        { stdin: line.stdin },
      );
      task.meta.tally = { runs: 1 };
      expectNoViolations(
        findViolations(run, BODY_MIB).map((each) => `toile ${line.argv.join(' ')}: ${each}`),
      );
    },
  );

  it.for([
    ['endless error', ['me']],
    ['bomb', ['me']],
    ['bomb', ['tools', 'ls']],
    ['endless bomb', ['graph', 'GARM-101']],
    ['endless bomb', ['pull', 'season']],
    ['deep', ['designs', 'ls']],
  ] as const)('%s: %j', async ([flood, argv], { task }) => {
    const run = await runFlooded(flood, () => argv);
    task.meta.tally = {
      runs: 1,
      measured: [
        `${flood}, toile ${argv.join(' ')}: ${run.peak} MiB, ${Math.round(run.ms)} ms, exit ${run.code}`,
      ],
    };
    expectNoViolations(findViolations(run, BODY_MIB));
  });
});

describe('an export that is too large for memory', () => {
  it.for([
    [
      'pull',
      ['pull', 'season', '--exports', 'svg'],
      'season/designs/coat--00000000-0000-4000-8000-000000005117/export.technical_designer.svg',
    ],
    ['export', ['export', 'GARM-5117', '-o', 'large.svg'], 'large.svg'],
  ] as const)('%s streams it to the disk', { timeout: 300_000 }, async ([, argv, file], { task }) => {
    let size = 0;
    const run = await runFlooded(
      'a large export',
      () => argv,
      { longest: 240_000 },
      ({ place }) => {
        size = statSync(join(place.work, file), { throwIfNoEntry: false })?.size ?? 0;
        rmSync(join(place.work, file), { force: true });
      },
    );
    task.meta.tally = {
      runs: 1,
      measured: [
        `${Math.round(EXPORT_BYTES / 1e6)} MB, toile ${argv.join(' ')}: ${run.peak} MiB, ${Math.round(run.ms)} ms, exit ${run.code}`,
      ],
    };
    expectNoViolations([
      ...findViolations(run, STREAM_MIB),
      ...(size === EXPORT_BYTES ? [] : [`the file has ${size} bytes: ${run.err.slice(0, 200)}`]),
    ]);
  });
});

describe('work that takes long', () => {
  it.for([
    ['a drawing of groups in groups', ['export', 'GARM-5117', '-o', 'x.svg']],
    ['later', ['me']],
    ['later', ['designs', 'ls', '--all']],
  ] as const)('%s ends without a signal: %j', async ([flood, argv], { task }) => {
    const run = await runFlooded(flood, () => argv);
    task.meta.tally = {
      runs: 1,
      measured: [`${flood}, toile ${argv.join(' ')}: ${Math.round(run.ms)} ms, exit ${run.code}`],
    };
    expectNoViolations(findViolations(run, BODY_MIB));
  });

  // The signal comes this many milliseconds after the request arrived or was answered.
  it.for([
    ['silence', ['me'], 'asked', /./, 200],
    ['drip', ['me'], 'asked', /./, 300],
    ['drip', ['tools', 'ls'], 'asked', /./, 300],
    ['endless', ['graph', 'GARM-101'], 'asked', /./, 100],
    ['endless bomb', ['me'], 'asked', /./, 100],
    ['later', ['pull', 'season'], 'asked', /./, 300],
    ['an endless export', ['export', 'GARM-5117', '-o', 'x.svg'], 'asked', /^\/dl/, 400],
    ['an endless export', ['pull', 'season', '--exports', 'svg'], 'asked', /^\/dl/, 400],
    ['a drawing of groups in groups', ['export', 'GARM-5117', '-o', 'x.svg'], 'answered', /^\/dl/, 1_000],
    ['a large graph', ['graph', 'GARM-101'], 'answered', /graph/, 200],
    ['a large graph', ['graph', 'GARM-101', '--jsonl'], 'answered', /graph/, 200],
    ['a large graph', ['diff', 'GARM-101', 'GARM-101@factory'], 'answered', /graph/, 200],
  ] as const)(
    '%s: SIGTERM ends it within a second: %j',
    { retry: 1 },
    async ([flood, argv, what, path, ms], { task }) => {
      const run = await runFlooded(
        flood,
        () => argv,
        (service) => ({ stopWhen: () => service.since(path)[what] > ms }),
      );
      const after = run.after === undefined ? 'before it' : `${Math.round(run.after)} ms`;
      task.meta.tally = {
        runs: 1,
        measured: [`${flood}, toile ${argv.join(' ')}: ends ${after} after SIGTERM, exit ${run.code}`],
      };
      const late = (run.after ?? 0) > SIGNAL_MS ? [`it ended ${after} after the signal`] : [];
      const many = run.asked.length > 20 ? [`it asked ${run.asked.length} times`] : [];
      expectNoViolations([...findViolations(run, BODY_MIB), ...late, ...many]);
    },
  );
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runMain } from '../../src/cli/main.ts';
import { createStandardStreams } from '../../src/cli/terminal/standard-streams.ts';
import { chooseSingleSender } from '../../src/service/http/choose-fetch.ts';
import { createHttpFetch } from '../../src/service/http/http-fetch.ts';
import type { NetworkedSystem } from '../../src/service/http/transport-options.ts';
import { assertContract } from './assert-contract.ts';
import { sleepInSteps } from './sleep-in-steps.ts';

export interface ToileRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunSetting {
  /** A terminal of this width, or none. */
  readonly columns?: number | undefined;
  /** The width of the terminal behind stderr where stdout is a pipe. */
  readonly errColumns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly now?: number;
  readonly network?: NetworkedSystem['network'];
  readonly home?: string;
  /** The working folder (default: the home). */
  readonly cwd?: string;
  readonly signal?: AbortSignal;
  /** Called with all of stderr so far after each write. */
  readonly onStderr?: (text: string) => void;
  /** Types into the terminal: called with the input and all of stderr so far. */
  readonly typing?: (input: PassThrough, text: string) => void;
  /** How much faster time passes in waits (default: 100). */
  readonly haste?: number;
}

class Capture extends Writable {
  text = '';
  isTTY: boolean;
  columns: number | undefined;
  readonly onStderr: ((text: string) => void) | undefined;
  constructor(columns: number | undefined, onStderr?: (text: string) => void) {
    super({ decodeStrings: false });
    this.onStderr = onStderr;
    this.isTTY = columns !== undefined;
    this.columns = columns;
  }
  /** The cursor methods that a spinner calls; they do nothing. */
  cursorTo = (): boolean => true;
  clearLine = (): boolean => true;
  moveCursor = (): boolean => true;
  override _write(chunk: string | Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.onStderr?.(this.text);
    done();
  }
}

/** A day on which the sample designs have ages. */
export const NOW = Date.parse('2026-11-21T09:00:00Z');

/** Creates an empty home that is removed after the test. */
export const createHome = async (): Promise<string> => {
  const home = await mkdtemp(join(tmpdir(), 'toile-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  return home;
};

/** Runs a command line in this process. Only the outside world is replaced, nothing is mocked. */
export const runToile = async (argv: readonly string[], setting: RunSetting = {}): Promise<ToileRun> => {
  const { columns, env = {}, stdin, now = NOW, haste = 100 } = setting;
  const home = setting.home ?? (await createHome());
  const stdout = new Capture(columns);
  const silent = new PassThrough();
  const stderr = new Capture(setting.errColumns ?? columns, (text) => {
    setting.onStderr?.(text);
    setting.typing?.(silent, text);
  });
  if (columns === undefined) silent.end();
  const source: Readable = stdin === undefined ? silent : Readable.from([stdin]);
  const input = Object.assign(source, { isTTY: stdin === undefined && columns !== undefined });
  let moved = 0;
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed / 2147483648;
  };
  const fullEnv = { HOME: home, TOILE_HOME: join(home, 'toile'), ...env };
  const system: NetworkedSystem = {
    env: fullEnv,
    io: createStandardStreams({ env: fullEnv, stdin: input, stdout, stderr }),
    clock: {
      now: () => now + moved,
      // Waits take a hundredth of their time, but stay shorter than limits on answers.
      sleep: async (ms, signal) => {
        await sleepInSteps(ms / haste, signal);
        moved += ms;
      },
    },
    random,
    randomBytes: (length) => Uint8Array.from({ length }, () => Math.floor(random() * 256)),
    signal: setting.signal ?? new AbortController().signal,
    runBlocking: (work) => work(),
    version: '0.0.0-test',
    runtime: 'Node 20.18.1',
    self: { command: process.execPath, args: [] },
    platform: {
      platform: process.platform,
      home,
      cwd: setting.cwd ?? home,
      uid: process.getuid?.(),
      pid: process.pid,
    },
    isProcessAlive: () => true,
    network: setting.network ?? (async () => createHttpFetch()),
    singleSender: setting.network ?? (() => chooseSingleSender(fullEnv)),
    isDebug: (globalFlags) => globalFlags.debug === true,
  };
  const code = await runMain(argv, system);
  await assertContract(argv, { code, out: stdout.text, err: stderr.text });
  return { code, out: stdout.text, err: stderr.text };
};

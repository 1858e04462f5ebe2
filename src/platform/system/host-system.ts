import type { Readable, Writable } from 'node:stream';
import type { ToileError } from '../errors.ts';
import type { ShellSafe } from '../escape/shell.ts';
import type { WorkflowSafe } from '../escape/workflow-commands.ts';
import type { Redactor } from '../redactor.ts';
import type { Clock, EnvVariables, GlobalFlags, ProgressEvent, UserPrompts } from '../shared-types.ts';
import { MAX_TIMER_MS } from '../size-limits.ts';
import { findHomeDirectory } from './app-directories.ts';
import type { ShutdownHandler } from './shutdown.ts';

declare const __TOILE_VERSION__: string;

/** An output stream with its width and colour. Commands write to stdout and stderr only through it. */
export interface OutputStream {
  readonly terminal: boolean;
  /** The width of the output in columns; 80 if it is unknown. */
  readonly columns: number;
  readonly colour: boolean;
  /** Resolves when the bytes are written, or when the reader has closed the stream. */
  write(text: string | Uint8Array): Promise<void>;
}

interface InputStream {
  readonly terminal: boolean;
  /** Reads all input as text. If the signal aborts, rejects with the reason of the signal. */
  readText(signal: AbortSignal): Promise<string>;
  /** Reads all input as text. Stops and returns undefined as soon as more than `maxBytes` bytes were read. */
  readTextWithin(signal: AbortSignal, maxBytes: number): Promise<string | undefined>;
  readonly stream: Readable;
}

/** The standard streams of the program, with the redactor of its output. */
export interface StandardStreams {
  readonly out: OutputStream;
  readonly err: OutputStream;
  /** Writes a workflow command of GitHub Actions to stderr. */
  writeWorkflowCommand(line: WorkflowSafe): Promise<void>;
  readonly input: InputStream;
  /** Removes secrets from texts. Everything written to stderr is redacted with it, but output to stdout is not. */
  readonly secrets: Redactor;
  readonly promptOutput: Writable;
  /** Calls the listener once when stdout is closed. The argument `error` is undefined if the reader closed the pipe. */
  onStdoutClosed(listener: (error?: Error) => void): void;
  restoreCursor(): void;
}

/** stdout, reserved for the messages of a protocol. All other output of the program goes to stderr. */
export interface ReservedStdout {
  readonly output: Writable;
  /**
   * Ends the reservation of stdout for the messages of a protocol. The program then writes its other output to stdout
   * again, and no longer to stderr.
   */
  release(): void;
}

/** The environment, streams, clock, randomness, signals and machine that the program uses. Tests replace it. */
export interface HostSystem {
  readonly env: EnvVariables;
  readonly io: StandardStreams;
  readonly clock: Clock;
  random(): number;
  randomBytes(length: number): Uint8Array;
  /**
   * The stdout that is reserved for the messages of a protocol. Absent unless the command line contains `mcp serve`.
   */
  readonly reservedStdout?: ReservedStdout;
  /** Aborts on SIGHUP, SIGINT or SIGTERM. The reason is the error of that signal, for example Interrupted. */
  readonly signal: AbortSignal;
  /** Runs synchronous work that blocks the event loop. While the work runs, a signal ends the process immediately. */
  runBlocking<T>(work: () => T): T;
  readonly version: string;
  /** The name and version of the runtime, for example `Node 20.18.1`. */
  readonly runtime: string;
  /** The command and arguments that start this program again. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  readonly platform: {
    readonly platform: NodeJS.Platform;
    readonly home: string;
    readonly cwd: string;
    readonly uid: number | undefined;
    readonly pid: number;
  };
  /** Returns true if a process with this id runs, also one of another user. */
  isProcessAlive(pid: number): boolean;
  isDebug(globalFlags: GlobalFlags): boolean;
}

/** The system, the global flags, the prompts and the time limits of one run. */
export interface RunSettings {
  readonly system: HostSystem;
  readonly signal: AbortSignal;
  readonly globalFlags: GlobalFlags;
  /**
   * The first words of each command that toile suggests to the user: `toile`, followed by flags that select the same
   * service again, for example `toile --sandbox`.
   */
  readonly toile: ShellSafe;
  readonly ask: UserPrompts;
  /** The time in milliseconds that one request may wait for the rate limit and for retries. It may be Infinity. */
  readonly requestMaxWaitMs: number;
  /** The time in milliseconds that the whole command may wait. It is Infinity without `--max-wait`. */
  readonly maxWaitMs: number;
  readonly requestTimeoutMs: number | undefined;
  report(event: ProgressEvent): void;
  /** Converts any error to a ToileError, so that a command can report it and continue. */
  explainError(error: unknown): ToileError;
}

/** Waits `ms` milliseconds. `ms` must not exceed MAX_TIMER_MS, the limit of one timer. */
const runTimer = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const cancel = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', cancel);
      resolve();
    }, ms);
    signal?.addEventListener('abort', cancel, { once: true });
  });

/** The clock of this machine. Its `sleep` uses several timers for a wait longer than MAX_TIMER_MS. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    for (let remainingMs = ms; ; remainingMs -= MAX_TIMER_MS) {
      await runTimer(Math.min(remainingMs, MAX_TIMER_MS), signal);
      if (remainingMs <= MAX_TIMER_MS) return;
    }
  },
};

const isProcessAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Creates the HostSystem of this process. `entry` is the file that starts toile. It is undefined if toile is a single
 * executable.
 */
export const createHostSystem = (
  entry: string | undefined,
  io: StandardStreams,
  { signal, runBlocking }: ShutdownHandler,
): HostSystem => {
  const { env } = process;
  // The variable `NoDefaultCurrentDirectoryInExePath` prevents Windows from looking for programs in the working folder,
  // which may belong to another user.
  if (process.platform === 'win32') env.NoDefaultCurrentDirectoryInExePath = '1';
  return {
    env,
    io,
    clock: systemClock,
    random: Math.random,
    randomBytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
    signal,
    runBlocking,
    version: __TOILE_VERSION__,
    runtime: process.versions.bun ? `Bun ${process.versions.bun}` : `Node ${process.versions.node}`,
    self: { command: process.execPath, args: entry === undefined ? [] : [entry] },
    platform: {
      platform: process.platform,
      home: findHomeDirectory(),
      cwd: process.cwd(),
      uid: process.getuid?.(),
      pid: process.pid,
    },
    isProcessAlive,
    isDebug: (globalFlags) => globalFlags.debug === true || !['', '0', undefined].includes(env.TOILE_DEBUG),
  };
};

/** Runs the built program in its own process group, with faults at its steps and a time limit. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFakedClocks } from '../support/remove-faked-clocks.ts';
import { BIN, createEnv } from '../support/run-program.ts';
import type { FaultRow } from './fault-row.ts';
import type { Service } from './lab-service.ts';

/** The fault at a step: see preload.c. */
const MODES = { count: 0, kill: 1, half: 2, fail: 3, full: 4, stop: 5, power: 6 } as const;
export type FaultMode = keyof typeof MODES;

export interface Fault {
  readonly mode: FaultMode;
  /** The step, from 1. */
  readonly at: number;
  /** For `fail` and `full`. */
  readonly errno?: number;
}

export interface ProgramStep {
  readonly what: string;
  readonly path: string;
}

export interface RunResult {
  readonly argv: readonly string[];
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
  /** It was killed because it exceeded its time limit. */
  readonly late: boolean;
  /** The writes and sends of the program, if steps were watched. */
  readonly steps: readonly ProgramStep[];
  /** The arguments, the exit code and the start of the output, for messages. */
  toString(): string;
}

export interface RunningProgram {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<RunResult>;
  /** The text on stdout and stderr so far. */
  text(): string;
  kill(signal: NodeJS.Signals): void;
  /** Resolves to true after the step occurred that many times, to false when the program ends first. Needs watched steps. */
  waitForStep(step: ProgramStep, times?: number): Promise<boolean>;
  /** Resolves to true when the program is stopped at its step, to false when it ends first. */
  waitForStop(): Promise<boolean>;
  resume(): void;
  /** Resumes its whole process group. */
  resumeAll(): void;
  /** Sends SIGKILL to its whole process group. */
  killAll(): void;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Text for stdin; `'open'` leaves it open. Without it, stdin is /dev/null. */
  readonly stdin?: string;
  /** Watches steps below the folders of the user and `roots`. */
  readonly fault?: Fault;
  readonly roots?: readonly string[];
  /** Counts only steps of this kind whose path contains this part. */
  readonly only?: ProgramStep;
  /** Ignores steps whose path contains one of these; `network` stands for sends. */
  readonly skip?: readonly string[];
  /** The argument of `faketime -f`. */
  readonly time?: string;
  /** Milliseconds after which the program is killed and reported as endless. */
  readonly limit?: number;
  /** A program and its arguments that start the program. */
  readonly through?: readonly string[];
  readonly stdout?: number;
}

const LIMIT = 30_000;

/** A user of the program: environment, home and working folder. */
export interface TestUser {
  readonly root: string;
  readonly home: string;
  readonly work: string;
  readonly env: Readonly<Record<string, string>>;
  run(argv: readonly string[], how?: RunOptions): Promise<RunResult>;
  start(argv: readonly string[], how?: RunOptions): RunningProgram;
  /** Creates another user with a copy of all files. */
  copy(): TestUser;
  file(name: string): string;
  remove(): void;
}

const findLabPath = (name: string): string => join(process.env.LAB_FOLDER ?? tmpdir(), name);

const findCodeFolder = (user: TestUser): string => join(user.home, 'cache', 'code');

/** Gives a new home the code that V8 compiled for earlier users, because compiling it takes time. */
const copyCompiledCode = async (user: TestUser): Promise<void> => {
  const stored = findLabPath('code');
  if (existsSync(stored)) return cpSync(stored, findCodeFolder(user), { recursive: true });
  await user.run(['accounts', 'ls']);
  storeCompiledCode(user);
};

/** Stores newly compiled code for the users that follow. */
const storeCompiledCode = (user: TestUser): void => {
  const code = findCodeFolder(user);
  if (existsSync(code))
    cpSync(code, findLabPath('code'), {
      recursive: true,
      force: false,
      filter: (path) => !/\.\d+$/.test(path),
    });
};

const createUserAt = (root: string, more: Readonly<Record<string, string>>, row?: FaultRow): TestUser => {
  const home = join(root, 'toile');
  const work = join(root, 'work');
  mkdirSync(work, { recursive: true });
  const env = { ...createEnv(root), TOILE_HOME: home, TOILE_RATE: '1000000/1s', LANG: 'C.UTF-8', ...more };
  const user: TestUser = {
    root,
    home,
    work,
    env,
    run: (argv, how) => user.start(argv, how).ended,
    start: (argv, how = {}) => startProgram(user, argv, how, row),
    copy() {
      const other = mkdtempSync(findLabPath('user-'));
      cpSync(root, other, { recursive: true, verbatimSymlinks: true });
      return createUserAt(other, more, row);
    },
    file: (name) => join(work, name),
    remove() {
      storeCompiledCode(user);
      rmSync(root, { recursive: true, force: true });
    },
  };
  return user;
};

/** Creates a user who is signed in to the service by the environment. Their runs are checked for the row, if there is one. */
export const createUser = async (
  { base, key }: Pick<Service, 'base' | 'key'>,
  row: FaultRow | undefined,
): Promise<TestUser> => {
  const signedIn = { TOILE_BASE_URL: base, TOILE_API_KEY: key };
  const user = createUserAt(mkdtempSync(findLabPath('place-')), signedIn, row);
  await copyCompiledCode(user);
  return user;
};

let states = 0;

const isStopped = (pid: number): boolean | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  } catch {
    return undefined;
  }
};

const createFaultEnv = (
  user: TestUser,
  fault: Fault,
  { roots = [], skip, only }: RunOptions,
): Record<string, string> => {
  states += 1;
  const state = join(user.root, `.lab-${states}`);
  const numbers = Buffer.alloc(16);
  numbers.writeUInt32LE(fault.mode === 'count' ? 0 : fault.at, 4);
  numbers.writeUInt32LE(MODES[fault.mode], 8);
  numbers.writeInt32LE(fault.errno ?? 0, 12);
  writeFileSync(state, numbers);
  return {
    LAB_STATE: state,
    LAB_LOG: `${state}.log`,
    LAB_ROOT: [user.home, user.work, ...roots].join(':'),
    ...(skip !== undefined && { LAB_SKIP: skip.join(':') }),
    ...(only !== undefined && { LAB_ONLY: `${only.what} ${only.path}` }),
    LD_PRELOAD: process.env.LAB_PRELOAD ?? '',
    UV_USE_IO_URING: '0',
  };
};

const readSteps = (log: string | undefined, root: string): readonly ProgramStep[] => {
  if (log === undefined || !existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const [, what = '', ...path] = line.split(' ');
    return { what, path: path.join(' ').replace(root, '') };
  });
};

const startProgram = (
  user: TestUser,
  argv: readonly string[],
  how: RunOptions,
  row?: FaultRow,
): RunningProgram => {
  const watching = how.fault ? createFaultEnv(user, how.fault, how) : {};
  const faked = how.time === undefined ? [] : ['faketime', '-f', how.time];
  if (how.time !== undefined) removeFakedClocks();
  const [command = '', ...args] = [...(how.through ?? []), ...faked, process.execPath, BIN, ...argv];
  const began = performance.now();
  const env: Record<string, string> = { ...user.env, ...watching };
  for (const [name, value] of Object.entries(how.env ?? {})) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  // Each byte of this file counts one program.
  appendFileSync(findLabPath('programs'), '.');
  const child = spawn(command, args, {
    cwd: how.cwd ?? user.work,
    env,
    detached: true,
    stdio: [how.stdin === undefined ? 'ignore' : 'pipe', how.stdout ?? 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  let [out, err, late, over] = ['', '', false, false];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin?.on('error', () => undefined);
  if (how.stdin !== undefined && how.stdin !== 'open') child.stdin?.end(how.stdin);
  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-pid, signal);
    } catch {
      // It is gone already.
    }
  };
  const timer = setTimeout(() => {
    late = true;
    signalGroup('SIGKILL');
  }, how.limit ?? LIMIT);
  const ended = new Promise<RunResult>((resolve) => {
    const finish = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      const steps = readSteps(watching.LAB_LOG, user.root);
      if (watching.LAB_STATE) rmSync(watching.LAB_STATE, { force: true });
      if (watching.LAB_LOG) rmSync(watching.LAB_LOG, { force: true });
      const ms = performance.now() - began;
      const text = () => describeRun(argv, code ?? signal, out, err);
      const result = { argv, code, signal, out, err, ms, late, steps, toString: text };
      resolve(row ? checkRun(row, result) : result);
    };
    child.once('error', () => finish(null, null));
    child.once('close', finish);
    // A process that it left behind may hold its output open.
    child.once('exit', (code, signal) => setTimeout(() => finish(code, signal), 1500).unref());
  });
  return {
    child,
    pid,
    ended,
    text: () => out + err,
    kill: (signal) => void child.kill(signal),
    async waitForStep({ what, path }, times = 1) {
      const counts = new Map<string, number>();
      while (!over) {
        counts.clear();
        for (const step of readSteps(watching.LAB_LOG, user.root))
          if (step.what === what && step.path.includes(path))
            counts.set(step.path, (counts.get(step.path) ?? 0) + 1);
        if ([...counts.values()].some((count) => count >= times)) return true;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return false;
    },
    async waitForStop() {
      while (!over) {
        if (isStopped(pid) === true) return true;
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      return false;
    },
    resume: () => void child.kill('SIGCONT'),
    resumeAll: () => signalGroup('SIGCONT'),
    killAll: () => signalGroup('SIGKILL'),
  };
};

/** Reads the error that `--json` prints; an empty object without one. */
export const readError = ({ err }: RunResult): Readonly<Record<string, unknown>> => {
  try {
    const value = JSON.parse(err.trim().split('\n').at(-1) ?? '') as { error?: Record<string, unknown> };
    return value.error ?? {};
  } catch {
    return {};
  }
};

const describeRun = (
  argv: readonly string[],
  end: number | string | null,
  out: string,
  err: string,
): string => `${argv.join(' ')} -> ${end}, ${JSON.stringify(`${out.slice(0, 200)} | ${err.slice(0, 500)}`)}`;

/** Checks what every run must fulfil, whatever the fault: no internal error, no crash, an end. */
const checkRun = (row: FaultRow, ended: RunResult): RunResult => {
  const { code, signal, err, late } = ended;
  if (/internal error in toile/.test(err) || /\n\s+at .+:\d+:\d+/.test(err)) row.report('inside', ended);
  if (signal === 'SIGABRT' || signal === 'SIGSEGV' || code === 134 || code === 139)
    row.report('inside', ended);
  if (late) row.report('other', `never ends: ${ended}`);
  return ended;
};

/** Runs the built program: in a process group of its own, with faults at its steps, and always to an end. */
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
import type { Service } from './service.ts';
import type { Row } from './tally.ts';

/** What happens at a step: see preload.c. */
const MODES = { count: 0, kill: 1, half: 2, fail: 3, full: 4, stop: 5, power: 6 } as const;
export type Mode = keyof typeof MODES;

export interface Fault {
  readonly mode: Mode;
  /** The step, from 1. */
  readonly at: number;
  /** For `fail` and `full`. */
  readonly errno?: number;
}

export interface Step {
  readonly what: string;
  readonly path: string;
}

export interface Ended {
  readonly argv: readonly string[];
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
  /** It was ended here, since it went on for longer than it may. */
  readonly late: boolean;
  /** What it changed and sent, where steps were watched. */
  readonly steps: readonly Step[];
}

export interface Running {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Text that has come on stdout and stderr so far. */
  text(): string;
  kill(signal: NodeJS.Signals): void;
  /** Resolves when it took such a step so often; false where it ended before. Steps have to be watched. */
  reached(step: Step, times?: number): Promise<boolean>;
  /** Resolves when it stands still at its step; false where it ended before. */
  stopped(): Promise<boolean>;
  goOn(): void;
  /** The same for all that it started, and what was put before it. */
  goOnAll(): void;
  /** kill -9 for all of them. */
  goneAll(): void;
}

export interface How {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Text for stdin; `'open'` leaves it open; nothing where it is not said. */
  readonly stdin?: string;
  /** Watches steps, below the place and `roots`. */
  readonly fault?: Fault;
  readonly roots?: readonly string[];
  /** Only such steps, and a part of their paths. */
  readonly only?: Step;
  /** Parts of paths that are no steps all the same; `network` for what is sent. */
  readonly skip?: readonly string[];
  /** What `faketime -f` takes. */
  readonly time?: string;
  /** Milliseconds after which it is killed and counts as never ending. */
  readonly limit?: number;
  /** Put before the program: another program that starts it. */
  readonly through?: readonly string[];
  readonly stdout?: number;
}

const LIMIT = 30_000;

/** Folders for one user: home, state, and where the commands are typed. */
export interface Place {
  readonly root: string;
  readonly home: string;
  readonly work: string;
  readonly env: Readonly<Record<string, string>>;
  run(argv: readonly string[], how?: How): Promise<Ended>;
  start(argv: readonly string[], how?: How): Running;
  /** Another place with a copy of all that is in this one. */
  copy(): Place;
  file(name: string): string;
  remove(): void;
}

const inFolder = (name: string): string => join(process.env.LAB_FOLDER ?? tmpdir(), name);

const findCodeFolder = (place: Place): string => join(place.home, 'cache', 'code');

/** Gives a fresh home the code that V8 compiled in earlier places, so that few programs have to compile it again. */
const copyCompiledCode = async (place: Place): Promise<void> => {
  const stored = inFolder('code');
  if (existsSync(stored)) return cpSync(stored, findCodeFolder(place), { recursive: true });
  await place.run(['accounts', 'ls']);
  storeCompiledCode(place);
};

/** Keeps the code of further commands for the places that follow. */
const storeCompiledCode = (place: Place): void => {
  const code = findCodeFolder(place);
  if (existsSync(code))
    cpSync(code, inFolder('code'), { recursive: true, force: false, filter: (path) => !/\.\d+$/.test(path) });
};

const placeAt = (root: string, more: Readonly<Record<string, string>>): Place => {
  const home = join(root, 'toile');
  const work = join(root, 'work');
  mkdirSync(work, { recursive: true });
  const env = { ...createEnv(root), TOILE_HOME: home, TOILE_RATE: '1000000/1s', LANG: 'C.UTF-8', ...more };
  const place: Place = {
    root,
    home,
    work,
    env,
    run: (argv, how) => place.start(argv, how).ended,
    start: (argv, how = {}) => start(place, argv, how),
    copy() {
      const other = mkdtempSync(inFolder('place-'));
      cpSync(root, other, { recursive: true, verbatimSymlinks: true });
      return placeAt(other, more);
    },
    file: (name) => join(work, name),
    remove() {
      storeCompiledCode(place);
      rmSync(root, { recursive: true, force: true });
    },
  };
  return place;
};

/** A fresh place, signed in by the environment where a service is named. */
export const newPlace = async (
  service?: Pick<Service, 'base' | 'key'>,
  more: Readonly<Record<string, string>> = {},
): Promise<Place> => {
  const signedIn: Record<string, string> = service
    ? { TOILE_BASE_URL: service.base, TOILE_API_KEY: service.key }
    : {};
  const place = placeAt(mkdtempSync(inFolder('place-')), { ...signedIn, ...more });
  await copyCompiledCode(place);
  return place;
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

const faultEnv = (place: Place, fault: Fault, { roots = [], skip, only }: How): Record<string, string> => {
  states += 1;
  const state = join(place.root, `.lab-${states}`);
  const numbers = Buffer.alloc(16);
  numbers.writeUInt32LE(fault.mode === 'count' ? 0 : fault.at, 4);
  numbers.writeUInt32LE(MODES[fault.mode], 8);
  numbers.writeInt32LE(fault.errno ?? 0, 12);
  writeFileSync(state, numbers);
  return {
    LAB_STATE: state,
    LAB_LOG: `${state}.log`,
    LAB_ROOT: [place.home, place.work, ...roots].join(':'),
    ...(skip !== undefined && { LAB_SKIP: skip.join(':') }),
    ...(only !== undefined && { LAB_ONLY: `${only.what} ${only.path}` }),
    LD_PRELOAD: process.env.LAB_PRELOAD ?? '',
    UV_USE_IO_URING: '0',
  };
};

const stepsIn = (log: string | undefined, root: string): readonly Step[] => {
  if (log === undefined || !existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const [, what = '', ...path] = line.split(' ');
    return { what, path: path.join(' ').replace(root, '') };
  });
};

const start = (place: Place, argv: readonly string[], how: How): Running => {
  const watching = how.fault ? faultEnv(place, how.fault, how) : {};
  const faked = how.time === undefined ? [] : ['faketime', '-f', how.time];
  if (how.time !== undefined) removeFakedClocks();
  const [command = '', ...args] = [...(how.through ?? []), ...faked, process.execPath, BIN, ...argv];
  const began = performance.now();
  const env: Record<string, string> = { ...place.env, ...watching };
  for (const [name, value] of Object.entries(how.env ?? {})) {
    if (value === undefined) delete env[name];
    else env[name] = value;
  }
  // One byte for each, counted at the end.
  appendFileSync(inFolder('programs'), '.');
  const child = spawn(command, args, {
    cwd: how.cwd ?? place.work,
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
  const ended = new Promise<Ended>((resolve) => {
    const done = (code: number | null, signal: NodeJS.Signals | null): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      const steps = stepsIn(watching.LAB_LOG, place.root);
      if (watching.LAB_STATE) rmSync(watching.LAB_STATE, { force: true });
      if (watching.LAB_LOG) rmSync(watching.LAB_LOG, { force: true });
      resolve({ argv, code, signal, out, err, ms: performance.now() - began, late, steps });
    };
    child.once('error', () => done(null, null));
    child.once('close', done);
    // Something that it left behind may hold its output open.
    child.once('exit', (code, signal) => setTimeout(() => done(code, signal), 1500).unref());
  });
  return {
    child,
    pid,
    ended,
    text: () => out + err,
    kill: (signal) => void child.kill(signal),
    async reached({ what, path }, times = 1) {
      const counts = new Map<string, number>();
      while (!over) {
        counts.clear();
        for (const step of stepsIn(watching.LAB_LOG, place.root))
          if (step.what === what && step.path.includes(path))
            counts.set(step.path, (counts.get(step.path) ?? 0) + 1);
        if ([...counts.values()].some((count) => count >= times)) return true;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return false;
    },
    async stopped() {
      while (!over) {
        if (isStopped(pid) === true) return true;
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
      return false;
    },
    goOn: () => void child.kill('SIGCONT'),
    goOnAll: () => signalGroup('SIGCONT'),
    goneAll: () => signalGroup('SIGKILL'),
  };
};

/** The error under `--json`, as far as there is one. */
export const errorOf = ({ err }: Ended): Readonly<Record<string, unknown>> => {
  try {
    const value = JSON.parse(err.trim().split('\n').at(-1) ?? '') as { error?: Record<string, unknown> };
    return value.error ?? {};
  } catch {
    return {};
  }
};

export const said = ({ argv, code, signal, out, err }: Ended): string =>
  `${argv.join(' ')} -> ${code ?? signal}, ${JSON.stringify(`${out.slice(0, 200)} | ${err.slice(0, 500)}`)}`;

/** What holds for every end of the program, whatever was done to it. */
export const judged = (row: Row, ended: Ended): Ended => {
  const { code, signal, err, late } = ended;
  if (/internal error in toile/.test(err) || /\n\s+at .+:\d+:\d+/.test(err)) row.is('inside', said(ended));
  if (signal === 'SIGABRT' || signal === 'SIGSEGV' || code === 134 || code === 139)
    row.is('inside', said(ended));
  if (late) row.is('other', `never ends: ${said(ended)}`);
  return ended;
};

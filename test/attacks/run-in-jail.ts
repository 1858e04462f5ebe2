/** Runs the built program as a process, with or without a terminal. */
import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { PROGRAM } from '../support/run-program.ts';
import type { Jail } from './jail.ts';

export interface JailRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Peak memory in MiB; 0 if unknown. */
  readonly peak: number;
  readonly ms: number;
  /** Milliseconds from the signal to the end; undefined without a signal. */
  readonly after: number | undefined;
}

export interface JailRunOptions {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly stdin?: string | undefined;
  /** The columns of the terminal, which merges stdout and stderr; without it, there is no terminal. */
  readonly columns?: number | undefined;
  /** Milliseconds after which it is killed (default: a minute). */
  readonly longest?: number;
  /** Checked every 20 ms; sends SIGTERM, or Ctrl-C on a terminal, once it returns true. */
  stopWhen?(so: { readonly out: string; readonly err: string; readonly ms: number }): boolean;
}

const LONGEST = 60_000;
const LOOK = 20;

const quoteWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Reads the peak memory of a process and its children, in KiB. */
const readPeakMemory = (pid: number | undefined): number => {
  try {
    const own = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    return Math.max(own, ...children.map((child) => readPeakMemory(Number(child))));
  } catch {
    return 0;
  }
};

export const runProcess = async (
  argv: readonly string[],
  { cwd, env, stdin, columns, longest = LONGEST, stopWhen }: JailRunOptions,
): Promise<JailRun> => {
  const began = performance.now();
  const words = [...PROGRAM, ...argv];
  const full = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...env };
  const options = {
    cwd,
    env: full,
    extendEnv: false,
    reject: false,
    timeout: longest,
    killSignal: 'SIGKILL',
    stripFinalNewline: false,
  } as const;
  const child =
    columns === undefined
      ? execa(words[0] ?? '', words.slice(1), { ...options, input: stdin ?? '' })
      : execa(
          'script',
          ['-qefc', `stty cols ${columns} rows 40; exec ${words.map(quoteWord).join(' ')}`, '/dev/null'],
          {
            ...options,
            env: { ...full, TERM: 'xterm-256color' },
          },
        );
  let out = '';
  let err = '';
  child.stdout?.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr?.on('data', (part: Buffer) => (err += part.toString()));
  let peak = 0;
  let stopped: number | undefined;
  const look = setInterval(() => {
    peak = Math.max(peak, readPeakMemory(child.pid));
    if (stopped !== undefined || !stopWhen?.({ out, err, ms: performance.now() - began })) return;
    stopped = performance.now();
    if (columns === undefined) child.kill('SIGTERM');
    else child.stdin?.write('\u0003');
  }, LOOK);
  const { exitCode, signal, stdout, stderr } = await child;
  clearInterval(look);
  const ended = performance.now();
  return {
    // In the middle of synchronous work the signal itself ends the process, which a shell shows as 143.
    code: exitCode ?? (stopped !== undefined && signal === 'SIGTERM' ? 143 : -1),
    out: String(stdout),
    err: String(stderr),
    peak: Math.round(peak / 1024),
    ms: ended - began,
    after: stopped === undefined ? undefined : ended - stopped,
  };
};

/** Runs the program on a machine. */
export const runInJail = (
  place: Jail,
  argv: readonly string[],
  more: Partial<JailRunOptions> = {},
): Promise<JailRun> =>
  runProcess(argv, {
    cwd: place.work,
    ...more,
    env: { HOME: place.home, TOILE_HOME: place.kept, ...more.env },
  });

/** Measures programs as whole processes, in turn (A B A B), so that a slower moment of the machine affects both. */

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** A program to measure. */
export interface MeasuredProgram {
  readonly argv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** The text for stdin (default: none). */
  readonly input?: string;
  /** The exit code of a run that worked (default: 0). */
  readonly exit?: number;
  /** Runs before each run and is not measured. */
  prepare?(): Promise<void>;
}

/** One run: seconds of wall and processor time, and peak memory in bytes, if the kernel reports it. */
interface Measurement {
  readonly wall: number;
  readonly cpu: number;
  readonly peak: number | undefined;
}

/** The medians of two programs that ran in turn, and the medians of their pairs. */
export interface Comparison {
  readonly a: Measurement;
  readonly b: Measurement;
  /** Processor time and peak memory of the first program, divided by those of the second. */
  readonly ratio: { readonly cpu: number; readonly peak: number };
  /** Seconds of processor time that the first program takes more. */
  readonly added: number;
  readonly runs: number;
}

const computeMedian = (numbers: readonly number[]): number => {
  const sorted = numbers.filter(Number.isFinite).toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[half] ?? Number.NaN)
    : ((sorted[half - 1] ?? Number.NaN) + (sorted[half] ?? Number.NaN)) / 2;
};

/** Returns the peak memory of a living process in bytes; 0 if the kernel does not report it. */
const readPeakMemory = async (pid: string): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
};

/** Runs a program once. Bash times it, because Node does not report the processor time of a child. */
async function runOnce({ argv, env, cwd, input, prepare, exit = 0 }: MeasuredProgram): Promise<Measurement> {
  await prepare?.();
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&2', 'bash', ...argv], {
    env,
    cwd,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => undefined).end(input ?? '');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  let peak = 0;
  // A short run reaches its peak just before it ends, so memory is read often.
  const timer = setInterval(async () => {
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '');
    for (const pid of children.split(' ').filter(Boolean)) peak = Math.max(peak, await readPeakMemory(pid));
  }, 4);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(timer);
  const [wall = NaN, user = NaN, system = NaN] = (stderr.trimEnd().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  if (code !== exit || Number.isNaN(system))
    throw new Error(`${argv.join(' ')} exited with ${code}: ${stderr}`);
  return { wall, cpu: user + system, peak: peak || undefined };
}

/** Compares two programs. One run of each comes first and is not counted, unless only one is asked for. */
export async function comparePrograms(
  a: MeasuredProgram,
  b: MeasuredProgram,
  runs: number,
): Promise<Comparison> {
  const pairs: (readonly [Measurement, Measurement])[] = [];
  for (let run = runs > 1 ? -1 : 0; run < runs; run += 1) {
    const pair = [await runOnce(a), await runOnce(b)] as const;
    if (run >= 0) pairs.push(pair);
  }
  const summarize = (side: 0 | 1): Measurement => ({
    wall: computeMedian(pairs.map((pair) => pair[side].wall)),
    cpu: computeMedian(pairs.map((pair) => pair[side].cpu)),
    peak: computeMedian(pairs.map((pair) => pair[side].peak ?? NaN)) || undefined,
  });
  return {
    a: summarize(0),
    b: summarize(1),
    ratio: {
      cpu: computeMedian(pairs.map(([first, second]) => first.cpu / second.cpu)),
      peak: computeMedian(pairs.map(([first, second]) => (first.peak ?? NaN) / (second.peak ?? NaN))),
    },
    added: computeMedian(pairs.map(([first, second]) => first.cpu - second.cpu)),
    runs,
  };
}

/** Programs as wholes, in turn: A B A B, so that a machine that grows slower does so for both. */

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const [before = 0, at = 0] = sorted.slice(half - 1);
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : (before + at) / 2;
};

/** Peak memory of a process while it lives, in bytes, as the kernel keeps it; undefined where it says nothing. */
async function peakOf(pid: string): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return found === undefined ? undefined : Number(found) * 1024;
}

/** A program that is measured. */
export interface Started {
  readonly argv: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What it ends with where all is well; 0 unless said. */
  readonly exit?: number;
  /** Done before each run, and not measured. */
  before?(): Promise<void>;
}

/** Seconds and bytes. */
interface Measured {
  readonly wall?: number | undefined;
  readonly cpu?: number | undefined;
  readonly peak?: number | undefined;
}

export interface Pair {
  readonly a: Measured;
  readonly b: Measured;
  readonly ratio: Measured;
  /** Seconds of processor time that the first takes over the second. */
  readonly over: number;
  readonly runs: number;
}

/** Bash times the program itself: processor time of a child is known to nobody else here. */
async function once({ argv, env, cwd, before, exit = 0 }: Started): Promise<Measured> {
  await before?.();
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&2', 'bash', ...argv], {
    env,
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  let peak = 0;
  const looking = setInterval(async () => {
    const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '');
    for (const pid of children.split(' ').filter(Boolean)) peak = Math.max(peak, (await peakOf(pid)) ?? 0);
  }, 25);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(looking);
  const [wall = NaN, user = NaN, system = NaN] = (said.trimEnd().split('\n').at(-1) ?? '')
    .split(' ')
    .map(Number);
  if (code !== exit || Number.isNaN(system)) throw new Error(`${argv.join(' ')} ended with ${code}: ${said}`);
  return { wall, cpu: user + system, peak: peak || undefined };
}

/**
 * Medians of both, and the median of the ratios of pairs. One run of each goes before
 * and is not counted, unless only one is asked for.
 */
export async function pair(a: Started, b: Started, runs: number): Promise<Pair> {
  const all: { readonly a: Measured[]; readonly b: Measured[] } = { a: [], b: [] };
  for (let run = runs > 1 ? -1 : 0; run < runs; run += 1) {
    const [one, other] = [await once(a), await once(b)];
    if (run < 0) continue;
    all.a.push(one);
    all.b.push(other);
  }
  const of = (list: readonly Measured[], name: keyof Measured): number | undefined => {
    const known = list.map((each) => each[name]).filter((each) => each !== undefined);
    return known.length > 0 ? median(known) : undefined;
  };
  const summary = (list: readonly Measured[]): Measured => ({
    wall: of(list, 'wall'),
    cpu: of(list, 'cpu'),
    peak: of(list, 'peak'),
  });
  const ratio = (name: keyof Measured): number | undefined => {
    const ratios = all.a
      .map((each, at) => (each[name] ?? NaN) / (all.b[at]?.[name] ?? NaN))
      .filter(Number.isFinite);
    return ratios.length > 0 ? median(ratios) : undefined;
  };
  return {
    a: summary(all.a),
    b: summary(all.b),
    over: median(all.a.map((each, at) => (each.cpu ?? NaN) - (all.b[at]?.cpu ?? NaN))),
    ratio: { wall: ratio('wall'), cpu: ratio('cpu'), peak: ratio('peak') },
    runs,
  };
}

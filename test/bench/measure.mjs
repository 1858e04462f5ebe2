/** Programs as wholes, in turn: A B A B, so that a machine that grows slower does so for both. */

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

/** Peak memory of a process while it lives, in bytes, as the kernel keeps it; undefined where it says nothing. */
async function peakOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const found = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return found === undefined ? undefined : Number(found) * 1024;
}

/** Bash times the program itself: processor time of a child is known to nobody else here. */
async function once({ argv, env, cwd }) {
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
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(looking);
  const [wall, user, system] = (said.trimEnd().split('\n').at(-1) ?? '').split(' ').map(Number);
  if (code !== 0 || Number.isNaN(system)) throw new Error(`${argv.join(' ')} ended with ${code}: ${said}`);
  return { wall, cpu: user + system, peak: peak || undefined };
}

/**
 * Medians of both, and the median of the ratios of pairs. One run of each goes before
 * and is not counted, unless only one is asked for.
 */
export async function pair(a, b, runs) {
  const all = { a: [], b: [] };
  for (let run = runs > 1 ? -1 : 0; run < runs; run += 1) {
    const [one, other] = [await once(a), await once(b)];
    if (run < 0) continue;
    all.a.push(one);
    all.b.push(other);
  }
  const of = (list, name) => {
    const known = list.map((each) => each[name]).filter((each) => each !== undefined);
    return known.length > 0 ? median(known) : undefined;
  };
  const summary = (list) => ({ wall: of(list, 'wall'), cpu: of(list, 'cpu'), peak: of(list, 'peak') });
  const ratio = (name) => {
    const ratios = all.a.map((each, at) => each[name] / all.b[at][name]).filter(Number.isFinite);
    return ratios.length > 0 ? median(ratios) : undefined;
  };
  return {
    a: summary(all.a),
    b: summary(all.b),
    ratio: { wall: ratio('wall'), cpu: ratio('cpu'), peak: ratio('peak') },
    runs,
  };
}

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export const MIB = 1024 ** 2;

export const formatMib = (bytes: number): string => `${Math.round(bytes / MIB)} MiB`;

export interface MeasuredRun {
  readonly code: number | null;
  readonly out: string;
  readonly ms: number;
  /** The most memory it had, in bytes; 0 where the system does not tell. */
  readonly peak: number;
}

/** Runs a program to its end, or to `killAfter` milliseconds. */
export const runMeasured = async (
  [command = '', ...words]: readonly string[],
  {
    killAfter,
    ...place
  }: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string; readonly killAfter?: number },
): Promise<MeasuredRun> => {
  const began = performance.now();
  const child = spawn(command, words, { ...place, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  let peak = 0;
  const look = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024);
  }, 20);
  const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(look);
  clearTimeout(timer);
  return { code, out, ms: performance.now() - began, peak };
};

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const BIN = fileURLToPath(new URL('../../bin/toile.js', import.meta.url));

interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the built program; `ended` resolves with its exit code, signal and output. */
export const startBuiltProgram = (
  argv: readonly string[],
  { env, cwd }: ProgramOptions,
): { readonly child: ChildProcess; readonly ended: Promise<ProgramEnd> } => {
  const child = spawn(process.execPath, [BIN, ...argv], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, out, err }));
  });
  return { child, ended };
};

export const runBuiltProgram = (argv: readonly string[], options: ProgramOptions): Promise<ProgramEnd> =>
  startBuiltProgram(argv, options).ended;

/** Calls `work` with the numbers below `count`, `width` at a time. */
export const runInLanes = async (
  count: number,
  width: number,
  work: (number: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const runLane = async () => {
    while (next < count) {
      const mine = next++;
      await work(mine);
    }
  };
  await Promise.all(Array.from({ length: width }, runLane));
};

/** Creates a uuid that ends with the number. */
export const createDesignId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

/** The installed program: bin with the built dist. */
export const BIN = fileURLToPath(new URL('../../bin/toile.js', import.meta.url));

/** The single executable to test in place of the built program, if TOILE_E2E_PROGRAM is set. */
export const EXECUTABLE = process.env.TOILE_E2E_PROGRAM;

/** How the program is started: by this Node, or as the single executable that TOILE_E2E_PROGRAM names. */
export const PROGRAM: readonly [string, ...string[]] = EXECUTABLE
  ? [resolve(EXECUTABLE)]
  : [process.execPath, BIN];

/** The start command for a shell. */
export const SHELL_COMMAND = PROGRAM.map((word) => `'${word}'`).join(' ');

await access(
  PROGRAM.at(-1) === BIN ? fileURLToPath(new URL('../../dist/main.cjs', import.meta.url)) : PROGRAM[0],
).catch(() => {
  throw new Error('the program is not built: npm run build');
});

/** Creates a folder for HOME and TOILE_HOME that is removed after the test. */
export const createTempFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'toile-e2e-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Creates the environment of a machine without toile's files. */
export const createEnv = (
  home: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  LANG: 'C.UTF-8',
  ...more,
});

/** Runs the built program; never rejects. */
export const runProgram = (
  argv: readonly string[],
  options: { readonly env: Record<string, string>; readonly input?: string; readonly cwd?: string },
) => execa(PROGRAM[0], [...PROGRAM.slice(1), ...argv], { ...options, reject: false, extendEnv: false });

/** Starts the built program; the caller reads its output while it runs. */
export const startProgram = (
  argv: readonly string[],
  options: { readonly env: Record<string, string>; readonly input?: string },
) =>
  execa(PROGRAM[0], [...PROGRAM.slice(1), ...argv], {
    ...options,
    buffer: false,
    reject: false,
    extendEnv: false,
  });

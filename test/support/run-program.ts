import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';

/** The program as installed: bin over the built dist. */
export const BIN = fileURLToPath(new URL('../../bin/toile.js', import.meta.url));

/** The single executable that is tried in the place of what is built, where one is named. */
export const EXECUTABLE = process.env.TOILE_E2E_PROGRAM;

/** How the program is started: by this Node, or as the single executable that TOILE_E2E_PROGRAM names. */
export const PROGRAM: readonly [string, ...string[]] = EXECUTABLE
  ? [resolve(EXECUTABLE)]
  : [process.execPath, BIN];

/** The same for a shell. */
export const SHELL_COMMAND = PROGRAM.map((word) => `'${word}'`).join(' ');

await access(
  PROGRAM.at(-1) === BIN ? fileURLToPath(new URL('../../dist/main.cjs', import.meta.url)) : PROGRAM[0],
).catch(() => {
  throw new Error('the program is not built: npm run build');
});

/** A fresh folder that goes with the test, for HOME and TOILE_HOME. */
export const createTempFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'toile-e2e-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** The environment of a machine where nobody has used toile yet. */
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

/** The same, with its output left to be read as it comes. */
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

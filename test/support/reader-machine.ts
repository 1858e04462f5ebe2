/** A machine on which documented commands are typed: toile on the path, a sandbox and a working folder. */

import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { execa } from 'execa';
import { createEnv, createTempFolder, PROGRAM, SHELL_COMMAND } from './run-program.ts';

export interface LineResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Writes a program of lines of sh into a folder of the path. */
export const writeTool = async (bin: string, name: string, text: string): Promise<void> => {
  await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`);
  await chmod(join(bin, name), 0o755);
};

/** The lines of the program `toile`. */
export const TOILE_TOOL = `exec ${SHELL_COMMAND} "$@"`;

/** `toile` without a terminal or a keychain: a login reads its key from the environment and stores it in a file. */
export const LOGIN_TOOL = `case "$*" in
  login*--web* | login*--help) ;;
  login*--with-key*) set -- "$@" --insecure-storage ;;
  login*) printenv TOILE_API_KEY | exec ${SHELL_COMMAND} "$@" --with-key --insecure-storage; exit ;;
esac
${TOILE_TOOL}`;

export const createReaderMachine = async () => {
  const home = await createTempFolder();
  const [bin, work, told] = ['bin', 'work', 'told'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [bin, work, told]) await mkdir(folder);
  const writeReaderTool = (name: string, text: string) => writeTool(bin, name, text);
  await writeReaderTool('toile', TOILE_TOOL);
  const env = createEnv(home, {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TOILE_HOME: join(home, 'toile'),
    GIT_CONFIG_GLOBAL: '/dev/null',
  });
  /** Types each line in its own bash while a sandbox runs with `flags`. */
  const type = async (
    lines: readonly string[],
    flags: readonly string[] = [],
  ): Promise<readonly LineResult[]> => {
    const all = lines.map(async (line, at) => {
      const file = join(told, `${at}`);
      await writeFile(`${file}.sh`, `${line}\n`);
      return `bash -eo pipefail ${file}.sh > ${file}.out 2> ${file}.err < /dev/null; echo $? > ${file}.code`;
    });
    await writeFile(join(told, 'all.sh'), `${(await Promise.all(all)).join('\n')}\n`);
    const [command, ...args] = PROGRAM;
    await execa(command, [...args, 'sandbox', 'run', ...flags, '--', 'sh', join(told, 'all.sh')], {
      cwd: work,
      env,
      extendEnv: false,
    });
    const read = (at: number, what: string) => readFile(join(told, `${at}.${what}`), 'utf8');
    return Promise.all(
      lines.map(async (_line, at) => ({
        code: Number(await read(at, 'code')),
        out: await read(at, 'out'),
        err: await read(at, 'err'),
      })),
    );
  };
  return { work, tool: writeReaderTool, type };
};

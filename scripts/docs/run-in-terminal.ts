import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../build/bundle-options.ts';

const BIN = join(root, 'bin', 'toile.js');

/**
 * Runs `toile WORDS` in a terminal of so many columns, with `home` as home and working directory. Returns its output.
 * `term` is the type of the terminal: `dumb` has no colours.
 */
export const runInTerminal = (words: string, columns: number, home: string, term: string): Promise<string> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home, TOILE_HOME: home, TERM: term, LANG: 'C.UTF-8' };
    const command = `stty cols ${columns} rows 50; "${process.execPath}" "${BIN}" ${words}`;
    execFile('script', ['-qefc', command, '/dev/null'], { env, cwd: home }, (_error, stdout) =>
      resolve(stdout.replaceAll('\r\n', '\n').trimEnd()),
    );
  });

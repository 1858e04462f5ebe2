import { execa } from 'execa';
import { createEnv, createTempFolder } from './run-program.ts';

/** Runs a command on its own terminal; `play` types text or calls a function when a text appears. */
export const runInTerminal = async (
  command: string,
  play: readonly (readonly [RegExp, string | (() => unknown)])[] = [],
  columns = 80,
): Promise<{ screen: string; code: number | undefined }> => {
  const env = createEnv(await createTempFolder(), { TERM: 'xterm-256color' });
  const child = execa('script', ['-qefc', `stty cols ${columns} rows 40; ${command}`, '/dev/null'], {
    env,
    extendEnv: false,
    reject: false,
    timeout: 50_000,
    buffer: false,
  });
  const left = [...play];
  let screen = '';
  for await (const part of child.stdout) {
    screen += part.toString();
    const next = left[0];
    if (next?.[0].test(screen)) {
      left.shift();
      if (typeof next[1] === 'string') child.stdin.write(next[1]);
      else await next[1]();
    }
  }
  return { screen, code: (await child).exitCode };
};

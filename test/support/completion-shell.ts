/** Starts shells on terminals and presses Tab in them. */

import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { createEnv, runProgram, SHELL_COMMAND } from './run-program.ts';

export const TAB = '\t';
const HOME_KEY = '\u0001';
const INTERRUPT = '\u0003';
/** The prompt of every shell; when it appears, the shell reads keys. */
export const PROMPT = 'your turn> ';

export interface Shell {
  readonly name: string;
  readonly start: string;
  /** Typed once to load the completion and set the prompt. */
  readonly setUp: string;
}

export const SHELLS: readonly Shell[] = [
  {
    name: 'bash',
    start: 'bash --noprofile --norc -i',
    setUp: `source <(toile completion bash); PS1='your turn''> '`,
  },
  {
    name: 'zsh',
    start: 'zsh -f -i',
    setUp: `autoload -Uz compinit && compinit -u -D && source <(toile completion zsh); PS1='your turn''> '`,
  },
  {
    name: 'fish',
    start: 'fish --no-config -i',
    setUp: `toile completion fish | source; function fish_prompt; printf 'your turn%s ' '>'; end`,
  },
];

/** Creates a home in which the sandbox's designs were listed once, with `toile` on the path. */
export const createShellMachine = async (): Promise<Record<string, string>> => {
  const home = await mkdtemp(join(tmpdir(), 'toile-shell-'));
  const tools = join(home, 'tools');
  await mkdir(tools);
  await writeFile(join(tools, 'toile'), `#!/bin/sh\nexec ${SHELL_COMMAND} "$@"\n`);
  await chmod(join(tools, 'toile'), 0o755);
  const env = createEnv(home, { TERM: 'xterm', TOILE_HOME: join(home, 'toile') });
  const listed = await runProgram(['--sandbox', 'designs', 'ls', '--all'], { env });
  if (listed.exitCode !== 0) throw new Error(`nothing could be listed: ${listed.stderr}`);
  await writeFile(join(home, 'toile', 'sample.svg'), '');
  await writeFile(join(home, 'toile', 'qq-waist.json'), '');
  return { ...env, PATH: `${tools}:${env.PATH}` };
};

const ESC = '\u001b';
const ESCAPES = new RegExp(
  `${ESC}(\\[[0-9;?>=]*[ a-zA-Z]|\\][^\u0007${ESC}]*(\u0007|${ESC}\\\\)|[=>78]|[()][0-9A-B])`,
  'g',
);
/** fish asks for the type of the terminal and waits for the answer. */
const TERMINAL_QUERY = new RegExp(`${ESC}\\[0?c`);
const TIMEOUT_MS = 20_000;
/** A shell that writes nothing for this long has finished. */
const QUIET_MS = 500;
/** Error messages of shells and of completion scripts. */
const SCRIPT_ERROR =
  /_toile\w*:|not found|no matches|parse error|syntax error|bad (substitution|pattern)|unknown (command|option)|: line \d/i;

/** Kills the group until no process is left that could still write. */
const killGroup = async (group: number): Promise<void> => {
  for (;;) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      return;
    }
    await sleep(10);
  }
};

/** Starts a shell on its own terminal. */
export const openShell = async (
  { start, setUp }: Shell,
  env: Readonly<Record<string, string>>,
  columns = 200,
) => {
  const command = `echo shell $$; stty cols ${columns} rows 50; exec ${start}`;
  const child = execa('script', ['-qefc', command, '/dev/null'], {
    env,
    extendEnv: false,
    reject: false,
    buffer: false,
    cwd: env.TOILE_HOME ?? '/',
  });
  let screen = '';
  let wake = (): void => undefined;
  child.stdout.on('data', (part: Buffer) => {
    screen += part.toString();
    if (TERMINAL_QUERY.test(part.toString())) child.stdin.write('\u001b[?62c');
    wake();
  });
  /** Waits for a text on the screen after a position; undefined after the timeout. */
  const waitForText = async (wanted: RegExp, from: number): Promise<string | undefined> => {
    const late = sleep(TIMEOUT_MS, true, { ref: false });
    while (!wanted.test(screen.slice(from))) {
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (await Promise.race([more, late])) return undefined;
    }
    return screen.slice(from);
  };
  const leader = Number((await waitForText(/shell (\d+)\r/, 0))?.match(/shell (\d+)/)?.[1]);
  child.stdin.write(`${setUp}\r`);
  const isReady = await waitForText(new RegExp(PROMPT), 0);
  if (isReady === undefined) {
    child.kill('SIGKILL');
    throw new Error(`the shell does not begin: ${JSON.stringify(screen)}`);
  }
  let lines = 0;
  let lost = false;
  return {
    /** Types keys and returns the words of the line, which printf prints instead of running it. */
    line: async (keys: string): Promise<string> => {
      if (lost) {
        const from = screen.length;
        child.stdin.write(INTERRUPT);
        await waitForText(new RegExp(PROMPT), from);
      }
      const end = `end${++lines}`;
      const from = screen.length;
      child.stdin.write(`${keys} ${end}${HOME_KEY}printf '{%s}' \r`);
      const shown = await waitForText(new RegExp(`\\{${end}\\}[\\s\\S]*${PROMPT}`), from);
      lost = shown === undefined;
      const plain = screen.slice(from).replace(ESCAPES, '');
      if (SCRIPT_ERROR.test(plain)) return `the shell says ${JSON.stringify(plain)}`;
      const words =
        plain
          .match(/\{toile\}(?:\{[^{}]*\})*/)?.[0]
          .slice(1, -1)
          .split('}{') ?? [];
      if (words.pop() !== end) return `no such line in ${JSON.stringify(plain)}`;
      return words.join('|');
    },
    /**
     * Presses Tab, twice if the first shows too little, and returns all words on the screen once the shell is quiet. The
     * line is then cancelled.
     */
    offered: async (keys: string, wanted: readonly string[]): Promise<readonly string[]> => {
      const from = screen.length;
      const readWords = (): readonly string[] => {
        const plain = screen.slice(from).replace(ESCAPES, ' ');
        return [...new Set(plain.split(/[\s\p{Cc}]+/u).filter((word) => word !== ''))];
      };
      const waitForQuiet = async (ms: number): Promise<void> => {
        for (let seen = -1; seen !== screen.length; await sleep(ms)) seen = screen.length;
      };
      const waitForScreen = async (ms: number): Promise<void> => {
        for (const late = Date.now() + ms; Date.now() < late; await sleep(20)) {
          const seen = readWords();
          if (wanted.every((word) => seen.includes(word))) return;
        }
      };
      child.stdin.write(`${keys}${TAB}`);
      await waitForScreen(2 * QUIET_MS);
      child.stdin.write(TAB);
      await waitForScreen(TIMEOUT_MS);
      await waitForQuiet(QUIET_MS);
      const found = readWords();
      const end = screen.length;
      child.stdin.write(INTERRUPT);
      await waitForText(new RegExp(PROMPT), end);
      // zsh may draw the cancelled line once more before the new prompt. The next call must not read it.
      await waitForQuiet(QUIET_MS / 5);
      return found;
    },
    close: async (): Promise<void> => {
      // The shell leads the process group of its completions.
      await killGroup(leader);
      await child;
    },
  };
};

/** Finds words on the screen that are not known. A redrawn line may begin with a part of a word. */
export const findUnknownWords = (words: readonly string[], known: readonly string[]): readonly string[] => {
  const all = [...known, ...PROMPT.split(' ')];
  return words.filter((word) => !all.some((each) => each.startsWith(word)));
};

export const removeShellMachine = (env: Readonly<Record<string, string>>): Promise<void> =>
  rm(env.HOME ?? '', { recursive: true });

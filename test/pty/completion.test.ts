import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needs } from '../support/needs.ts';
import { cleanEnv, program, TYPED } from '../support/program.ts';

const TAB = '\t';
const HOME_KEY = '\u0001';
const INTERRUPT = '\u0003';
/** What every shell here asks with: it is there when the shell reads keys again. */
const PROMPT = 'your turn> ';

interface Shell {
  readonly name: string;
  readonly start: string;
  /** Typed once, so that this shell knows the completion and the prompt. */
  readonly setUp: string;
}

const SHELLS: readonly Shell[] = [
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

/** A machine on which somebody once listed the sandbox's designs; `toile` is a command there. */
const machine = async (): Promise<Record<string, string>> => {
  const home = await mkdtemp(join(tmpdir(), 'toile-shell-'));
  const tools = join(home, 'tools');
  await mkdir(tools);
  await writeFile(join(tools, 'toile'), `#!/bin/sh\nexec ${TYPED} "$@"\n`);
  await chmod(join(tools, 'toile'), 0o755);
  const env = cleanEnv(home, { TERM: 'xterm', TOILE_HOME: join(home, 'toile') });
  const listed = await program(['--sandbox', 'designs', 'ls', '--all'], { env });
  expect(listed.exitCode).toBe(0);
  await writeFile(join(home, 'toile', 'sample.svg'), '');
  return { ...env, PATH: `${tools}:${env.PATH}` };
};

const ESC = '\u001b';
const ESCAPES = new RegExp(
  `${ESC}(\\[[0-9;?>=]*[ a-zA-Z]|\\][^\u0007${ESC}]*(\u0007|${ESC}\\\\)|[=>78]|[()][0-9A-B])`,
  'g',
);
/** fish asks the terminal who it is and waits for the answer. */
const ASKS = new RegExp(`${ESC}\\[0?c`);
const PATIENCE_MS = 20_000;
/** A shell that wrote nothing for so long has said what it had to say. */
const QUIET_MS = 700;
/** What shells and their completions say of a mistake in a script. */
const COMPLAINT =
  /_toile\w*:|not found|no matches|parse error|syntax error|bad (substitution|pattern)|unknown (command|option)|: line \d/i;

/** Until no process of the group is left that could still write. */
const groupGone = async (group: number): Promise<void> => {
  for (;;) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      return;
    }
    await sleep(10);
  }
};

/** A shell in a terminal of its own. */
const open = async ({ start, setUp }: Shell) => {
  const env = await machine();
  const command = `echo shell $$; stty cols 200 rows 50; exec ${start}`;
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
    if (ASKS.test(part.toString())) child.stdin.write('\u001b[?62c');
    wake();
  });
  /** What came after a place, once it holds that; undefined where it does not come. */
  const until = async (wanted: RegExp, from: number): Promise<string | undefined> => {
    const late = sleep(PATIENCE_MS, true, { ref: false });
    while (!wanted.test(screen.slice(from))) {
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (await Promise.race([more, late])) return undefined;
    }
    return screen.slice(from);
  };
  const leader = Number((await until(/shell (\d+)\r/, 0))?.match(/shell (\d+)/)?.[1]);
  child.stdin.write(`${setUp}\r`);
  const isReady = await until(new RegExp(PROMPT), 0);
  if (isReady === undefined) {
    child.kill('SIGKILL');
    throw new Error(`the shell does not begin: ${JSON.stringify(screen)}`);
  }
  let lines = 0;
  let lost = false;
  return {
    /** What the shell makes of keys: the line is handed to printf instead of being run. */
    line: async (keys: string): Promise<string> => {
      if (lost) {
        const from = screen.length;
        child.stdin.write(INTERRUPT);
        await until(new RegExp(PROMPT), from);
      }
      const end = `end${++lines}`;
      const from = screen.length;
      child.stdin.write(`${keys} ${end}${HOME_KEY}printf '{%s}' \r`);
      const shown = await until(new RegExp(`\\{${end}\\}[\\s\\S]*${PROMPT}`), from);
      lost = shown === undefined;
      const plain = screen.slice(from).replace(ESCAPES, '');
      if (COMPLAINT.test(plain)) return `the shell says ${JSON.stringify(plain)}`;
      const words =
        plain
          .match(/\{toile\}(?:\{[^{}]*\})*/)?.[0]
          .slice(1, -1)
          .split('}{') ?? [];
      if (words.pop() !== end) return `no such line in ${JSON.stringify(plain)}`;
      return words.join('|');
    },
    /** All words that are on the screen once Tab was pressed twice and the shell is quiet; the line is given up. */
    offered: async (keys: string): Promise<readonly string[]> => {
      const from = screen.length;
      child.stdin.write(`${keys}${TAB}`);
      await sleep(QUIET_MS);
      child.stdin.write(TAB);
      let seen = -1;
      for (const late = Date.now() + PATIENCE_MS; seen !== screen.length && Date.now() < late; ) {
        seen = screen.length;
        await sleep(QUIET_MS);
      }
      const plain = screen.slice(from).replace(ESCAPES, ' ');
      const end = screen.length;
      child.stdin.write(INTERRUPT);
      await until(new RegExp(PROMPT), end);
      return [...new Set(plain.split(/[\s\p{Cc}]+/u).filter((word) => word !== ''))];
    },
    close: async (): Promise<void> => {
      // It leads its session, and what it started for a completion is of its group.
      await groupGone(leader);
      await child;
      await rm(env.HOME ?? '', { recursive: true });
    },
  };
};

describe.skipIf(needs('script', 'bsdutils')).each(SHELLS)('$name', (shell) => {
  it.skipIf(needs(shell.name, shell.name))('shows offers alone at the first Tab of a session', async () => {
    const opened = await open(shell);
    try {
      const words = await opened.offered('toile graph --profile ');
      expect(words).toEqual(expect.arrayContaining(['technical_designer', 'factory']));
      const known = ['toile', 'graph', '--profile', 'technical_designer', 'factory', ...PROMPT.split(' ')];
      // A shell that draws a line again may begin with a part of a word.
      const strange = words.filter((word) => !known.some((each) => each.startsWith(word)));
      expect(strange).toEqual([]);
    } finally {
      await opened.close();
    }
  });

  describe.skipIf(needs(shell.name, shell.name))('completes', () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open(shell);
    });
    afterAll(() => opened?.close());

    it.each([
      ['commands', `toile des${TAB}l${TAB}`, 'toile|designs|ls'],
      ['flags', `toile designs ls --lim${TAB}`, 'toile|designs|ls|--limit'],
      [
        'flags of every command',
        `toile designs ls --limit 3 --no-c${TAB}`,
        'toile|designs|ls|--limit|3|--no-color',
      ],
      ['values', `toile graph --prof${TAB}fac${TAB}`, 'toile|graph|--profile|factory'],
      ['values after an equals sign', `toile graph --profile=fac${TAB}`, 'toile|graph|--profile=factory'],
      ['topics', `toile help exit${TAB}`, 'toile|help|exit-codes'],
      [
        'ids',
        `toile --sandbox graph 5a7d${TAB}`,
        'toile|--sandbox|graph|5a7d1e2c-3b4f-4c6d-9e8a-7b6c5d4e3f04',
      ],
      [
        'names with spaces',
        `toile --sandbox graph Camp${TAB}`,
        'toile|--sandbox|graph|Camp-collar shirt, linen',
      ],
      ['names in quotes', `toile --sandbox graph 'Wrap d${TAB}`, 'toile|--sandbox|graph|Wrap dress, viscose'],
      ['files', `toile export --output sam${TAB}`, 'toile|export|--output|sample.svg'],
      ['scenarios', `toile sandbox scenario slow${TAB}`, 'toile|sandbox|scenario|slow-pack'],
      ['several values', `toile pull season --only bri${TAB}`, 'toile|pull|season|--only|brief'],
      ['topics and commands of help', `toile help designs l${TAB}`, 'toile|help|designs|ls'],
      ['files and ids alike', `toile diff sam${TAB}`, 'toile|diff|sample.svg'],
      [
        'nothing where a word of its own is meant',
        `toile login --client-id 5a7d${TAB}`,
        'toile|login|--client-id|5a7d',
      ],
      ['no ids of the sandbox elsewhere', `toile graph 5a7d${TAB}`, 'toile|graph|5a7d'],
    ])('%s', async (_, keys, line) => {
      expect(await opened.line(keys)).toBe(line);
    });
  });
});

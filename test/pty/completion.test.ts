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

interface Shell {
  readonly name: string;
  readonly start: string;
  /** Typed once, so that this shell knows the completion. */
  readonly setUp: string;
}

const SHELLS: readonly Shell[] = [
  { name: 'bash', start: 'bash --noprofile --norc -i', setUp: 'source <(toile completion bash)' },
  {
    name: 'zsh',
    start: 'zsh -f -i',
    setUp: 'autoload -Uz compinit && compinit -u -D && source <(toile completion zsh)',
  },
  { name: 'fish', start: 'fish --no-config -i', setUp: 'toile completion fish | source' },
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

/** A shell in a terminal of its own. */
const open = async ({ start, setUp }: Shell) => {
  const env = await machine();
  const child = execa('script', ['-qefc', `stty cols 200 rows 50; exec ${start}`, '/dev/null'], {
    env,
    extendEnv: false,
    reject: false,
    buffer: false,
    cwd: env.TOILE_HOME ?? '/',
  });
  let screen = '';
  child.stdout.on('data', (part: Buffer) => {
    screen += part.toString();
    if (ASKS.test(part.toString())) child.stdin.write('\u001b[?62c');
  });
  /** A key is sent when the shell has fallen silent after the last one, as a person would. */
  const type = async (text: string): Promise<void> => {
    child.stdin.write(text);
    for (let still = 0, before = -1; still < 4; still = before === screen.length ? still + 1 : 0) {
      before = screen.length;
      await sleep(75);
    }
  };
  await type('');
  child.stdin.write(`${setUp}; printf 'all %s\\n' set\r`);
  while (!screen.includes('all set')) await sleep(50);
  return {
    /** What the shell makes of keys: the line is handed to printf instead of being run. */
    line: async (keys: string): Promise<string> => {
      await type(INTERRUPT);
      const from = screen.length;
      for (const part of keys.split(/(?<=\t)/)) await type(part);
      await type(`${HOME_KEY}printf '{%s}' `);
      await type('\r');
      const plain = screen.slice(from).replace(ESCAPES, '');
      const found = plain.match(/\{toile\}(?:\{[^{}]*\})*/)?.[0];
      return found?.slice(1, -1).replaceAll('}{', '|') ?? `no such line in ${JSON.stringify(plain)}`;
    },
    close: async (): Promise<void> => {
      child.stdin.write(`${INTERRUPT}exit\r`);
      await Promise.race([child, sleep(2_000)]);
      child.kill('SIGKILL');
      await rm(env.HOME ?? '', { recursive: true, force: true });
    },
  };
};

describe.skipIf(needs('script', 'bsdutils')).each(SHELLS)('$name', (shell) => {
  describe.skipIf(needs(shell.name, shell.name))('completes', () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open(shell);
    });
    afterAll(() => opened.close());

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
      ['no ids of the sandbox elsewhere', `toile graph 5a7d${TAB}`, 'toile|graph|5a7d'],
    ])('%s', { retry: 2, timeout: 40_000 }, async (_, keys, line) => {
      expect(await opened.line(keys)).toBe(line);
    });
  });
});

/** A shell on a terminal, in which Tab completes hostile names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { SHELL_COMMAND } from '../support/run-program.ts';
import type { Jail } from './jail.ts';

export const SHELLS = {
  bash: {
    start: 'bash --noprofile --norc -i',
    // History is expanded where people have it: a name must not be. Written at the end, it would meet the broom.
    setUp: 'source <(toile completion bash); set -H; unset HISTFILE',
  },
  zsh: {
    start: 'zsh -f -i',
    setUp: 'autoload -Uz compinit && compinit -u -D && source <(toile completion zsh)',
  },
  fish: { start: 'fish --no-config -i', setUp: 'toile completion fish | source' },
} as const;

export type SessionShell = keyof typeof SHELLS;

const ESC = '\u001b';
/** fish asks the terminal who it is and waits for the answer. */
const ASKS = new RegExp(`${ESC}\\[0?c`);
const INTERRUPT = '\u0003';
const KILL_LINE = '\u0015';
/** Milliseconds for a shell on a busy machine, and after which a line that ran nothing is taken back. */
const PATIENCE = 20_000;
const NOTHING_RAN = 900;

export interface ShellSession {
  /** Types keys and returns the words of each resulting call of toile. */
  type(keys: string): Promise<readonly (readonly string[])[]>;
  /** Returns the terminal output since the last line. */
  shown(): string;
  close(): Promise<void>;
}

export const openShell = async (
  name: SessionShell,
  place: Jail,
  env: Record<string, string>,
): Promise<ShellSession> => {
  const log = join(place.root, `typed-in-${name}`);
  writeFileSync(log, '');
  const tool = `#!/bin/sh
case $1 in __complete | completion) exec ${SHELL_COMMAND} "$@" ;; esac
{ printf '%s\\0' "$@"; printf '\\1\\0'; } >>'${log}'
`;
  place.write(join(place.home, 'bin', 'toile'), tool);
  const { start, setUp } = SHELLS[name];
  const child = execa('script', ['-qefc', `stty noflsh cols 300 rows 50; exec ${start}`, '/dev/null'], {
    env: { ...env, TERM: 'xterm', LANG: 'C.UTF-8' },
    extendEnv: false,
    reject: false,
    buffer: false,
    cwd: place.work,
  });
  let screen = '';
  let from = 0;
  child.stdout.on('data', (part: Buffer) => {
    screen += part.toString();
    if (ASKS.test(part.toString())) child.stdin.write(`${ESC}[?62c`);
  });
  const readCalls = (): string[][] => {
    const all = readFileSync(log, 'utf8').split('\u0001\0').slice(0, -1);
    return all.map((call) => call.split('\0').slice(0, -1));
  };
  const waitUntil = async (so: () => boolean, ms: number): Promise<boolean> => {
    for (const end = performance.now() + ms; !so(); await sleep(15))
      if (performance.now() > end) return false;
    return true;
  };
  let marks = 0;
  /** Waits until the shell is at an empty prompt. */
  const settle = async (): Promise<void> => {
    marks += 1;
    const mark = `mark-${marks}`;
    const isThere = (): boolean => readCalls().some(([word]) => word === mark);
    for (let tries = 0; tries < 5; tries += 1) {
      child.stdin.write(INTERRUPT);
      await sleep(60);
      // A late interrupt takes the first signs along.
      child.stdin.write(`${KILL_LINE}    toile ${mark}\r`);
      if (await waitUntil(isThere, PATIENCE / 5)) return;
    }
    throw new Error(`${name} does not come back: ${JSON.stringify(screen.slice(-500))}`);
  };
  await sleep(200);
  child.stdin.write(`${setUp}; toile set-up\r`);
  if (!(await waitUntil(() => readCalls().some(([word]) => word === 'set-up'), PATIENCE))) {
    throw new Error(`${name} did not start: ${JSON.stringify(screen.slice(-500))}`);
  }
  return {
    async type(keys) {
      await settle();
      const before = readCalls().length;
      from = screen.length;
      child.stdin.write(`${keys}\r`);
      await waitUntil(() => readCalls().length > before, NOTHING_RAN);
      await settle();
      return readCalls()
        .slice(before)
        .filter(([word]) => !word?.startsWith('mark-'));
    },
    shown: () => screen.slice(from),
    async close() {
      child.stdin.write(`${INTERRUPT}${KILL_LINE}exit\r`);
      await Promise.race([child, sleep(2_000)]);
      child.kill('SIGKILL');
      await child;
    },
  };
};

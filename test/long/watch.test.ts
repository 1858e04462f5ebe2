/**
 * `pull --watch` with the built program: 1,200 changes, killed at twenty random points. A reader that keeps the number of
 * the last whole line gets each change once; one that leaves it to toile gets none too few, and knows by its number
 * whatever comes again.
 */
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { KEY, smallService } from '../mirror/small-service.ts';
import { join } from '../support/folder.ts';
import { cleanEnv, freshFolder, PROGRAM } from '../support/program.ts';

const [DESIGNS, READS, KILLS] = [100, 4, 20];
const EACH = DESIGNS * READS;
const QUIET_MS = 4_000;

interface Line {
  readonly n: number;
  readonly what: string;
  readonly path: string;
}

/** Reads whole lines until `enough`, or until it is killed. What a kill has cut off is no line. */
const session = async (
  argv: readonly string[],
  env: Record<string, string>,
  { killAt, enough }: { readonly killAt?: number; enough(line: Line): boolean },
) => {
  const [command, ...words] = PROGRAM;
  const child = spawn(command, [...words, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  const kill = (): boolean => child.kill('SIGKILL');
  // Where nothing more is to be told, the kill falls between two rounds.
  const timers = killAt === undefined ? [] : [setTimeout(kill, QUIET_MS)];
  let rest = '';
  child.stdout.on('data', (text: Buffer) => {
    const parts = (rest + text.toString()).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      if (enough(JSON.parse(line) as Line)) child.kill('SIGINT');
      if (lines.length === killAt) timers.push(setTimeout(kill, Math.random() * 20));
    }
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  for (const timer of timers) clearTimeout(timer);
  return { code, lines, said };
};

const watched = async (argvOf: (last: number) => readonly string[]) => {
  const service = await smallService(DESIGNS);
  const home = await freshFolder();
  const env = cleanEnv(home, {
    TOILE_HOME: join(home, 'toile'),
    TOILE_BASE_URL: service.base,
    TOILE_API_KEY: KEY,
    TOILE_RATE: '100000/1s',
  });
  const sessions: (readonly string[])[] = [];
  let last = 0;
  let kills = 0;
  const enough = ({ n }: Line): boolean => {
    last = Math.max(last, n);
    // When all is told that there is, there is more; the last of it only for who stays to the end.
    if (last >= EACH && service.graph === 'one') service.graph = 'two';
    if (last >= 2 * EACH && service.graph === 'two' && kills === KILLS) service.graph = 'three';
    return last >= 3 * EACH;
  };
  const dir = join(home, 'season');
  for (; kills < KILLS; kills += 1) {
    const { code, lines } = await session(argvOf(last).concat(dir), env, {
      killAt: 1 + Math.floor(Math.random() * 70),
      enough: (line) => {
        enough(line);
        return false;
      },
    });
    expect(code).toBe(null);
    sessions.push(lines);
  }
  // All that there is may have been told already.
  if (last >= 2 * EACH) service.graph = 'three';
  const end = await session(argvOf(last).concat(dir), env, { enough });
  expect(end).toMatchObject({ code: 0, said: '' });
  sessions.push(end.lines);
  return { sessions, kills };
};

const PULL = ['pull', '--watch', '1', '--jsonl', '--reserve', '0', '-q'];

/** Each file is new once, and has changed twice. */
const complete = (lines: readonly string[]): void => {
  const all = lines.map((line) => JSON.parse(line) as Line);
  expect(all.map(({ n }) => n)).toEqual(Array.from({ length: 3 * EACH }, (_, at) => at + 1));
  const paths = new Map<string, string[]>();
  for (const { path, what } of all) paths.set(path, [...(paths.get(path) ?? []), what]);
  expect(paths.size).toBe(EACH);
  expect(new Set([...paths.values()].map((whats) => whats.join(' ')))).toEqual(
    new Set(['new changed changed']),
  );
};

it(`a reader with a number of its own gets each change once, over ${KILLS} kills`, async ({ task }) => {
  const { sessions, kills } = await watched((last) => [...PULL, '--after', String(last)]);
  complete(sessions.flat());
  task.meta.told = [`${3 * EACH} changes, killed ${kills} times: none lost, none twice`];
});

it(`toile goes on by itself, and what comes again has its number, over ${KILLS} kills`, async ({ task }) => {
  const { sessions, kills } = await watched(() => PULL);
  const all = sessions.flat();
  const once = [...new Set(all)];
  complete(once);
  // No more than the one line that had left when the mark had not.
  expect(all.length - once.length).toBeLessThanOrEqual(kills);
  task.meta.told = [
    `${3 * EACH} changes, killed ${kills} times: none lost, ${all.length - once.length} came again under their number`,
  ];
});

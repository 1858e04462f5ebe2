import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccountStore } from '../../../src/auth/account-store.ts';
import { createLineJournal } from '../../../src/platform/system/line-journal.ts';
import { openLocalOrders } from '../../../src/service/shared-store/open-orders.ts';
import { bundleProgram } from '../../support/bundle-program.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { isQuick } from '../../support/effort.ts';
import { hostProcess } from '../../support/host-process.ts';
import { ordinaryUser } from '../../support/ordinary-user.ts';

let worker = '';
beforeAll(async () => {
  worker = await bundleProgram(new URL('crash-worker.ts', import.meta.url));
});
afterAll(() => rmSync(worker, { force: true }));

interface Run {
  readonly child: ChildProcess;
  /** How many rounds it had finished, by its own word. */
  readonly done: () => number;
  readonly said: () => string;
  readonly ended: Promise<number | null>;
}

const start = (words: readonly string[], { env }: { readonly env?: NodeJS.ProcessEnv } = {}): Run => {
  const child = spawn(process.execPath, [worker, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  let out = '';
  let err = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, done: () => out.split('\n').length - 1, said: () => err, ended };
};

/** Starts the worker, and kills it during one of its rounds. */
const killWorker = async (words: readonly string[], after: number): Promise<number> => {
  const run = start(words);
  while (run.done() === 0) await hostProcess.sleep(1);
  await hostProcess.sleep(after);
  run.child.kill('SIGKILL');
  await run.ended;
  return run.done();
};

const RUNS = isQuick ? 4 : 60;

it(`kill -9 while accounts are saved: the next run reads and writes (${RUNS} runs)`, async () => {
  const path = createFolder();
  const messages: string[] = [];
  let slept = 0;
  const sleep = (ms: number) => {
    slept += ms;
    return hostProcess.sleep(ms);
  };
  const accounts = createAccountStore(path, { ...hostProcess, sleep }, (text) => messages.push(text));
  for (let run = 0; run < RUNS; run += 1) {
    const done = await killWorker(['accounts', path, `r${run}`, '100000'], (run % 20) * 1.7);
    const names = (await accounts.list()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith(`r${run}-`)).length).toBeGreaterThanOrEqual(done);
    await accounts.remove(`r${run}-0`);
    // The lock of a killed process is taken over at once, without a time limit.
    expect(slept).toBe(0);
  }
  expect(messages).toEqual([]);
  expect(readdirSync(path).filter((name) => name.includes('corrupted'))).toEqual([]);
});

it(`kill -9 while a journal grows: every whole line stays, and a torn line is separate (${RUNS} runs)`, async () => {
  const path = createFolder();
  const journal = createLineJournal(join(path, 'sandbox.jsonl'), hostProcess, () => {});
  for (let run = 0; run < RUNS; run += 1) {
    const done = await killWorker(['journal', path, `r${run}`, '100000'], (run % 20) * 1.3);
    await journal.append(JSON.stringify({ name: 'after', n: run }));
    const lines = (await journal.read()).map((line) => JSON.parse(line) as { name: string; n: number });
    const mine = lines.filter(({ name }) => name === `r${run}`).map(({ n }) => n);
    expect(mine.length).toBeGreaterThanOrEqual(done);
    expect(mine).toEqual([...mine.keys()]);
    expect(lines.at(-1)).toEqual({ name: 'after', n: run });
    await journal.clear();
  }
});

it('three processes at the same time lose no account', async () => {
  const path = createFolder();
  const runs = ['a', 'b', 'c'].map((name) => start(['accounts', path, name, '25']));
  expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  const list = await createAccountStore(path, hostProcess, () => {}).list();
  expect(list).toHaveLength(75);
  expect(readdirSync(path).sort()).toEqual(['accounts.json', 'accounts.json.lock']);
});

it("three processes at the same time never append between another one's read and append, though one is killed", async () => {
  const path = createFolder();
  const runs = ['a', 'b', 'c'].map((name) => start(['counter', path, name, name === 'a' ? '100000' : '60']));
  while (runs[0]?.done() === 0) await hostProcess.sleep(1);
  await hostProcess.sleep(60);
  runs[0]?.child.kill('SIGKILL');
  await Promise.all(runs.map(({ ended }) => ended));
  const lines = await createLineJournal(join(path, 'sandbox.jsonl'), hostProcess, () => {}).read();
  expect(lines.length).toBeGreaterThanOrEqual(120 + (runs[0]?.done() ?? 0));
  expect(lines.map((line) => JSON.parse(line).n)).toEqual([...lines.keys()]);
});

it(`kill -9 while purchases are written: none is lost, each is known to be sent or not (${RUNS} runs)`, async () => {
  const path = createFolder();
  const purchases = await openLocalOrders(path, hostProcess);
  const list = async () => (await purchases.list()).requests;
  for (let run = 0; run < RUNS; run += 1) {
    const done = await killWorker(['purchases', path, `r${run}`, '100000'], (run % 20) * 1.9);
    const mine = (await list()).filter(({ design_id }) => design_id.startsWith(`r${run}-`));
    const settled = mine.filter(({ state }) => state === 'composing');
    expect(settled.length).toBeGreaterThanOrEqual(done);
    expect(mine.length - settled.length).toBeLessThanOrEqual(1);
  }
  const refs = (await list()).map(({ ref }) => ref);
  expect(new Set(refs).size).toBe(refs.length);
});

it('of several processes that ask for the same design at the same time, one proceeds', async () => {
  const path = createFolder();
  const runs = ['a', 'b', 'c'].map((name) => start(['race', path, name, '5']));
  expect(await Promise.all(runs.map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect(runs.flatMap((run) => run.said().match(/went/g) ?? [])).toHaveLength(1);
});

it.skipIf(process.platform === 'win32')('a disk that becomes full leaves the file unchanged', async () => {
  const path = createFolder();
  const startChild = (what: string, count: string) =>
    spawnSync('sh', ['-c', 'ulimit -f 8; exec "$0" "$@"', process.execPath, worker, what, path, 'x', count], {
      encoding: 'utf8',
    });
  const full = startChild('accounts', '100');
  expect(full.stderr).toContain('too large for this file system');
  const list = await createAccountStore(path, hostProcess, () => expect.unreachable()).list();
  expect(list.length).toBe(full.stdout.split('\n').length - 1);
  expect(list).not.toEqual([]);
  expect(readdirSync(path).sort()).toEqual(['accounts.json', 'accounts.json.lock']);

  // The first line is already longer than the disk: what got through is torn and costs nothing else.
  expect(startChild('journal', '2').status).toBe(0);
  const journal = createLineJournal(join(path, 'sandbox.jsonl'), hostProcess, () => {});
  await journal.append('{"n":1}');
  expect(await journal.read()).toEqual(['{"n":1}']);
});

it.skipIf(process.platform === 'win32')('a read-only home prevents no read', async () => {
  const path = createFolder();
  await createAccountStore(path, hostProcess, () => {}).save({
    name: 'studio',
    base_url: 'https://service.test',
    storage: 'file',
    kind: 'api_key',
  });
  if (ordinaryUser.uid !== undefined)
    chownSync(join(path, 'accounts.json'), ordinaryUser.uid, ordinaryUser.uid);
  chmodSync(path, 0o555);
  const read = start(['read', path, '', '1'], ordinaryUser);
  expect(await read.ended).toBe(0);
  expect(read.said()).toContain('"studio"');

  const append = start(['counter', path, '', '3'], ordinaryUser);
  expect(await append.ended).toBe(0);
  expect(append.said()).toContain('permission denied');
  expect(existsSync(join(path, 'sandbox.jsonl'))).toBe(false);
  chmodSync(path, 0o755);
});

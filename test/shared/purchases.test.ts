import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { designOf } from '../soak/program.ts';
import { purchaseService } from '../soak/service.ts';
import { needs } from '../support/needs.ts';
import { startEngine } from './engine.ts';
import { machine } from './machine.ts';

const [ONE, TWO] = [designOf(1), designOf(2)];
const requested = (design: string, ...more: readonly string[]) =>
  ['techpack', 'request', design, '--yes', '--json', ...more] as const;

const shop = async (settings: readonly string[] = []) => {
  const [engine, service] = [await startEngine(settings), await purchaseService()];
  onTestFinished(service.close);
  const [one, two] = [await machine(service.baseUrl, engine.url), await machine(service.baseUrl, engine.url)];
  const listedBy = async ({
    run,
  }: typeof one): Promise<readonly { readonly design_id: string; readonly state: string }[]> =>
    JSON.parse((await run('techpack', 'ls', '--json')).stdout).requests;
  return { engine, service, one, two, listedBy };
};

const errorOf = ({ stderr }: { readonly stderr: string }) =>
  JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

describe.skipIf(needs('redis-server', 'redis-server'))('Tech Packs of machines that share an engine', () => {
  it('are refused while it is away, unless a person insists, and told of when it is back', async () => {
    const { engine, service, one, two, listedBy } = await shop();
    expect((await one.run(...requested(ONE))).exitCode).not.toBe(3);
    await engine.kill();
    const refused = await two.run(...requested(TWO));
    expect(refused.exitCode).toBe(3);
    expect(errorOf(refused)).toMatchObject({
      code: 'shared_away',
      message: expect.stringMatching(/nothing was sent$/),
      hint: expect.stringMatching(/toile doctor.*--local-guard/),
    });
    expect(service.created.get(TWO)).toBeUndefined();
    // What is known here is shown all the same.
    expect(await listedBy(one)).toMatchObject([{ design_id: ONE }]);
    const insisted = await two.run(...requested(TWO, '--local-guard'));
    expect([0, 6]).toContain(insisted.exitCode);
    expect(insisted.stderr).toMatch(/going by this machine's own record alone/);
    expect(service.created.get(TWO)).toBe(1);
    // It holds to its own record: the same again is shown, not sent.
    await two.run(...requested(TWO, '--local-guard'));
    expect(service.created.get(TWO)).toBe(1);
    await engine.start();
    expect((await listedBy(two)).map(({ design_id }) => design_id).toSorted()).toEqual([ONE, TWO]);
    await one.run(...requested(TWO));
    expect(service.created.get(TWO)).toBe(1);
  });

  it('--local-guard means nothing where no engine is named', async () => {
    const service = await purchaseService();
    onTestFinished(service.close);
    const { run } = await machine(service.baseUrl, undefined);
    expect(await run(...requested(ONE, '--local-guard'))).toMatchObject({ exitCode: 2 });
    expect(service.created.size).toBe(0);
  });

  it('are not forgotten where the engine is emptied while one is on its way', async () => {
    const { engine, service, one, two, listedBy } = await shop();
    service.troubles.set(ONE, 'slow');
    service.onRequest.set(ONE, () => void engine.cli('flushall'));
    expect([0, 6]).toContain((await one.run(...requested(ONE))).exitCode);
    await two.run(...requested(ONE));
    expect(service.created.get(ONE)).toBe(1);
    expect(await listedBy(two)).toMatchObject([{ design_id: ONE }]);
  });

  it('are refused once by who has seen more in the engine than is there, and told anew by who has it', async () => {
    const { engine, service, one, two, listedBy } = await shop();
    await one.run(...requested(ONE));
    await listedBy(two);
    engine.cli('flushall');
    const refused = await two.run(...requested(ONE));
    expect(refused.exitCode).toBe(3);
    expect(errorOf(refused)).toMatchObject({
      code: 'shared_lost',
      hint: expect.stringMatching(/toile techpack ls/),
    });
    await listedBy(one);
    await two.run(...requested(ONE));
    expect(service.created.get(ONE)).toBe(1);
  });

  it('are of unknown fate to both where the engine dies while one is on its way, and the machine with it', async () => {
    const { engine, service, one, two } = await shop();
    service.troubles.set(ONE, 'dropped-before');
    let dies: Promise<void> | undefined;
    service.onRequest.set(ONE, () => {
      dies = engine.kill();
    });
    const lost = await one.run(...requested(ONE));
    expect(lost.exitCode).not.toBe(0);
    await dies;
    await engine.start();
    for (const { run } of [two, one]) {
      const again = await run(...requested(ONE));
      expect(again.exitCode).not.toBe(0);
      expect(errorOf(again)).toMatchObject({ code: 'fate_unknown' });
    }
    expect(service.created.size).toBe(0);
  });

  it('say so where the engine drops what it holds when its memory is full', async () => {
    const { one, two } = await shop(['maxmemory-policy allkeys-lru']);
    const words = /drops what it holds when its memory is full/;
    expect((await one.run(...requested(ONE))).stderr).toMatch(words);
    expect((await two.run('techpack', 'ls')).stderr).not.toMatch(words);
  });

  it('end at Ctrl-C while they wait for the other machine', async () => {
    const { service, one, two } = await shop();
    service.troubles.set(ONE, 'slow');
    const arrived = new Promise<void>((resolve) => service.onRequest.set(ONE, resolve));
    const first = one.run(...requested(ONE));
    await arrived;
    first.kill('SIGSTOP');
    const second = two.run(...requested(ONE));
    await sleep(1_500);
    second.kill('SIGINT');
    expect((await second).exitCode).toBe(130);
    first.kill('SIGCONT');
    await first;
    expect(service.created.get(ONE)).toBe(1);
  });
});

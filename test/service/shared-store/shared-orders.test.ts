import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDesignId } from '../../soak/built-program.ts';
import { startPurchaseService } from '../../soak/interruptible-services.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { type RunningEngine, startEngine } from './start-engine.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

interface Listed {
  readonly ref: string;
  readonly design_id: string;
  readonly state: string;
  readonly purchase_id: string | null;
}

const [ONE, TWO] = [createDesignId(1), createDesignId(2)];
const buildRequest = (design: string, ...more: readonly string[]) =>
  ['techpack', 'request', design, '--yes', '--json', ...more] as const;

const startShop = async (settings: readonly string[] = []) => {
  const [engine, service] = [await startEngine(settings), await startPurchaseService()];
  onTestFinished(service.close);
  const shared = await engine.initStore();
  /** A machine that was never there before. */
  const createFresh = (value = shared, more: Readonly<Record<string, string>> = {}) =>
    // An emptied store does not make requests wait for the limit.
    createTestMachine(service.baseUrl, value, { TOILE_RATE: '9000/5m', ...more });
  const [one, two] = [await createFresh(), await createFresh()];
  const listRequests = async ({ run }: TestMachine): Promise<readonly Listed[]> =>
    JSON.parse((await run('techpack', 'ls', '--json')).stdout).requests;
  /** Every machine refuses, each time, and nothing arrives. */
  const expectRefused = async (
    machines: readonly TestMachine[],
    code: string,
    design = ONE,
  ): Promise<void> => {
    const before = service.created.get(design) ?? 0;
    for (const each of [...machines, ...machines]) {
      for (const words of [[], ['--again'], ['--local-guard']]) {
        const refused = await each.run(...buildRequest(design, ...words));
        expect(readError(refused)).toMatchObject({
          code,
          message: expect.stringMatching(/nothing was sent$/),
        });
        expect(refused.exitCode).toBe(3);
      }
      // A look is no consent, and uses up no refusal.
      await each.run('techpack', 'ls', '-q');
      await each.run('techpack', 'status', '-q');
    }
    expect(service.created.get(design) ?? 0).toBe(before);
  };
  return { engine, service, shared, fresh: createFresh, one, two, listedBy: listRequests, expectRefused };
};

const readError = ({ stderr }: { readonly stderr: string }) =>
  JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;

describe.skipIf(isToolMissing('redis-server', 'redis-server'))(
  'Tech Packs of machines that share an engine',
  () => {
    it('are refused while it is unreachable, unless a person insists, and recorded when it is back', async () => {
      const { engine, service, one, two, listedBy } = await startShop();
      expect((await one.run(...buildRequest(ONE))).exitCode).not.toBe(3);
      await engine.kill();
      const refused = await two.run(...buildRequest(TWO));
      expect(refused.exitCode).toBe(3);
      expect(readError(refused)).toMatchObject({
        code: 'shared_away',
        message: expect.stringMatching(/nothing was sent$/),
        hint: expect.stringMatching(/toile doctor.*--local-guard/),
      });
      expect(service.created.get(TWO)).toBeUndefined();
      // What is known here is shown all the same.
      expect(await listedBy(one)).toMatchObject([{ design_id: ONE }]);
      const insisted = await two.run(...buildRequest(TWO, '--local-guard'));
      expect([0, 6]).toContain(insisted.exitCode);
      expect(insisted.stderr).toMatch(/using only the records of this machine/);
      expect(service.created.get(TWO)).toBe(1);
      // It holds to its own record: the same again is shown, not sent.
      await two.run(...buildRequest(TWO, '--local-guard'));
      expect(service.created.get(TWO)).toBe(1);
      await engine.start();
      expect((await one.run('shared', 'init', '--keep', '--yes')).exitCode).toBe(0);
      expect((await listedBy(two)).map(({ design_id }) => design_id).toSorted()).toEqual([ONE, TWO]);
      await one.run(...buildRequest(TWO));
      expect(service.created.get(TWO)).toBe(1);
    });

    it('are not affected by --local-guard where no engine is configured', async () => {
      const service = await startPurchaseService();
      onTestFinished(service.close);
      const { run } = await createTestMachine(service.baseUrl, undefined);
      expect(await run(...buildRequest(ONE, '--local-guard'))).toMatchObject({ exitCode: 2 });
      expect(service.created.size).toBe(0);
    });

    it('are an error with their purchase id when the engine is emptied during an order', async () => {
      const { engine, service, one, two, expectRefused } = await startShop();
      service.troubles.set(ONE, 'slow');
      service.onRequest.set(ONE, () => void engine.cli('flushall'));
      const unrecorded = await one.run(...buildRequest(ONE));
      expect(unrecorded.exitCode).toBe(1);
      expect(readError(unrecorded)).toMatchObject({
        code: 'unrecorded',
        purchase_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        design_id: ONE,
      });
      await expectRefused([two, one], 'shared_lost');
    });

    it.each([
      ['emptied', (engine: RunningEngine) => void engine.cli('flushall')],
      ['given another id', async (engine: RunningEngine) => void (await engine.initStore())],
    ])(
      'are refused by every machine, fresh ones too, where the store is %s, until a person starts it anew',
      async (_, lose) => {
        const { engine, service, shared, fresh, one, two, listedBy, expectRefused } = await startShop();
        await one.run(...buildRequest(ONE));
        await lose(engine);
        await expectRefused([await fresh(), two, one], 'shared_lost');
        const { stdout } = await one.run('shared', 'init', '--yes', '--json');
        const anew = JSON.parse(stdout).shared;
        expect(anew).not.toBe(shared);
        // Orders are refused without the new value; with it, the machine that ordered reports its orders to the others.
        await expectRefused([await fresh(), one], 'shared_lost');
        Object.assign(one.env, { TOILE_SHARED: anew });
        expect(await listedBy(one)).toMatchObject([{ design_id: ONE }]);
        const other = await fresh(anew);
        expect((await other.run(...buildRequest(ONE))).exitCode).not.toBe(3);
        expect(service.created.get(ONE)).toBe(1);
      },
    );

    it('are refused after a restart until a person confirms the store', async () => {
      const { engine, service, fresh, one, two, expectRefused } = await startShop();
      await one.run(...buildRequest(ONE));
      await engine.kill();
      await engine.start();
      await expectRefused([await fresh(), two, one], 'shared_restarted', TWO);
      expect((await two.run('shared', 'init', '--keep')).exitCode).toBe(2);
      expect((await two.run('shared', 'init', '--keep', '--yes')).exitCode).toBe(0);
      await (await fresh()).run(...buildRequest(ONE));
      await (await fresh()).run(...buildRequest(TWO));
      expect([service.created.get(ONE), service.created.get(TWO)]).toEqual([1, 1]);
    });

    it('are refused after an older backup is restored, also when a person confirms needlessly', async () => {
      const { engine, service, fresh, one, two, expectRefused } = await startShop();
      await one.run(...buildRequest(ONE));
      engine.cli('save');
      const dump = readFileSync(join(engine.folder, 'data', 'dump.rdb'));
      await one.run(...buildRequest(TWO));
      await engine.kill();
      await rm(join(engine.folder, 'data', 'appendonlydir'), { recursive: true });
      writeFileSync(join(engine.folder, 'data', 'dump.rdb'), dump);
      appendFileSync(join(engine.folder, 'conf'), 'appendonly no\n');
      await engine.start();
      expect(engine.cli('hget', 'toile:{store}', 'version')).not.toBe('0');
      await expectRefused([await fresh(), two], 'shared_restarted', TWO);
      expect((await two.run('shared', 'init', '--keep', '--yes')).exitCode).toBe(0);
      // Who has seen more of it takes its id away, for all.
      await expectRefused([one, await fresh()], 'shared_lost', TWO);
      expect(service.created.get(TWO)).toBe(1);
    });

    it('are stored as long as they are open', async () => {
      const { engine, one } = await startShop();
      await one.run(...buildRequest(ONE));
      const [key = ''] = engine.cli('keys', 'toile:{store}:d:*').split('\n');
      expect(engine.cli('ttl', key)).toBe('-1');
    });

    it('are refused when a single record was lost or restored', async () => {
      const { engine, service, fresh, one } = await startShop();
      await one.run(...buildRequest(ONE));
      const [key = ''] = engine.cli('keys', 'toile:{store}:d:*').split('\n');
      const before = engine.cli('get', key);
      await one.run(...buildRequest(ONE, '--again'));
      for (const damage of [() => engine.cli('del', key), () => engine.cli('set', key, before)]) {
        damage();
        const refused = await (await fresh()).run(...buildRequest(ONE));
        expect(readError(refused)).toMatchObject({
          code: 'purchases_lost',
          hint: expect.stringMatching(/forget --damaged/),
        });
      }
      expect(service.created.get(ONE)).toBe(2);
      const other = await fresh();
      expect((await other.run('techpack', 'forget', '--damaged', '--yes')).exitCode).toBe(0);
      await other.run(...buildRequest(TWO));
      expect(service.created.get(TWO)).toBe(1);
    });

    it('are found with another key of the same caller, and not by another caller', async () => {
      const { service, one, fresh, shared } = await startShop();
      await one.run(...buildRequest(ONE));
      await (await fresh(shared, { TOILE_API_KEY: 'svc_sk_rotated' })).run(...buildRequest(ONE));
      expect(service.created.get(ONE)).toBe(1);
      service.userId = 'another';
      await (await fresh(shared, { TOILE_API_KEY: 'svc_sk_of_another' })).run(...buildRequest(ONE));
      expect(service.created.get(ONE)).toBe(2);
    });

    it('have the purchase id of their own design while another machine orders too', async () => {
      const { engine, service, one, two, listedBy } = await startShop();
      service.troubles.set(ONE, 'slow');
      const first = one.run(...buildRequest(ONE));
      await two.run(...buildRequest(TWO));
      await first;
      for (const each of [one, two])
        for (const { design_id, purchase_id } of await listedBy(each))
          expect(purchase_id).toBe(`${design_id.slice(0, -1)}1`);
      expect(engine.cli('keys', 'toile:{store}:d:*').split('\n')).toHaveLength(2);
    });

    it('are refused where TOILE_SHARED has no id, with the line to type', async () => {
      const { engine, service, fresh } = await startShop();
      const bare = await fresh(engine.url);
      const refused = await bare.run(...buildRequest(ONE));
      expect(refused.exitCode).toBe(3);
      expect(readError(refused)).toMatchObject({
        code: 'shared_no_id',
        hint: expect.stringMatching(/toile shared init/),
      });
      expect(service.created.size).toBe(0);
      expect((await bare.run('techpack', 'ls')).exitCode).toBe(0);
    });

    it('have an unknown outcome on both machines when the engine and a machine die during an order', async () => {
      const { engine, service, one, two } = await startShop();
      service.troubles.set(ONE, 'dropped-before');
      let dies: Promise<void> | undefined;
      service.onRequest.set(ONE, () => {
        dies = engine.kill();
      });
      const lost = await one.run(...buildRequest(ONE));
      expect(lost.exitCode).not.toBe(0);
      await dies;
      await engine.start();
      await one.run('shared', 'init', '--keep', '--yes');
      for (const { run } of [two, one]) {
        const again = await run(...buildRequest(ONE));
        expect(again.exitCode).not.toBe(0);
        expect(readError(again)).toMatchObject({ code: 'fate_unknown' });
      }
      expect(service.created.size).toBe(0);
    });

    it.each(['allkeys-lru', 'volatile-ttl'])(
      'are refused while the engine may evict records (%s)',
      async (policy) => {
        const { engine, service, one, fresh, expectRefused } = await startShop();
        engine.cli('config', 'set', 'maxmemory-policy', policy);
        await expectRefused([one, await fresh()], 'shared_evicting');
        expect((await one.run('techpack', 'ls')).exitCode).toBe(0);
        engine.cli('config', 'set', 'maxmemory-policy', 'noeviction');
        await one.run(...buildRequest(ONE));
        expect(service.created.get(ONE)).toBe(1);
      },
    );

    it('end at Ctrl-C while they wait for another machine', async () => {
      const { service, one, two } = await startShop();
      service.troubles.set(ONE, 'slow');
      const arrived = new Promise<void>((resolve) => service.onRequest.set(ONE, resolve));
      const first = one.run(...buildRequest(ONE));
      await arrived;
      first.kill('SIGSTOP');
      const second = two.run(...buildRequest(ONE));
      await sleep(1_500);
      second.kill('SIGINT');
      expect((await second).exitCode).toBe(130);
      first.kill('SIGCONT');
      await first;
      expect(service.created.get(ONE)).toBe(1);
    });
  },
);

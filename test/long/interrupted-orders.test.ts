/**
 * No order is sent without consent: random sequences of events, compared with a model of the service, of which
 * `npm test` tries a few; and 200 requests of the built program, interrupted at every step on their way.
 * Each design is requested as a pipeline would, again and again, until the service has a purchase. More than one that
 * was not asked for with --again, or none at the end, is a failure.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createDesignId, runBuiltProgram, runInLanes, startBuiltProgram } from '../soak/built-program.ts';
import { type OrderFault, startPurchaseService } from '../soak/interruptible-services.ts';
import { createFolder } from '../support/create-folder.ts';

process.env.TOILE_MODEL_RUNS ??= '10000';
await import('../service/tech-packs/order-model.test.ts');

const COUNT = Number(process.env.TOILE_SOAK_COUNT ?? 200);

/** The interruption of the first request: a signal to the program, or a fault of the connection. */
interface Interruption {
  readonly name: string;
  readonly kill?: NodeJS.Signals;
  /** Milliseconds from the start to the signal. */
  readonly after?: () => number;
  /** Milliseconds from the arrival of the request to the signal. */
  readonly arrived?: number;
  readonly trouble?: OrderFault;
}

const STEPS: readonly Interruption[] = [
  { name: 'kill -9 at some time', kill: 'SIGKILL', after: () => randomInt(20, 450) },
  { name: 'kill -9 when the request arrives', kill: 'SIGKILL', arrived: 0, trouble: 'slow' },
  { name: 'kill -9 when it was answered', kill: 'SIGKILL', arrived: 5 },
  { name: 'Ctrl-C while the service works', kill: 'SIGINT', arrived: 0, trouble: 'slow' },
  { name: 'SIGTERM while the service works', kill: 'SIGTERM', arrived: 0, trouble: 'slow' },
  { name: 'connection cut before it was taken', trouble: 'dropped-before' },
  { name: 'connection cut after it was taken', trouble: 'dropped-after' },
  { name: 'answer cut in the middle', trouble: 'cut' },
  { name: 'a 500 after it was taken', trouble: 'failed' },
  { name: 'a 429', trouble: 'limited' },
];

it(`${COUNT} interrupted requests are one purchase each`, async ({ task }) => {
  const home = createFolder();
  const service = await startPurchaseService();
  onTestFinished(service.close);
  const env = { HOME: home, TOILE_HOME: home, TOILE_BASE_URL: service.baseUrl, TOILE_API_KEY: 'svc_sk_soak' };
  const rows = STEPS.map(({ name }) => ({ name, requests: 0, taken: 0, kept: 0, resent: 0, again: 0 }));
  const wrong: string[] = [];

  await runInLanes(COUNT, 2, async (number) => {
    const step = STEPS[number % STEPS.length];
    const row = rows[number % STEPS.length];
    if (step === undefined || row === undefined) return;
    const { name, kill, after, arrived, trouble } = step;
    const design = createDesignId(number);
    const countPurchases = () => service.created.get(design) ?? 0;
    const argv = ['techpack', 'request', design, '--yes', '--json'];
    row.requests += 1;

    if (trouble) service.troubles.set(design, trouble);
    const first = startBuiltProgram(argv, { env, cwd: home });
    const killAfter = (ms: number) => setTimeout(() => first.child.kill(kill), ms);
    if (after) killAfter(after());
    if (arrived !== undefined) service.onRequest.set(design, () => killAfter(arrived));
    await first.ended;
    service.onRequest.delete(design);
    // What is still under way in the service gets to its end.
    if (trouble === 'slow') await sleep(350);
    service.troubles.delete(design);
    const bought = countPurchases();
    if (bought > 0) row.taken += 1;

    // As a pipeline that is run again: without --again it may create a purchase only where there is none.
    const second = await runBuiltProgram(argv, { env, cwd: home });
    if (countPurchases() > 1) wrong.push(`${design} (${name}): bought twice`);
    if (bought === 1) row.kept += 1;
    if (bought === 0 && countPurchases() === 1) row.resent += 1;
    if (bought === 1 && second.code === 0) wrong.push(`${design} (${name}): the second request says nothing`);

    if (countPurchases() === 0) {
      if (!second.err.includes('fate_unknown'))
        wrong.push(`${design} (${name}): ${second.code} ${second.err}`);
      row.again += 1;
      await runBuiltProgram([...argv, '--again'], { env, cwd: home });
    }
    if (countPurchases() !== 1) wrong.push(`${design} (${name}): ${countPurchases()} purchases in the end`);
  });

  task.meta.summary = rows.map(
    ({ name, requests, taken, kept, resent, again }) =>
      `${name.padEnd(36)} ${requests} requests: ${taken} taken, ${kept} kept from a second purchase, ` +
      `${resent} sent by the second run, ${again} with --again`,
  );
  expect(wrong).toStrictEqual([]);
  expect([...service.created.values()].reduce((sum, count) => sum + count, 0)).toBe(COUNT);
  const { out } = await runBuiltProgram(['techpack', 'ls', '--json'], { env, cwd: home });
  const { requests } = JSON.parse(out) as { readonly requests: readonly { readonly design_id: string }[] };
  expect(new Set(requests.map(({ design_id }) => design_id)).size).toBe(COUNT);
});

/**
 * Holds what costs money to its consent: `npm run test:purchases`. First 10,000 random sequences of twenty events on
 * average, with a model of the service beside (test/purchases/model.test.ts). Then 200 requests of the built program,
 * interrupted at every step on their way: each design is requested as a pipeline would, again and again, until the
 * service has a purchase. More than one that was not asked for with --again, or none at the end, is a failure.
 */

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { designOf, each, run, start } from '../test/soak/program.mjs';
import { purchaseService } from '../test/soak/service.mjs';

const { TOILE_MODEL_RUNS = '10000', TOILE_TEST_SEED = String(randomInt(1e9)) } = process.env;
process.stdout.write(`purchases: TOILE_TEST_SEED=${TOILE_TEST_SEED} TOILE_MODEL_RUNS=${TOILE_MODEL_RUNS}\n`);
const modelled = spawnSync('npx', ['vitest', 'run', 'test/purchases/model.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, TOILE_MODEL_RUNS, TOILE_TEST_SEED },
});

const COUNT = Number(process.env.TOILE_SOAK_COUNT ?? 200);

/** What happens to the first request: to the program (a signal, when), or to the connection. */
const STEPS = [
  { name: 'kill -9 at some time', kill: 'SIGKILL', after: () => randomInt(20, 450) },
  { name: 'kill -9 when the request arrives', kill: 'SIGKILL', arrived: true, trouble: 'slow' },
  { name: 'kill -9 when it was answered', kill: 'SIGKILL', arrived: true, later: 5 },
  { name: 'Ctrl-C while the service works', kill: 'SIGINT', arrived: true, trouble: 'slow' },
  { name: 'SIGTERM while the service works', kill: 'SIGTERM', arrived: true, trouble: 'slow' },
  { name: 'connection cut before it was taken', trouble: 'dropped-before' },
  { name: 'connection cut after it was taken', trouble: 'dropped-after' },
  { name: 'answer cut in the middle', trouble: 'cut' },
  { name: 'a 500 after it was taken', trouble: 'failed' },
  { name: 'a 429', trouble: 'limited' },
];

const home = await mkdtemp(join(tmpdir(), 'toile-soak-'));
const service = await purchaseService();
const env = { HOME: home, TOILE_HOME: home, TOILE_BASE_URL: service.baseUrl, TOILE_API_KEY: 'svc_sk_soak' };
const tally = STEPS.map(({ name }) => ({ name, requests: 0, taken: 0, kept: 0, resent: 0, again: 0 }));
const wrong = [];
const began = Date.now();

await each(COUNT, 2, async (number) => {
  const at = number % STEPS.length;
  const step = STEPS[at];
  const row = tally[at];
  const design = designOf(number);
  const purchases = () => service.created.get(design) ?? 0;
  const argv = ['techpack', 'request', design, '--yes', '--json'];
  row.requests += 1;

  if (step.trouble) service.troubles.set(design, step.trouble);
  const first = start(argv, { env, cwd: home });
  const end = (ms) => setTimeout(() => first.child.kill(step.kill), ms);
  if (step.after) end(step.after());
  if (step.kill && step.arrived) service.onRequest.set(design, () => end(step.later ?? 0));
  await first.ended;
  service.onRequest.delete(design);
  // What is still under way in the service gets to its end.
  if (step.trouble === 'slow') await new Promise((resolve) => setTimeout(resolve, 350));
  service.troubles.delete(design);
  const after = purchases();
  if (after > 0) row.taken += 1;

  // As a pipeline that is run again: without --again it may create a purchase only where there is none.
  const second = await run(argv, { env, cwd: home });
  if (purchases() > 1) wrong.push(`${design} (${step.name}): bought twice`);
  if (after === 1) row.kept += 1;
  if (after === 0 && purchases() === 1) row.resent += 1;
  if (after === 1 && second.code === 0)
    wrong.push(`${design} (${step.name}): the second request says nothing`);

  if (purchases() === 0) {
    if (!second.err.includes('fate_unknown'))
      wrong.push(`${design} (${step.name}): ${second.code} ${second.err}`);
    row.again += 1;
    await run([...argv, '--again'], { env, cwd: home });
  }
  if (purchases() !== 1) wrong.push(`${design} (${step.name}): ${purchases()} purchases in the end`);
});

const listed = JSON.parse((await run(['techpack', 'ls', '--json'], { env, cwd: home })).out);
const designs = new Set(listed.requests.map(({ design_id }) => design_id));
const total = [...service.created.values()].reduce((sum, count) => sum + count, 0);
service.close();
await rm(home, { recursive: true });

const say = (line) => process.stdout.write(`${line}\n`);
for (const { name, requests, taken, kept, resent, again } of tally) {
  say(
    `${name.padEnd(36)} ${requests} requests: ${taken} taken, ${kept} kept from a second purchase, ` +
      `${resent} sent by the second run, ${again} with --again`,
  );
}
say(
  `purchases: ${total}, consented to: ${COUNT}, designs listed here: ${designs.size}, wrong: ${wrong.length}, ${Date.now() - began} ms`,
);
for (const line of wrong) say(`  ${line}`);
process.exitCode =
  modelled.status === 0 && wrong.length === 0 && total === COUNT && designs.size === COUNT ? 0 : 1;

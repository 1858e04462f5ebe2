/**
 * A process of its own for the tests of the ledger: `worker FOLDER COUNT LIMIT WINDOW_MS`. Each line says when a
 * request went, and how much later than it was to.
 */
import { setTimeout } from 'node:timers/promises';
import { systemPath } from '../../src/border/path.ts';
import { createRateLimiter } from '../../src/rate-limit/rate-limiter.ts';
import { becomeOrdinary } from '../support/somebody.ts';

becomeOrdinary();

const [, , folder = '', count = '0', limit = '1', windowMs = '1'] = process.argv;
const rate = { limit: Number(limit), windowMs: Number(windowMs) };
const ledger = createRateLimiter(
  systemPath(folder),
  'k',
  rate,
  { pid: process.pid, now: Date.now },
  () => undefined,
);

for (let sent = 0; sent < Number(count); sent += 1) {
  const turn = ledger.turn();
  let due = Date.now();
  for (let ms = turn.wait(); ms > 0; ms = turn.wait()) {
    due = Date.now() + ms;
    await setTimeout(ms);
  }
  const at = Date.now();
  process.stdout.write(`${at} ${at - due}\n`);
  turn.sent();
}

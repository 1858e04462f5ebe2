/**
 * A separate process for the tests of the ledger: `worker FOLDER COUNT LIMIT WINDOW_MS`. Each line says when a
 * request went, and how much later than it was to.
 */
import { setTimeout } from 'node:timers/promises';
import { markSystemPath } from '../../../src/platform/files/safe-path.ts';
import { createLocalRateLimiter } from '../../../src/service/rate-limit/rate-limiter.ts';
import { becomeOrdinaryUser } from '../../support/ordinary-user.ts';

becomeOrdinaryUser();

const [, , folder = '', count = '0', limit = '1', windowMs = '1'] = process.argv;
const rate = { limit: Number(limit), windowMs: Number(windowMs) };
const ledger = createLocalRateLimiter(
  markSystemPath(folder),
  'k',
  rate,
  { pid: process.pid, now: Date.now },
  () => undefined,
);

for (let sent = 0; sent < Number(count); sent += 1) {
  const turn = ledger.reserveSlot();
  let due = Date.now();
  for (let ms = turn.getWaitMs(); ms > 0; ms = turn.getWaitMs()) {
    due = Date.now() + ms;
    await setTimeout(ms);
  }
  const at = Date.now();
  process.stdout.write(`${at} ${at - due}\n`);
  turn.markSent();
}

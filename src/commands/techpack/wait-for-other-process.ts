import { nextCommand } from '../../platform/escape/shell.ts';
import { createOrderFailure } from '../../service/tech-packs/order-failure.ts';
import { findTransition } from '../../service/tech-packs/order-machine.ts';
import type { OrderSituation } from '../../service/tech-packs/order-situation.ts';
import type { CommandContext } from '../command-context.ts';

/** The default time in milliseconds to wait for another process that sends the same request. */
export const OTHER_PROCESS_WAIT_MS = 10_000;
const POLL_INTERVAL_MS = 250;

type WaitContext = Pick<
  CommandContext,
  'signal' | 'clock' | 'maxWaitMs' | 'report' | 'toile' | 'openOrders' | 'setChargedOrder'
>;

/** Waits until no other process is sending the order, and returns its state. Throws PendingWork after `patienceMs`. */
export const waitForOtherProcess = async (
  deps: WaitContext,
  wanted: { readonly design: string; readonly patienceMs: number },
  first: OrderSituation,
  baseUrl: string,
): Promise<OrderSituation> => {
  const { design, patienceMs } = wanted;
  const purchases = await deps.openOrders();
  const until = deps.clock.now() + Math.min(patienceMs, deps.maxWaitMs);
  for (let as = first; ; as = await purchases.summarize(design, baseUrl)) {
    if (!as.isInProgress) return as;
    if (deps.clock.now() >= until) {
      deps.setChargedOrder({ design_id: design, purchase_id: null, state: as.state, toile: deps.toile });
      throw createOrderFailure(
        findTransition(as.state, 'second'),
        {},
        { code: 'being_sent', hint: nextCommand`toile techpack ls` },
      );
    }
    if (as === first) {
      deps.report({
        kind: 'busy',
        text: 'another toile process is sending this request; waiting for its outcome',
        line: true,
      });
    }
    await deps.clock.sleep(POLL_INTERVAL_MS, deps.signal);
  }
};

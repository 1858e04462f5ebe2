import { parseUuid } from '../../border/identity.ts';
import { type ShellSafe, shellText, splitShellWords } from '../../border/shell.ts';
import type { ApiResponse } from '../../client/index.ts';
import { isPackReady } from '../../client/pack.ts';
import { isRecord } from '../../json/values.ts';
import { findTransition } from '../../purchases/machine.ts';
import { readStatusEvent } from '../../purchases/pack-status.ts';
import type { OrderRecord } from '../../purchases/record.ts';
import { buildResumeCommand, type ChargedOrder } from '../../purchases/spent-notice.ts';
import type { OrderState } from '../../purchases/states.ts';
import type { ExistingOrder } from '../../view/purchases.ts';
import { buildDataResult, type DataResult, type ServiceResult } from '../answers.ts';
import type { FileContext } from '../facets.ts';
import { fetchOrderStatus, type TechPackContext } from './check-status.ts';
import { checkCheckoutAddress } from './checkout.ts';
import type { SavedPackResult } from './fetch-pdf.ts';
import { type FollowOptions, followOrder } from './follow.ts';

/** Converts a response to a result. Payment required gives exit code 6. */
export const toServiceResult = ({ value, text, status }: ApiResponse<unknown>): ServiceResult => ({
  kind: 'body',
  value,
  text,
  ...(status === 402 && { exit: 6 }),
});

interface ExistingOrderOptions {
  readonly identity: string;
  /** The command that was typed, to repeat it in hints. */
  readonly typed: ShellSafe;
  readonly wanted: FollowOptions;
}

/** Shows an existing order, waits for it or downloads its PDF, as the flags say. No order is sent. */
export const showExistingOrder = async (
  deps: TechPackContext & FileContext,
  purchase: OrderRecord,
  { identity, typed, wanted }: ExistingOrderOptions,
): Promise<DataResult<ExistingOrder> | ServiceResult | SavedPackResult> => {
  const spentIn = (state: OrderState): ChargedOrder => ({
    design_id: purchase.design_id,
    purchase_id: purchase.purchase_id ?? null,
    state,
    toile: deps.toile,
  });
  const answer = (state: OrderState, exit: number | undefined, seen: Readonly<Record<string, unknown>>) => {
    const value: ExistingOrder = {
      design_id: purchase.design_id,
      purchase_id: purchase.purchase_id ?? null,
      state,
      status: typeof seen.status === 'string' ? seen.status : (purchase.status ?? state),
      ready: isPackReady(seen),
      requested_at: purchase.requested_at,
      ...(purchase.account !== undefined && { account: purchase.account }),
      ...(state === 'payment_due' && {
        checkout_url: purchase.checkout_url,
        amount: seen.amount ?? purchase.amount ?? null,
        currency: seen.currency ?? purchase.currency ?? null,
      }),
      next: splitShellWords(buildResumeCommand(spentIn(state))),
      again: splitShellWords(shellText`${typed} --again`),
    };
    return buildDataResult('toile.techpack-standing/1', value, exit ? { exit } : {});
  };

  deps.setChargedOrder(spentIn(purchase.state));
  const id = parseUuid(purchase.purchase_id);
  const { state } = purchase;
  if (id === undefined)
    return answer(state, findTransition(state, state === 'payment_due' ? 'unpaid' : 'pending').exit, {});
  const { whole, state: now } = await fetchOrderStatus(deps, id, { purchase, typed }, deps.signal);
  const event = readStatusEvent(whole.value, state);
  const seen = isRecord(whole.value) ? whole.value : {};
  const isDue = event === 'unpaid';
  // Nobody is there to pay, so there is nothing to wait for.
  if (!wanted.wait || (isDue && !deps.ask.isAvailable))
    return answer(now, findTransition(state, event).exit, seen);
  if (isDue) {
    if (!(await deps.target()).sandbox) await checkCheckoutAddress(deps, purchase.checkout_url);
    deps.report({ kind: 'note', text: `pay at ${purchase.checkout_url}; waiting for it` });
  }
  return followOrder(deps, id, { identity, purchase, typed }, wanted, whole);
};

import type { ExistingOrder } from '../../output/views/orders.ts';
import { parseUuid } from '../../platform/branded.ts';
import { type ShellSafe, shellText, splitShellWords } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import type { ApiResponse } from '../../service/client/index.ts';
import { isPackReady } from '../../service/client/wait-for-pack.ts';
import { buildResumeCommand, type ChargedOrder } from '../../service/tech-packs/order-failure.ts';
import { findTransition, type OrderState } from '../../service/tech-packs/order-machine.ts';
import { classifyPurchaseStatus } from '../../service/tech-packs/order-outcome.ts';
import type { OrderRecord } from '../../service/tech-packs/order-record.ts';
import { type CommandContext, reportNote } from '../command-context.ts';
import { buildDataResult, type DataResult, type ServiceResult } from '../command-result.ts';
import { checkCheckoutAddress } from './checkout.ts';
import { fetchOrderStatus } from './fetch-order-status.ts';
import type { SavedPackResult } from './fetch-pdf.ts';
import { type FollowOptions, followOrder } from './follow-order.ts';

/** Converts a response to a result. Status 402 (payment required) gives exit code 6. */
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
  readonly followOptions: FollowOptions;
}

/**
 * Returns the status of an existing order and sends no order. The status comes from the service, or from the stored
 * record if the order has no purchase id. With `followOptions.wait`, waits for the Tech Pack and can save its PDF. Does
 * not wait if the order is unpaid and there is no terminal on which the user can be asked to pay.
 */
export const showExistingOrder = async (
  deps: CommandContext,
  purchase: OrderRecord,
  { identity, typed, followOptions }: ExistingOrderOptions,
): Promise<DataResult<ExistingOrder> | ServiceResult | SavedPackResult> => {
  const createChargedOrder = (state: OrderState): ChargedOrder => ({
    design_id: purchase.design_id,
    purchase_id: purchase.purchase_id ?? null,
    state,
    toile: deps.toile,
  });
  const buildResult = (
    state: OrderState,
    exit: number | undefined,
    seen: Readonly<Record<string, unknown>>,
  ) => {
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
      next: splitShellWords(buildResumeCommand(createChargedOrder(state))),
      again: splitShellWords(shellText`${typed} --again`),
    };
    return buildDataResult('toile.techpack-standing/1', value, exit ? { exit } : {});
  };

  deps.setChargedOrder(createChargedOrder(purchase.state));
  const id = parseUuid(purchase.purchase_id);
  const { state } = purchase;
  if (id === undefined)
    return buildResult(state, findTransition(state, state === 'payment_due' ? 'unpaid' : 'pending').exit, {});
  const { response, state: newState } = await fetchOrderStatus(deps, id, { purchase, typed }, deps.signal);
  const event = classifyPurchaseStatus(response.value, state);
  const seen = isRecord(response.value) ? response.value : {};
  const isDue = event === 'unpaid';
  if (!followOptions.wait || (isDue && !deps.ask.isAvailable))
    return buildResult(newState, findTransition(state, event).exit, seen);
  if (isDue) {
    if (!(await deps.target()).sandbox) await checkCheckoutAddress(deps, purchase.checkout_url);
    reportNote(deps, `pay at ${purchase.checkout_url}; waiting for the payment`);
  }
  return followOrder(deps, id, { identity, purchase, typed }, followOptions, response);
};

import { ENDED_REASON, type OrderEvent, type OrderState } from './order-machine.ts';
import type { OrderRecord } from './order-record.ts';

/** The state of the orders of one design, which decides whether another order may be sent. */
export interface OrderSituation {
  readonly state: OrderState;
  /** The record with that state; undefined if nothing was requested or nothing can be read. */
  readonly record: OrderRecord | undefined;
  /** True if a living process is sending the order at this moment. */
  readonly isInProgress: boolean;
}

/** Returns true if the process that was sending the order of a record has ended. */
export type IsHolderGone = (purchase: OrderRecord) => boolean;

/**
 * Returns the origin of an address, for example `https://host`, or the text itself if it is not a URL. Addresses are
 * compared without their path, because one service may have several path prefixes.
 */
export const getAddressOrigin = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address;

/**
 * Returns a predicate for the records of one design at the origin of `address`. The account is not compared: only the
 * owner of a design can order its Tech Pack (specification 4.2), and all accounts of a user share one allowance.
 */
export const isOrderFor =
  (designId: string, address: string) =>
  ({ design_id, base_url }: OrderRecord): boolean =>
    design_id.toLowerCase() === designId.toLowerCase() &&
    getAddressOrigin(base_url) === getAddressOrigin(address);

/** Returns the record with its present state, which is unknown if the process ended while it was sending the order. */
const withCurrentState = (purchase: OrderRecord, gone: IsHolderGone): OrderRecord =>
  purchase.state === 'sent' && gone(purchase)
    ? { ...purchase, state: 'fate_unknown', reason: ENDED_REASON }
    : purchase;

const isRecordInProgress = (purchase: OrderRecord, gone: IsHolderGone): boolean =>
  (purchase.state === 'intended' || purchase.state === 'sent') && !gone(purchase);

/** Returns true if the order was refused or never sent, so that it does not block another order. */
const isWithoutEffect = (purchase: OrderRecord, gone: IsHolderGone): boolean =>
  purchase.state === 'refused' || (purchase.state === 'intended' && gone(purchase));

/**
 * Returns the state of the orders of one design. `about` is their records, oldest first. The newest order that was sent
 * and not refused decides the state.
 */
export const summarizeOrders = (about: readonly OrderRecord[], gone: IsHolderGone): OrderSituation => {
  const purchase = about.findLast((one) => !isWithoutEffect(one, gone)) ?? about.at(-1);
  if (purchase === undefined) return { state: 'none', record: purchase, isInProgress: false };
  const as = withCurrentState(purchase, gone);
  return { state: as.state, record: as, isInProgress: isRecordInProgress(purchase, gone) };
};

/** Returns every record with its present state, oldest first. */
const listOrderStates = (
  all: readonly OrderRecord[],
  gone: IsHolderGone,
): readonly (Omit<OrderRecord, 'state'> & { readonly state: OrderState })[] =>
  all.map((one) => {
    const about = all.filter(isOrderFor(one.design_id, one.base_url));
    const { ref } = summarizeOrders(about, gone).record ?? one;
    const isEarlier = ref !== one.ref && !isWithoutEffect(one, gone);
    return isEarlier ? { ...one, state: 'superseded' as const } : withCurrentState(one, gone);
  });

/**
 * Returns the event of a Tech Pack command with the flags `--again` and `--wait`: `again`; `second` while another
 * process is sending the order; `wait`; otherwise `same`.
 */
export const chooseCommandEvent = (
  { isInProgress }: OrderSituation,
  { again, wait }: { readonly again: boolean; readonly wait: boolean },
): OrderEvent => (again ? 'again' : isInProgress ? 'second' : wait ? 'wait' : 'same');

/** A record as `toile techpack ls` prints it, with its present state and without internal members. */
export type ListedOrder = Omit<OrderRecord, 'state' | 'holder' | 'user_id' | 'body_digests'> & {
  readonly state: OrderState;
};

/**
 * Returns the key of a tool call that may cost money, for example `tool order_pack 3f…`. A record of such a call has it
 * in place of the design id. `digest` identifies the arguments.
 */
export const formatToolCallKey = (tool: string, digest: string): string => `tool ${tool} ${digest}`;
/** Returns true if the `design_id` of a record is the key of a tool call. */
export const isToolCall = (designId: string): boolean => designId.startsWith('tool ');

/** Returns every record as `toile techpack ls` prints it, with its present state, oldest first. */
export const listOrderRecords = (all: readonly OrderRecord[], gone: IsHolderGone): readonly ListedOrder[] =>
  listOrderStates(all, gone).map(
    ({ ref, requested_at, design_id, holder: _, user_id: __, body_digests: ___, ...rest }) => ({
      ref,
      requested_at,
      design_id,
      ...rest,
    }),
  );

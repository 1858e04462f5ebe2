import { ENDED_REASON, type OrderEvent, type OrderState } from './order-machine.ts';
import type { OrderRecord } from './order-record.ts';

/** The state of the orders of one design. It decides whether another order may be sent. */
export interface OrderSituation {
  readonly state: OrderState;
  /** The order record from which `state` follows. Undefined if the design has no order. */
  readonly record: OrderRecord | undefined;
  /** True if a running process is sending the order. */
  readonly isInProgress: boolean;
}

/** Returns true if the process that was sending an order has ended. */
export type IsHolderGone = (purchase: OrderRecord) => boolean;

/**
 * Returns the origin of an address, for example `https://host`, or the text itself if it is not a URL. One service may
 * have several path prefixes, so addresses are compared by origin.
 */
export const getAddressOrigin = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address;

/**
 * Creates a filter for order records. It returns true for a record of the design `designId` if the address in the
 * record has the same origin as `address`. The account in the record does not matter: only the owner of a design can
 * order its Tech Pack (specification 4.2), and all accounts of a user share one allowance.
 */
export const isOrderFor =
  (designId: string, address: string) =>
  ({ design_id, base_url }: OrderRecord): boolean =>
    design_id.toLowerCase() === designId.toLowerCase() &&
    getAddressOrigin(base_url) === getAddressOrigin(address);

const withCurrentState = (purchase: OrderRecord, isHolderGone: IsHolderGone): OrderRecord =>
  purchase.state === 'sent' && isHolderGone(purchase)
    ? { ...purchase, state: 'fate_unknown', reason: ENDED_REASON }
    : purchase;

/**
 * Returns true for an order with the state `intended` or `sent`. A process is sending such an order, or has ended
 * before it recorded the result.
 */
export const isBeingSent = ({ state }: OrderRecord): boolean => state === 'intended' || state === 'sent';

/** Returns true if the order was refused or never sent. Another order for the design may then be sent. */
const isWithoutEffect = (purchase: OrderRecord, isHolderGone: IsHolderGone): boolean =>
  purchase.state === 'refused' || (purchase.state === 'intended' && isHolderGone(purchase));

/**
 * Returns the state of the orders of one design from their records, oldest first. The newest order decides the state.
 * Orders that were refused or never sent are ignored if there is any other order.
 */
export const summarizeOrders = (
  orderRecords: readonly OrderRecord[],
  isHolderGone: IsHolderGone,
): OrderSituation => {
  const purchase =
    orderRecords.findLast((record) => !isWithoutEffect(record, isHolderGone)) ?? orderRecords.at(-1);
  if (purchase === undefined) return { state: 'none', record: purchase, isInProgress: false };
  const current = withCurrentState(purchase, isHolderGone);
  return {
    state: current.state,
    record: current,
    isInProgress: isBeingSent(purchase) && !isHolderGone(purchase),
  };
};

const listOrderStates = (
  all: readonly OrderRecord[],
  isHolderGone: IsHolderGone,
): readonly (Omit<OrderRecord, 'state'> & { readonly state: OrderState })[] =>
  all.map((record) => {
    const sameDesign = all.filter(isOrderFor(record.design_id, record.base_url));
    const { ref } = summarizeOrders(sameDesign, isHolderGone).record ?? record;
    const isEarlier = ref !== record.ref && !isWithoutEffect(record, isHolderGone);
    return isEarlier ? { ...record, state: 'superseded' as const } : withCurrentState(record, isHolderGone);
  });

/**
 * Returns the event that a Tech Pack command causes if an order already exists. The first case that applies decides:
 * `again` for the flag `--again`, `second` if a process is sending the order now, `wait` for the flag `--wait`, and
 * otherwise `same`.
 */
export const chooseCommandEvent = (
  { isInProgress }: OrderSituation,
  { again, wait }: { readonly again: boolean; readonly wait: boolean },
): OrderEvent => (again ? 'again' : isInProgress ? 'second' : wait ? 'wait' : 'same');

/** A record as `toile techpack ls` prints it: with its present state, without internal members. */
export type ListedOrder = Omit<OrderRecord, 'state' | 'holder' | 'user_id' | 'body_digests'> & {
  readonly state: OrderState;
};

/**
 * Returns a text that identifies a tool call that may cost money, for example `tool order_pack 3f…`. `digest` is the
 * digest of the arguments of the call. The order record of the call has this text as its `design_id`.
 */
export const formatToolCallKey = (tool: string, digest: string): string => `tool ${tool} ${digest}`;
/**
 * Returns true if the `design_id` of an order record shows that a tool call sent the order. Such a `design_id` is not
 * the id of a design, but a text such as `tool order_pack 3f…`.
 */
export const isToolCall = (designId: string): boolean => designId.startsWith('tool ');

/**
 * Converts order records to the form in which `toile techpack ls` prints them. The records are given and returned with
 * the oldest first. Each gets its present state, for example `superseded`.
 */
export const toListedOrders = (
  all: readonly OrderRecord[],
  isHolderGone: IsHolderGone,
): readonly ListedOrder[] =>
  listOrderStates(all, isHolderGone).map(
    ({ ref, requested_at, design_id, holder: _, user_id: __, body_digests: ___, ...rest }) => ({
      ref,
      requested_at,
      design_id,
      ...rest,
    }),
  );

import type { OrderRecord } from './order-record.ts';
import { type IsHolderGone, listOrderStates } from './order-situation.ts';
import type { OrderState } from './order-states.ts';

/** A record as `toile techpack ls` prints it, with its present state. */
export type ListedOrder = Omit<OrderRecord, 'state' | 'holder' | 'user_id' | 'body_digests'> & {
  readonly state: OrderState;
};

/** Returns the text that stands for a design id in the record of a tool call that may cost money. */
export const nameToolCall = (tool: string, digest: string): string => `tool ${tool} ${digest}`;
export const isToolCall = (designId: string): boolean => designId.startsWith('tool ');

/** Returns every record with its present state, oldest first. */
export const listOrderRecords = (all: readonly OrderRecord[], gone: IsHolderGone): readonly ListedOrder[] =>
  listOrderStates(all, gone).map(
    ({ ref, requested_at, design_id, holder: _, user_id: __, body_digests: ___, ...rest }) => ({
      ref,
      requested_at,
      design_id,
      ...rest,
    }),
  );

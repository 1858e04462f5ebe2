import { isRecord } from '../../platform/json/json-values.ts';
import { isPackReady } from '../client/pack-readiness.ts';
import type { OrderEvent, OrderState } from './order-states.ts';

/** Returns the event for the state machine that a purchase status stands for. */
export const readStatusEvent = (
  status: unknown,
  state: OrderState,
): Extract<OrderEvent, 'pending' | 'unpaid' | 'ready'> => {
  if (isPackReady(status)) return 'ready';
  const { pack, paid_at } = isRecord(status) ? status : {};
  return state === 'payment_due' && (paid_at ?? null) === null && !isRecord(pack) ? 'unpaid' : 'pending';
};

import { isReady } from '../client/pack.ts';
import { isRecord } from '../json/values.ts';
import type { Event, State } from './states.ts';

/** What was seen of a purchase, for the machine. */
export const seenIn = (status: unknown, state: State): Extract<Event, 'pending' | 'unpaid' | 'ready'> => {
  if (isReady(status)) return 'ready';
  const { pack, paid_at } = isRecord(status) ? status : {};
  return state === 'payment_due' && (paid_at ?? null) === null && !isRecord(pack) ? 'unpaid' : 'pending';
};

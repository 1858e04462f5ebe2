import { isRecord } from '../json/values.ts';
import type { Event, State } from './states.ts';

/** `pack.ready` is the single readiness condition (specification 2.14); no status word is, and no PDF. */
export const isReady = (status: unknown): boolean =>
  isRecord(status) && isRecord(status.pack) && status.pack.ready === true;

/** What was seen of a purchase, for the machine. */
export const seenIn = (status: unknown, state: State): Extract<Event, 'pending' | 'unpaid' | 'ready'> => {
  if (isReady(status)) return 'ready';
  const { pack, paid_at } = isRecord(status) ? status : {};
  return state === 'payment_due' && (paid_at ?? null) === null && !isRecord(pack) ? 'unpaid' : 'pending';
};

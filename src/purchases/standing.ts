import type { Purchase } from './record.ts';
import { type Gone, standingNow } from './situation.ts';
import type { State } from './states.ts';

/** A record as it stands now. */
export type Listed = Omit<Purchase, 'state' | 'holder' | 'ref'> & { readonly state: State };

/** Every record, in the order in which they were made. */
export const listed = (all: readonly Purchase[], gone: Gone): readonly Listed[] =>
  standingNow(all, gone).map(({ number, requested_at, design_id, holder: _, ref: __, ...rest }) => ({
    number,
    requested_at,
    design_id,
    ...rest,
  }));

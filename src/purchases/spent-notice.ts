import { asUuid } from '../border/identity.ts';
import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import type { ToileError } from '../errors.ts';
import type { State } from './states.ts';

/** A request that left in this run, or that this run is about: whatever fails from then on, is said with it. */
export interface Spent {
  readonly design_id: string | null;
  /** As the service wrote it. */
  readonly purchase_id: string | null;
  readonly state: State;
  /** How toile is typed to reach the same service. */
  readonly toile: Typeable;
}

/** The command that goes on with it; without an id that can be asked about, the one that shows what is known. */
export const goingOn = ({ purchase_id, state, toile }: Spent): Typeable => {
  const id = asUuid(purchase_id);
  if (id === undefined) return typeable`toile techpack ls`;
  const isReady = state === 'ready' || state === 'fetched';
  return typeable`${toile} techpack status ${shellWord(id)}${isReady ? typeable`` : typeable` --wait`} --download`;
};

const lead = ({ purchase_id, state }: Spent): Typeable => {
  if (asUuid(purchase_id) === undefined) return typeable`what is known of it`;
  if (state === 'ready' || state === 'fetched') return typeable`it is ready; to fetch it`;
  if (state === 'payment_due') return typeable`it waits for payment; to go on then`;
  return typeable`the work goes on in the service; to go on with it`;
};

/**
 * A failure with the request that it happened to: which, in what state, and what to type. It never ends as a matter
 * of usage, since something was changed. What a failure itself says of a request is left as it is.
 */
export const withSpent = (error: ToileError, spent: Spent): ToileError => {
  if (error.details.purchase_state !== undefined) return error;
  const next = goingOn(spent);
  const onward = typeable`${lead(spent)}: ${next}`;
  // What to type about a credential or a place for the file comes first; any other way to try again is `next`.
  const first = error.exit === 4 || error.exit === 2 ? error.hint : undefined;
  const said = error.exit === 2 ? error.exiting(1) : error;
  return said.withMore(
    {
      purchase_id: spent.purchase_id,
      ...(spent.design_id !== null && { design_id: spent.design_id }),
      purchase_state: spent.state,
      next,
    },
    first === undefined ? onward : typeable`${first}; ${onward}`,
  );
};

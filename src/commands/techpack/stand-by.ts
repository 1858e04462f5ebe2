import { toType } from '../../border/shell.ts';
import { failing } from '../../purchases/failures.ts';
import { at } from '../../purchases/machine.ts';
import type { Situation } from '../../purchases/situation.ts';
import type { Deps } from '../facets.ts';

/** Milliseconds that a second process waits for the outcome of the first, unless a longer wait was asked for. */
export const STAND_BY_MS = 10_000;
const LOOK_EVERY_MS = 250;

type Waiting = Pick<Deps, 'signal' | 'clock' | 'mostWait' | 'tell' | 'toile' | 'purchases' | 'spent'>;

/** Waits until the other process is no longer at it. Throws Pending where that takes too long. */
export const standBy = async (
  deps: Waiting,
  wanted: { readonly design: string; readonly patience: number },
  first: Situation,
  baseUrl: string,
): Promise<Situation> => {
  const { design, patience } = wanted;
  const purchases = await deps.purchases();
  const until = deps.clock.now() + Math.min(patience, deps.mostWait);
  for (let as = first; ; as = await purchases.about(design, baseUrl)) {
    if (!as.held) return as;
    if (deps.clock.now() >= until) {
      deps.spent({ design_id: design, purchase_id: null, state: as.state, toile: deps.toile });
      throw failing(at(as.state, 'second'), {}, { code: 'being_sent', hint: toType`toile techpack ls` });
    }
    if (as === first) {
      deps.tell({
        kind: 'busy',
        text: 'another toile is at this request; waiting for its outcome',
        line: true,
      });
    }
    await deps.clock.sleep(LOOK_EVERY_MS, deps.signal);
  }
};

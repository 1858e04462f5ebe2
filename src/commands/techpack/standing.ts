import { asUuid } from '../../border/identity.ts';
import { type Typeable, typeable, wordsOf } from '../../border/shell.ts';
import type { Whole } from '../../client/index.ts';
import { isReady } from '../../client/pack.ts';
import { isRecord } from '../../json/values.ts';
import { at } from '../../purchases/machine.ts';
import { seenIn } from '../../purchases/pack-status.ts';
import type { Purchase } from '../../purchases/record.ts';
import { goingOn, type Spent } from '../../purchases/spent-notice.ts';
import type { State } from '../../purchases/states.ts';
import type { Standing } from '../../view/purchases.ts';
import { type BodyAnswer, type MadeAnswer, made } from '../answers.ts';
import type { Files } from '../facets.ts';
import { type Buying, lookAt } from './check-status.ts';
import { checkCheckout } from './checkout.ts';
import type { PackAnswer } from './fetch-pdf.ts';
import { type Following, follow } from './follow.ts';

/** An answer to a request, with its exit code: payment required is 6. */
export const answerOf = ({ value, text, status }: Whole<unknown>): BodyAnswer => ({
  kind: 'body',
  value,
  text,
  ...(status === 402 && { exit: 6 }),
});

interface Asked {
  readonly identity: string;
  /** The command that was typed, to be typed again. */
  readonly typed: Typeable;
  readonly wanted: Following;
}

/** What there is of an earlier request: shown, waited for or fetched, as was asked. Nothing is sent. */
export const stand = async (
  deps: Buying & Files,
  purchase: Purchase,
  { identity, typed, wanted }: Asked,
): Promise<MadeAnswer<Standing> | BodyAnswer | PackAnswer> => {
  const spentIn = (state: State): Spent => ({
    design_id: purchase.design_id,
    purchase_id: purchase.purchase_id ?? null,
    state,
    toile: deps.toile,
  });
  const answer = (state: State, exit: number | undefined, seen: Readonly<Record<string, unknown>>) => {
    const value: Standing = {
      design_id: purchase.design_id,
      purchase_id: purchase.purchase_id ?? null,
      state,
      status: typeof seen.status === 'string' ? seen.status : (purchase.status ?? state),
      ready: isReady(seen),
      requested_at: purchase.requested_at,
      ...(purchase.account !== undefined && { account: purchase.account }),
      ...(state === 'payment_due' && {
        checkout_url: purchase.checkout_url,
        amount: seen.amount ?? purchase.amount ?? null,
        currency: seen.currency ?? purchase.currency ?? null,
      }),
      next: wordsOf(goingOn(spentIn(state))),
      again: wordsOf(typeable`${typed} --again`),
    };
    return made('toile.techpack-standing/1', value, exit ? { exit } : {});
  };

  deps.spent(spentIn(purchase.state));
  const id = asUuid(purchase.purchase_id);
  const { state } = purchase;
  if (id === undefined)
    return answer(state, at(state, state === 'payment_due' ? 'unpaid' : 'pending').exit, {});
  const { whole, state: now } = await lookAt(deps, id, { purchase, typed }, deps.signal);
  const event = seenIn(whole.value, state);
  const seen = isRecord(whole.value) ? whole.value : {};
  const isDue = event === 'unpaid';
  // Nobody is there to pay, so there is nothing to wait for.
  if (!wanted.wait || (isDue && !deps.ask.possible)) return answer(now, at(state, event).exit, seen);
  if (isDue) {
    if (!(await deps.target()).sandbox) await checkCheckout(deps, purchase.checkout_url);
    deps.tell({ kind: 'note', text: `pay at ${purchase.checkout_url}; waiting for it` });
  }
  return follow(deps, id, { identity, purchase, typed }, wanted, whole);
};

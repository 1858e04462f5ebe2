import type { Uuid } from '../../border/identity.ts';
import { advice, type Typeable, toType, typeable } from '../../border/shell.ts';
import type { Whole } from '../../client/index.ts';
import { Failure, ToileError } from '../../errors.ts';
import { digestBody, findDifferences } from '../../purchases/body-digests.ts';
import { failing, unrecordedFailure } from '../../purchases/failures.ts';
import { at } from '../../purchases/machine.ts';
import { type Fate, fateOfAnswer, fateOfFailure } from '../../purchases/outcome.ts';
import type { Purchase } from '../../purchases/record.ts';
import { typedIn } from '../../purchases/situation.ts';
import { goingOn, type Spent } from '../../purchases/spent-notice.ts';
import { ENDED, type State } from '../../purchases/states.ts';
import type { Learnt } from '../../purchases/store.ts';
import type { Deps } from '../facets.ts';
import { consent, needConsent } from './consent.ts';
import { offerAnother } from './offer-another.ts';
import { standBy } from './stand-by.ts';

/** A Tech Pack request that somebody typed, in whichever way. */
export interface Order {
  readonly design: Uuid;
  /** How people know the design: `GARM-<n>` or its id. */
  readonly identity: string;
  /** The route as it is sent. */
  readonly path: string;
  /** The body, as JSON. */
  readonly text: string;
  readonly yes: boolean;
  readonly again: boolean;
  /** The command that was typed, to be typed again. */
  readonly typed: Typeable;
  /** Milliseconds to wait for another process that is at the same request. */
  readonly patience: number;
  /** What has to hold before anything is sent. */
  before?(): Promise<void>;
}

export type Ordered =
  | { readonly kind: 'answered'; readonly whole: Whole<unknown>; readonly spent: Spent }
  /** A request that stands already; nothing was sent. */
  | { readonly kind: 'standing'; readonly purchase: Purchase };

export type Ordering = Pick<
  Deps,
  | 'signal'
  | 'clock'
  | 'mostWait'
  | 'tell'
  | 'ask'
  | 'toile'
  | 'target'
  | 'purchases'
  | 'spent'
  | 'signIn'
  | 'requestPaid'
  | 'explained'
>;

const lookOnSite = (typed: Typeable): Typeable =>
  typeable`see what the service's own site says of it; toile techpack ls shows what is known here; to request another one all the same: ${typed} --again`;

/** That nobody knows what became of it is told by the failure itself, with the only way on. */
const unknownDetails = (deps: Ordering, design: string) => ({
  purchase_id: null,
  design_id: design,
  purchase_state: 'fate_unknown',
  next: goingOn({ design_id: design, purchase_id: null, state: 'fate_unknown', toile: deps.toile }),
});

/**
 * Requests a Tech Pack as the machine says: with consent, once, written down before it is sent, marked before its
 * first byte leaves and completed after it was answered. Throws where its fate is unknown, or a record unreadable.
 */
export const order = async (deps: Ordering, wanted: Order): Promise<Ordered> => {
  const { design, identity, typed } = wanted;
  needConsent(deps, wanted.yes);
  const { baseUrl, account } = await deps.target();
  const purchases = await deps.purchases();
  let [agreed, isAnother] = [wanted.yes, wanted.again];
  let stoodBy = false;
  for (let as = await purchases.about(design, baseUrl); ; ) {
    const { purchase } = as;
    const cell = at(as.state, typedIn(as, { again: isAnother, wait: false }));
    if (cell.does === 'look' && purchase) {
      const differences = findDifferences(purchase.body_digests, design, wanted.text);
      if (differences.length === 0) return { kind: 'standing', purchase };
      offerAnother(deps, purchase, differences, typed);
      [isAnother, agreed] = [true, false];
      continue;
    }
    if (cell.does === 'stand by') {
      as = await standBy(deps, wanted, as, baseUrl);
      stoodBy = true;
      continue;
    }
    if (cell.does !== 'send') {
      const facts = { at: purchase?.requested_at ?? '', why: purchase?.reason ?? ENDED };
      const details = unknownDetails(deps, design);
      throw failing(cell, facts, { code: 'fate_unknown', hint: lookOnSite(typed), details });
    }
    if (stoodBy && as.state === 'refused') {
      throw new Failure(
        `another toile has just sent this request, and it was refused (${purchase?.code}); this one sent nothing`,
        { code: 'refused_meanwhile', hint: advice`${toType`toile techpack ls`} shows it` },
      );
    }
    await wanted.before?.();
    // The credential is found before anything is written down, since finding it may fail.
    await deps.signIn();
    if (!agreed) await consent(deps, wanted);
    agreed = true;
    deps.signal.throwIfAborted();
    const intent = {
      design_id: design,
      base_url: baseUrl,
      requested_at: new Date(deps.clock.now()).toISOString(),
      ...(account !== undefined && { account }),
      ...(identity !== design && { design_name: identity }),
      body_digests: digestBody(design, wanted.text),
    };
    const intended = await purchases.intend(intent, isAnother);
    if (intended.go) return send(deps, wanted, intended.ref);
    as = intended.situation;
  }
};

const send = async (deps: Ordering, wanted: Order, ref: string): Promise<Ordered> => {
  const { design, path, text, signal } = { ...wanted, signal: deps.signal };
  const purchases = await deps.purchases();
  const spentIn = (state: State, { purchase_id = null }: Learnt = {}): Spent => ({
    design_id: design,
    purchase_id,
    state,
    toile: deps.toile,
  });
  let [isMarked, hasLeft] = [false, false];
  const leaving = async (): Promise<() => void> => {
    // A token that was not accepted is renewed, and the request sent again with the new one.
    isMarked ||= await purchases.leave(ref);
    if (!isMarked) {
      throw new Failure('another toile has taken this request over; this one sent nothing', {
        code: 'requested_meanwhile',
        hint: advice`${toType`toile techpack ls`} shows it`,
      });
    }
    return () => {
      hasLeft = true;
      deps.spent(spentIn('sent'));
    };
  };
  /** Why the outcome could not be written down. */
  let unwritten: ToileError | undefined;
  const settle = async ({ event, learnt }: Fate): Promise<State> => {
    try {
      return await purchases.settle(ref, event, learnt);
    } catch (error) {
      unwritten = deps.explained(error);
      // The failure that is reported says more; without the record the next request asks about this one.
      deps.tell({ kind: 'note', text: unwritten.message });
      return at('sent', event).next;
    }
  };

  let whole: Whole<unknown>;
  try {
    whole = await deps.requestPaid({ method: 'POST', path, text, accept: [402], signal }, leaving);
  } catch (error) {
    const fate = fateOfFailure(error, hasLeft);
    const isEnded = signal.aborted && fate.event === 'silence';
    const state = await settle(isEnded ? { ...fate, learnt: { reason: ENDED } } : fate);
    deps.spent(state === 'refused' ? undefined : spentIn(state));
    throw state === 'refused' ? error : lost(deps, wanted, fate, error);
  }
  const fate = fateOfAnswer(whole.status, whole.value, whole.text, design);
  const state = await settle(fate);
  const spent = spentIn(state, fate.learnt);
  deps.spent(spent);
  if (state === 'fate_unknown') throw lost(deps, wanted, fate, undefined);
  if (unwritten !== undefined) throw unrecordedFailure(unwritten, spent);
  return { kind: 'answered', whole, spent };
};

/** What is said about a request of unknown fate must not sound as if nothing had happened, nor as if it had. */
const lost = (deps: Ordering, { design, typed }: Order, { event, learnt }: Fate, error: unknown): unknown => {
  const hint = typeable`it is not sent again by itself; ${lookOnSite(typed)}`;
  const details = unknownDetails(deps, design);
  const { reason } = deps.signal;
  if (deps.signal.aborted) return reason instanceof ToileError ? reason.withMore(details, hint) : reason;
  const explained = error === undefined ? undefined : deps.explained(error);
  const broken = event === 'silence' && explained !== undefined ? ` (${explained.message})` : '';
  return failing(
    at('sent', event),
    { why: `${learnt.reason ?? ''}${broken}` },
    { code: 'fate_unknown', hint, details: { ...explained?.details, ...details }, cause: error },
  );
};

import { type Typeable, typeable } from '../border/shell.ts';
import type { Whole } from '../client/index.ts';
import { Failure, Unavailable, UsageError } from '../errors.ts';
import { isRecord } from '../provenance/index.ts';
import type { Purchase } from '../state/purchase.ts';
import type { Standing } from '../view/tech-pack.ts';
import type { BodyAnswer, Deps, MadeAnswer } from './define.ts';
import { fateOfAnswer, fateOfFailure } from './techpack-fate.ts';

/** A Tech Pack request that somebody typed, in whichever way. */
export interface Order {
  readonly designId: string;
  /** How people know the design: `GARM-<n>` or its id. */
  readonly identity: string;
  /** The body, as JSON. */
  readonly text: string;
  readonly yes: boolean;
  readonly again: boolean;
  /** The command that was typed, to be typed again. */
  readonly typed: Typeable;
}

/** A request that stands already, in place of a second one. */
export interface StandingAnswer extends MadeAnswer {
  readonly schema: 'toile.techpack-standing/1';
  readonly value: Standing;
}

export type Ordered =
  | { readonly kind: 'answered'; readonly whole: Whole<unknown>; readonly purchase: string | undefined }
  | StandingAnswer;

/** An answer to a request, with its exit code: payment required is 6. */
export const answerOf = ({ value, text, status }: Whole<unknown>): BodyAnswer => ({
  kind: 'body',
  value,
  text,
  ...(status === 402 && { exit: 6 }),
});

const COST =
  "A Tech Pack of the plan's allowance is used first. Without one nothing is charged yet: the service answers with " +
  'a price (EUR 25 and a surcharge) and a page to pay at.';

/** Where nobody can be asked, `--yes` has to be typed: known before anything is looked up. */
export const needConsent = (deps: Deps, yes: boolean): void => {
  if (yes || deps.ask.possible) return;
  throw new UsageError('a Tech Pack may cost money, and there is nobody here to ask', {
    code: 'consent_needed',
    hint: typeable`add --yes to agree to it; toile help techpack request says what it may cost`,
  });
};

const consent = async (deps: Deps, { identity, designId, text, yes }: Order): Promise<void> => {
  if (yes) return;
  const body = text.trim() === '{}' ? 'nothing beside the design' : text;
  deps.tell({
    kind: 'note',
    text: `a Tech Pack of ${identity === designId ? '' : `${identity}, `}design ${designId}`,
  });
  deps.tell({ kind: 'note', text: `will be sent: ${body}` });
  deps.tell({ kind: 'note', text: COST });
  if (await deps.ask.confirm('Request it?', false)) return;
  throw new Failure('not requested: nothing was sent', { code: 'declined' });
};

/**
 * What an earlier request for the same design has come to: still open, ready, or gone where the service does not know
 * it any more. Asks the service, so that it is as it is now.
 */
const standing = async (
  deps: Deps,
  purchase: Purchase,
  typed: Typeable,
): Promise<StandingAnswer | 'ready' | 'gone'> => {
  const { purchase_id, requested_at, checkout_url } = purchase;
  const again = typeable`${typed} --again`;
  if (purchase.state === 'intended' || purchase.state === 'unknown') {
    throw new Failure(
      `what became of an earlier request for this design (${requested_at}) is not known: no answer came. It may ` +
        'have been taken, and even paid from the allowance',
      {
        code: 'fate_unknown',
        hint: typeable`see what the service's own site says of it; to request another: ${again}`,
      },
    );
  }
  const known = { purchase_id: purchase_id ?? null, requested_at, again };
  if (typeof purchase_id !== 'string') {
    const status = purchase.state === 'accepted' ? 'composing' : 'payment_required';
    const unpaid = status === 'payment_required';
    const value = { ...known, status, ...(unpaid && { checkout_url }) };
    return { kind: 'made', schema: 'toile.techpack-standing/1', value, exit: unpaid ? 6 : 8 };
  }
  const api = await deps.api();
  const read = await api
    .techPack(purchase_id, { signal: deps.signal })
    .whole()
    .catch((error: unknown) => {
      if (error instanceof Error && 'status' in error && error.status === 404) return undefined;
      throw error;
    });
  if (read === undefined) return 'gone';
  const { status, pack, amount, currency, paid_at } = read.value;
  const ready = isRecord(pack) && pack.ready === true;
  await remember(deps, purchase_id, String(status), ready);
  if (ready) return 'ready';
  const unpaid = purchase.state === 'payment_required' && (paid_at ?? null) === null && !isRecord(pack);
  const value = {
    ...known,
    status: String(status),
    ...(unpaid && {
      checkout_url,
      amount: amount ?? null,
      currency: currency ?? null,
    }),
  };
  return { kind: 'made', schema: 'toile.techpack-standing/1', value, exit: unpaid ? 6 : 8 };
};

/** Writes down what was read; that it could not be is no reason to fail. */
export const remember = async (deps: Deps, id: string, status: string, ready: boolean): Promise<void> => {
  try {
    await (await deps.purchases()).seen(id, (await deps.target()).baseUrl, status, ready);
  } catch {
    // The next read says the same.
  }
};

/**
 * Requests a Tech Pack: with consent, once, written down before it is sent and after it was answered. A request for
 * the same design that is still open is given instead, unless `again`. Throws where its fate is unknown.
 */
export const order = async (deps: Deps, wanted: Order): Promise<Ordered> => {
  const { designId, identity, again, typed } = wanted;
  needConsent(deps, wanted.yes);
  const { baseUrl, account } = await deps.target();
  const purchases = await deps.purchases();
  const earlier = await purchases.standing(designId, baseUrl);
  let gone = false;
  for (const purchase of again ? [] : earlier.toReversed()) {
    const found = await standing(deps, purchase, typed);
    if (typeof found === 'object') return found;
    gone ||= found === 'gone';
  }
  // The credential is found before anything is written down, since finding it may fail.
  await deps.signIn();
  await consent(deps, wanted);
  deps.signal.throwIfAborted();
  const intended = await purchases.intend(
    {
      design_id: designId,
      base_url: baseUrl,
      requested_at: new Date(deps.clock.now()).toISOString(),
      ...(account !== undefined && { account }),
      ...(identity !== designId && { design_name: identity }),
    },
    // What the service knows no more would stand in the way for ever.
    again || gone,
  );
  if (!intended.go) {
    throw new Failure('another toile on this machine has just requested a Tech Pack of this design', {
      code: 'requested_meanwhile',
      hint: typeable`nothing was sent; toile techpack ls shows it`,
    });
  }
  return send(deps, wanted, intended.purchase.number);
};

const send = async (deps: Deps, { designId, text, typed }: Order, number: number): Promise<Ordered> => {
  const settle = async (
    fate: Parameters<Awaited<ReturnType<Deps['purchases']>>['settle']>[1],
  ): Promise<void> => {
    try {
      await (await deps.purchases()).settle(number, fate);
    } catch (error) {
      // The answer is worth more than the note of it: without the note the next request asks about this one.
      deps.tell({ kind: 'note', text: deps.explained(error).message });
    }
  };
  if (deps.signal.aborted) {
    await settle({ state: 'refused', http_status: 0, code: 'not_sent' });
    deps.signal.throwIfAborted();
  }
  let whole: Whole<unknown>;
  try {
    whole = await deps.request({
      method: 'POST',
      path: `/v1/designs/${encodeURIComponent(designId)}/tech-packs`,
      text,
      accept: [402],
      signal: deps.signal,
    });
  } catch (error) {
    const fate = fateOfFailure(error);
    await settle(fate);
    if (fate.state === 'refused') throw error;
    throw lost(deps, error, typed);
  }
  const fate = fateOfAnswer(whole.status, whole.value);
  await settle(fate);
  const purchase = 'purchase_id' in fate ? (fate.purchase_id ?? undefined) : undefined;
  return { kind: 'answered', whole, purchase };
};

/** The request left and no answer came; what is said about it must not sound as if nothing had happened. */
const lost = (deps: Deps, error: unknown, typed: Typeable): unknown => {
  const words = 'nobody knows whether the Tech Pack was requested: it was sent, and no answer came';
  const hint = typeable`it is not sent again by itself; if the service's own site does not show it: ${typed} --again`;
  if (deps.signal.aborted) {
    deps.tell({ kind: 'note', text: `${words}; ${hint}` });
    return deps.signal.reason;
  }
  const { message, details } = deps.explained(error);
  return new Unavailable(`${words} (${message})`, { code: 'fate_unknown', hint, details, cause: error });
};

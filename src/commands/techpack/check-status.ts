import type { Uuid } from '../../border/identity.ts';
import { advice, type Typeable, toType, typeable } from '../../border/shell.ts';
import type { TechPackStatus, Whole } from '../../client/index.ts';
import { Failure } from '../../errors.ts';
import { failing } from '../../purchases/failures.ts';
import { at } from '../../purchases/machine.ts';
import { seenIn } from '../../purchases/pack-status.ts';
import type { Purchase } from '../../purchases/record.ts';
import { goingOn, type Spent } from '../../purchases/spent-notice.ts';
import type { Event, State } from '../../purchases/states.ts';
import type { Learnt } from '../../purchases/store.ts';
import type { Base, Service, Shop } from '../facets.ts';

/** What a purchase may touch. */
export type Buying = Base & Service & Shop;

/** What is known of a purchase beside its id. */
export interface About {
  /** The name of its file, where one is known. */
  readonly identity?: string | undefined;
  /** As it was written down here, if it was. */
  readonly purchase: Purchase | undefined;
  /** The command that requests one, where one was typed. */
  readonly typed?: Typeable;
}

/** Writes down what was seen; that it could not be is no reason to fail: the next look says the same. */
export const remember = async (deps: Buying, id: Uuid, event: Event, learnt: Learnt): Promise<void> => {
  try {
    const { baseUrl } = await deps.target();
    await (await deps.purchases()).seen(id, baseUrl, event, learnt);
  } catch {
    // As above.
  }
};

const unknownHere = (deps: Buying, id: Uuid, { purchase, typed }: About, error: unknown): unknown => {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (purchase === undefined || (status !== 404 && status !== 410)) return error;
  const cell = at(purchase.state, 'not_found');
  const facts = {
    purchase: id,
    at: purchase.requested_at,
    as: purchase.account === undefined ? '' : ` as account ${purchase.account}`,
  };
  const spent = { ...spentOn(deps, id, purchase.state), design_id: purchase.design_id };
  const next = goingOn(spent);
  const again = typed === undefined ? typeable`` : typeable`; to request another one: ${typed} --again`;
  return failing(cell, facts, {
    code: 'purchase_unknown',
    hint: advice`ask again later: ${toType`${next}`}${again}`,
    details: { status, purchase_id: id, design_id: purchase.design_id, purchase_state: purchase.state, next },
    cause: error,
  });
};

const spentOn = (deps: Buying, id: Uuid, state: State): Spent => ({
  design_id: null,
  purchase_id: id,
  state,
  toile: deps.toile,
});

/** Throws where the answer is about another purchase, or about another design than the one that was requested. */
const checkSubject = (value: TechPackStatus, id: Uuid, purchase: Purchase | undefined): void => {
  const isOther = (answered: unknown, asked: string | undefined): boolean =>
    typeof answered === 'string' && asked !== undefined && answered.toLowerCase() !== asked.toLowerCase();
  const wrong = isOther(value.purchase_id, id)
    ? `purchase ${value.purchase_id}`
    : isOther(value.design_id, purchase?.design_id)
      ? `design ${value.design_id}`
      : undefined;
  if (wrong === undefined) return;
  throw new Failure(
    `asked about purchase ${id}, the service answered about ${wrong}: the answer is not used, and nothing was saved`,
    {
      code: 'answer_of_another',
      hint: typeable`tell whoever runs the service; until it answers about this one, its PDF is not fetched`,
    },
  );
};

export interface Looked {
  readonly whole: Whole<TechPackStatus>;
  readonly state: State;
}

/**
 * Asks the service about a purchase, and writes down what it says. From then on failures are said with it. Throws
 * where the answer is about another purchase or design.
 */
export const lookAt = async (deps: Buying, id: Uuid, about: About, signal: AbortSignal): Promise<Looked> => {
  let whole: Whole<TechPackStatus>;
  try {
    whole = await (await deps.api()).techPack(id, { signal }).whole();
  } catch (error) {
    throw unknownHere(deps, id, about, error);
  }
  checkSubject(whole.value, id, about.purchase);
  const before = about.purchase?.state ?? 'composing';
  const event = seenIn(whole.value, before);
  const state = at(before, event).next;
  const { design_id, status } = whole.value;
  const design = about.purchase?.design_id ?? (typeof design_id === 'string' ? design_id : null);
  deps.spent({ ...spentOn(deps, id, state), design_id: design });
  await remember(deps, id, event, typeof status === 'string' ? { status } : {});
  return { whole, state };
};

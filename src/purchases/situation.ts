import type { Purchase } from './record.ts';
import { ENDED, type Event, type State } from './states.ts';

/** How a request for a design stands, before another one is made. */
export interface Situation {
  readonly state: State;
  /** The record that speaks for the design; none where nothing was requested, or all is unreadable. */
  readonly purchase: Purchase | undefined;
  /** A process that lives is at it at this moment. */
  readonly held: boolean;
}

/** Whether the process that is at a record is gone. */
export type Gone = (purchase: Purchase) => boolean;

/** A prefix in the address does not tell services apart: one may be reached by several. */
export const originOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).origin : address;

/**
 * Whether a record is about the same request: the same design at the same host. The account does not tell requests
 * apart, since whoever may request a Tech Pack of a design owns it (specification 4.2), and consumes the same
 * allowance under whatever name.
 */
export const isAbout =
  (designId: string, address: string) =>
  ({ design_id, base_url }: Purchase): boolean =>
    design_id.toLowerCase() === designId.toLowerCase() && originOf(base_url) === originOf(address);

/** The state as it is now: a request whose process is gone has lost its answer. */
const now = (purchase: Purchase, gone: Gone): Purchase =>
  purchase.state === 'sent' && gone(purchase)
    ? { ...purchase, state: 'fate_unknown', reason: ENDED }
    : purchase;

const isHeld = (purchase: Purchase, gone: Gone): boolean =>
  (purchase.state === 'intended' || purchase.state === 'sent') && !gone(purchase);

/** What was refused, or never left, took nothing and stands in nobody's way. */
const tookNothing = (purchase: Purchase, gone: Gone): boolean =>
  purchase.state === 'refused' || (purchase.state === 'intended' && gone(purchase));

/** How requests of one design stand, in the order in which they were made: the newest that took something counts. */
export const situation = (about: readonly Purchase[], gone: Gone): Situation => {
  const purchase = about.findLast((one) => !tookNothing(one, gone)) ?? about.at(-1);
  if (purchase === undefined) return { state: 'none', purchase, held: false };
  const as = now(purchase, gone);
  return { state: as.state, purchase: as, held: isHeld(purchase, gone) };
};

/** Every record with the state that it is in now, in the order in which they were made. */
export const standingNow = (
  all: readonly Purchase[],
  gone: Gone,
): readonly (Omit<Purchase, 'state'> & { readonly state: State })[] =>
  all.map((one) => {
    const about = all.filter(isAbout(one.design_id, one.base_url));
    const { ref } = situation(about, gone).purchase ?? one;
    const isEarlier = ref !== one.ref && !tookNothing(one, gone);
    return isEarlier ? { ...one, state: 'superseded' as const } : now(one, gone);
  });

/** What it is that somebody types, in that situation. */
export const typedIn = (
  { held }: Situation,
  { again, wait }: { readonly again: boolean; readonly wait: boolean },
): Event => (again ? 'again' : held ? 'second' : wait ? 'wait' : 'same');

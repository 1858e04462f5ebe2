import type { State, Stated } from './model.ts';
import { chance, pick } from './seeded.ts';

/** Values asserted, inferred, unstated. */
export type Tally = readonly [asserted: number, inferred: number, unstated: number];

/** A place for one value of one node, with how likely it is that somebody stated it. */
export interface Slot {
  readonly node: string;
  readonly field: string;
  readonly value: Stated['value'];
  readonly unit: string | undefined;
  readonly lean: number;
  readonly basis: string;
}

const CONFIDENCE = ['high', 'medium', 'medium', 'low'];

/** What a state does to a value: an inference says why, and what nobody stated has no value. */
export const inState = (seed: string, slot: Slot, state: State): Stated => {
  const { unit } = slot;
  if (state === 'unstated') return { value: null, state, unit };
  if (state === 'asserted') return { value: slot.value, state, unit };
  const words = [seed, slot.node, slot.field] as const;
  const basis = chance(...words, 'basis') < 0.8 ? slot.basis : undefined;
  return { value: slot.value, state, unit, confidence: pick(CONFIDENCE, ...words, 'confidence'), basis };
};

/**
 * Deals exactly `tally` states over the slots: the likeliest to have been said are asserted, the
 * least likely unstated. Throws a RangeError where there are not as many slots as states.
 */
export const deal = (seed: string, slots: readonly Slot[], tally: Tally): Map<Slot, Stated> => {
  const [asserted, inferred, unstated] = tally;
  if (slots.length !== asserted + inferred + unstated)
    throw new RangeError(`${seed}: ${slots.length} values for a tally of ${tally.join('/')}`);
  const score = (slot: Slot) => slot.lean + (chance(seed, slot.node, slot.field, 'said') - 0.5) * 0.45;
  const ranked = slots.map((slot) => ({ slot, score: score(slot) })).sort((a, b) => b.score - a.score);
  const stateAt = (rank: number): State =>
    rank < asserted ? 'asserted' : rank < asserted + inferred ? 'inferred' : 'unstated';
  return new Map(ranked.map(({ slot }, rank) => [slot, inState(seed, slot, stateAt(rank))]));
};

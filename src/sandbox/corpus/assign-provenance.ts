import type { SampleProvenance, SampleValue } from './sample-model.ts';
import { computeChance, pickSeeded } from './seeded-random.ts';

/** The numbers of asserted, inferred and unstated values. */
export type ProvenanceTargets = readonly [asserted: number, inferred: number, unstated: number];

/** One value of one node, with the likelihood that it is stated. */
export interface ValueSlot {
  readonly node: string;
  readonly field: string;
  readonly value: SampleValue['value'];
  readonly unit: string | undefined;
  readonly lean: number;
  readonly basis: string;
}

const CONFIDENCE_WORDS = ['high', 'medium', 'medium', 'low'];

/**
 * Creates the value with this provenance. An inferred value gets confidence and basis; an unstated one has
 * no value.
 */
export const createValueWithProvenance = (
  seed: string,
  slot: ValueSlot,
  state: SampleProvenance,
): SampleValue => {
  const { unit } = slot;
  if (state === 'unstated') return { value: null, state, unit };
  if (state === 'asserted') return { value: slot.value, state, unit };
  const words = [seed, slot.node, slot.field] as const;
  const basis = computeChance(...words, 'basis') < 0.8 ? slot.basis : undefined;
  return {
    value: slot.value,
    state,
    unit,
    confidence: pickSeeded(CONFIDENCE_WORDS, ...words, 'confidence'),
    basis,
  };
};

/**
 * Assigns exactly these numbers of provenance words: the likeliest values are asserted, the least likely
 * unstated. Throws a RangeError when the numbers do not match the slots.
 */
export const assignProvenance = (
  seed: string,
  slots: readonly ValueSlot[],
  tally: ProvenanceTargets,
): Map<ValueSlot, SampleValue> => {
  const [asserted, inferred, unstated] = tally;
  if (slots.length !== asserted + inferred + unstated)
    throw new RangeError(`${seed}: ${slots.length} values for a tally of ${tally.join('/')}`);
  const score = (slot: ValueSlot) =>
    slot.lean + (computeChance(seed, slot.node, slot.field, 'said') - 0.5) * 0.45;
  const ranked = slots.map((slot) => ({ slot, score: score(slot) })).sort((a, b) => b.score - a.score);
  const stateAt = (rank: number): SampleProvenance =>
    rank < asserted ? 'asserted' : rank < asserted + inferred ? 'inferred' : 'unstated';
  return new Map(
    ranked.map(({ slot }, rank) => [slot, createValueWithProvenance(seed, slot, stateAt(rank))]),
  );
};

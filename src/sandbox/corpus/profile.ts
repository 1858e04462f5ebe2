import type { Profile } from '../world/forms.ts';
import { INTENT } from './fields.ts';
import type { GarmentNode, Stated } from './model.ts';

/** An inference without its reasons. Its state stays: a factory must see that nobody said so. */
const bare = ({ value, state, unit }: Stated): Stated => ({ value, state, unit });

/**
 * What a profile is given of a node. The factory's is the designer's less what is meant rather than made,
 * and less the reasons of inferences; ids, states, links and order are the same in both.
 */
export const forProfile = (node: GarmentNode, profile: Profile): GarmentNode => {
  if (profile === 'technical_designer') return node;
  const made = Object.entries(node.values).filter(([field]) => !INTENT.has(field));
  return {
    ...node,
    label: bare(node.label),
    values: Object.fromEntries(made.map(([field, value]) => [field, bare(value)])),
  };
};

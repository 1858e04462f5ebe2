import type { SandboxProfile } from '../state/profiles-and-drivers.ts';
import { INTENT_FIELDS } from './kind-fields.ts';
import type { SampleNode, SampleValue } from './sample-model.ts';

/**
 * Returns a value without basis and confidence. It keeps its provenance, so that a factory sees what is
 * inferred.
 */
const omitReasons = ({ value, state, unit }: SampleValue): SampleValue => ({ value, state, unit });

/**
 * Returns the node as a profile sees it. The factory profile leaves out intent fields and the reasons of
 * inferences; ids, provenance, links and order stay the same.
 */
export const filterNodeForProfile = (node: SampleNode, profile: SandboxProfile): SampleNode => {
  if (profile === 'technical_designer') return node;
  const made = Object.entries(node.values).filter(([field]) => !INTENT_FIELDS.has(field));
  return {
    ...node,
    label: omitReasons(node.label),
    values: Object.fromEntries(made.map(([field, value]) => [field, omitReasons(value)])),
  };
};

import written from './data/oxford.json' with { type: 'json' };
import { parseSampleFacts, parseSampleNodes, parseSampleValue } from './notation.ts';
import type { SampleModel } from './sample-model.ts';

/**
 * Creates the model of the Oxford shirt, the house garment that is written by hand. All others are
 * generated.
 */
export const createOxfordModel = (): SampleModel => ({
  nodes: parseSampleNodes(written.nodes),
  facts: parseSampleFacts(written.facts),
  open: written.open.map(({ current, ...asked }, at) => ({
    id: `conf-${String(at + 1).padStart(2, '0')}`,
    ...asked,
    current: parseSampleValue(current),
  })),
  brief: Object.fromEntries(
    Object.entries(written.brief).map(([key, text]) => [key, parseSampleValue(text)]),
  ),
});

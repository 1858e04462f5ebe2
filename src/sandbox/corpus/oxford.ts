import written from './data/oxford.json' with { type: 'json' };
import type { Model } from './model.ts';
import { facts, nodes, stated } from './notation.ts';

/** The house's baseline garment, written out by hand: every other one is grown from the tables. */
export const oxford = (): Model => ({
  nodes: nodes(written.nodes),
  facts: facts(written.facts),
  open: written.open.map(({ current, ...asked }, at) => ({
    id: `conf-${String(at + 1).padStart(2, '0')}`,
    ...asked,
    current: stated(current),
  })),
  brief: Object.fromEntries(Object.entries(written.brief).map(([key, text]) => [key, stated(text)])),
});

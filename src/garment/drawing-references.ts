/** What a drawing repeats: a few elements that refer to each other can stand for millions, or for no end of them. */

import { attributeIn, type Drawn } from '../border/drawn.ts';
import { referredBy } from '../border/svg-attributes.ts';
import { DRAWN } from '../size-limits.ts';

interface Weight {
  /** Elements, with those that are drawn once more. */
  readonly elements: number;
  /** How long the longest chain of references is. */
  readonly chain: number;
}

export interface References {
  /** Number of the element that bears an id, the first where several do; undefined where none does. */
  numberOf(id: string): number | undefined;
  /** Whether it is the one that its id means. */
  bears(of: Drawn): boolean;
  /** Whether the page may draw again what this refers to. */
  mayRefer(from: Drawn): boolean;
}

/** Nothing may refer where all together would be too much; one that leads to itself or through too many others never. */
export const referencesIn = (root: Drawn): References => {
  const byId = new Map<string, { readonly of: Drawn; readonly number: number }>();
  const number = (of: Drawn): void => {
    const id = attributeIn(of, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, { of, number: byId.size + 1 });
    for (const child of of.children) if (typeof child !== 'string') number(child);
  };
  number(root);

  const known = new Map<Drawn, Weight | 'open'>();
  const refused = new Set<Drawn>();
  const weigh = (of: Drawn, chain: number): Weight | undefined => {
    const before = known.get(of);
    if (before === 'open' || chain > DRAWN.references) return undefined;
    if (before !== undefined) return before;
    known.set(of, 'open');
    let [elements, longest] = [1, 0];
    for (const child of of.children) {
      if (typeof child === 'string') continue;
      const inside = weigh(child, chain);
      elements += inside?.elements ?? 0;
      longest = Math.max(longest, inside?.chain ?? 0);
    }
    for (const attribute of of.attributes) {
      const target = byId.get(referredBy(of, attribute) ?? '')?.of;
      if (target === undefined) continue;
      const again = weigh(target, chain + 1);
      if (again === undefined || again.chain >= DRAWN.references) {
        refused.add(of);
        continue;
      }
      elements += again.elements;
      longest = Math.max(longest, again.chain + 1);
    }
    const weight = { elements, chain: longest };
    known.set(of, weight);
    return weight;
  };
  const all = weigh(root, 0)?.elements ?? 0;

  return {
    bears: (of) => byId.get(attributeIn(of, 'id') ?? '')?.of === of,
    numberOf: (id) => byId.get(id)?.number,
    mayRefer: (from) => all <= DRAWN.repeated && !refused.has(from),
  };
};

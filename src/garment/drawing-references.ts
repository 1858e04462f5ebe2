/**
 * Limits the references in a drawing: a few elements that refer to each other can stand for millions of
 * elements.
 */

import { PAGE_DRAWING_LIMITS } from '../platform/size-limits.ts';
import { readReferencedId } from '../platform/svg/sanitize-svg-attributes.ts';
import { readSvgAttribute, type SvgElement } from '../platform/svg/svg-element.ts';

/** The size of an element with everything it refers to. */
interface ReferenceWeight {
  /** Number of elements, with those that references repeat. */
  readonly elements: number;
  /** Length of the longest chain of references. */
  readonly chain: number;
}

/** The references of a drawing that may be drawn. */
export interface DrawingReferences {
  /** Returns the number of the first element with this id; undefined when there is none. */
  findNumber(id: string): number | undefined;
  /** Returns true when the element is the first with its id. */
  isIdOwner(of: SvgElement): boolean;
  /** Returns true when the page may draw the target of this reference. */
  mayRefer(from: SvgElement): boolean;
}

/**
 * Checks the references of a drawing. No reference is allowed when all together repeat too many elements; a
 * reference to itself or through too many others is never allowed.
 */
export const resolveDrawingReferences = (root: SvgElement): DrawingReferences => {
  const byId = new Map<string, { readonly of: SvgElement; readonly number: number }>();
  const number = (of: SvgElement): void => {
    const id = readSvgAttribute(of, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, { of, number: byId.size + 1 });
    for (const child of of.children) if (typeof child !== 'string') number(child);
  };
  number(root);

  const known = new Map<SvgElement, ReferenceWeight | 'open'>();
  const refused = new Set<SvgElement>();
  const weigh = (of: SvgElement, chain: number): ReferenceWeight | undefined => {
    const before = known.get(of);
    if (before === 'open' || chain > PAGE_DRAWING_LIMITS.references) return undefined;
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
      const target = byId.get(readReferencedId(of, attribute) ?? '')?.of;
      if (target === undefined) continue;
      const again = weigh(target, chain + 1);
      if (again === undefined || again.chain >= PAGE_DRAWING_LIMITS.references) {
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
    isIdOwner: (of) => byId.get(readSvgAttribute(of, 'id') ?? '')?.of === of,
    findNumber: (id) => byId.get(id)?.number,
    mayRefer: (from) => all <= PAGE_DRAWING_LIMITS.repeated && !refused.has(from),
  };
};

import { toPayloadText } from '../platform/json/json-values.ts';
import { BILL_SECTIONS, type BillSection, normalizeName } from './trade-vocabulary.ts';
import type { Value } from './value.ts';

const SECTION_NAMES = Object.keys(BILL_SECTIONS) as readonly (keyof typeof BILL_SECTIONS)[];

/** Returns the section that a text names, for example `trims` for `Sewing trims`. */
const findNamedSection = (text: string): BillSection | undefined => {
  const words = normalizeName(text).split(/[^\p{L}]+/u);
  return SECTION_NAMES.find((name) => {
    const known: readonly string[] = BILL_SECTIONS[name];
    return words.some((word) => known.includes(word) || known.includes(word.replace(/s$/, '')));
  });
};

/**
 * Returns the section of the bill in which a row is printed, for example `trims`. It is named by the cell `section`,
 * else by the kind of the node, else by the cell `role` or `type`. If none of these names a section, returns `further`.
 */
export const findBillSection = (kind: string, cells: ReadonlyMap<string, Value>): BillSection => {
  const read = (name: string): BillSection | undefined =>
    findNamedSection(toPayloadText(cells.get(name)?.value ?? undefined));
  // A kind such as `bom_line` does not name a section.
  const ofKind = /line|bill|bom|component/i.test(kind) ? undefined : findNamedSection(kind);
  return read('section') ?? ofKind ?? read('role') ?? read('type') ?? 'further';
};

import { toPayloadText } from '../platform/json/json-values.ts';
import { normalizeName, splitWordList } from './trade-vocabulary.ts';
import type { Value } from './value.ts';

/** The sections of a bill of materials in printed order, each with the words that identify it. */
export const BILL_SECTIONS = {
  fabric: splitWordList('fabric material cloth shell lining interlining fusible self main 面料 里料'),
  trims: splitWordList('trim trims closure thread button zip elastic hardware notion notions 辅料'),
  labels: splitWordList('label labels labelling care tag 标'),
  packaging: splitWordList('packaging packing package pack 包装'),
} as const;

/** The name of a section of the bill of materials. `further` is the section of rows that belong to no other section. */
export type BillSection = keyof typeof BILL_SECTIONS | 'further';

const SECTION_NAMES = Object.keys(BILL_SECTIONS) as readonly (keyof typeof BILL_SECTIONS)[];

/** Returns the section that a text names, for example `trims` for `Sewing trims`; undefined if it names none. */
const findNamedSection = (text: string): BillSection | undefined => {
  const words = normalizeName(text).split(/[^\p{L}]+/u);
  return SECTION_NAMES.find((name) =>
    words.some((word) => [word, word.replace(/s$/, '')].some((each) => BILL_SECTIONS[name].includes(each))),
  );
};

/**
 * Returns the section of the bill of materials in which a row is printed, for example `trims`. Looks for the name of a
 * section in the cell `section`, in the kind of the node, in the cell `role` and in the cell `type`, in this order.
 * Returns `further` if none of them names a section.
 */
export const findBillSection = (kind: string, cells: ReadonlyMap<string, Value>): BillSection => {
  const readCell = (name: string): BillSection | undefined =>
    findNamedSection(toPayloadText(cells.get(name)?.value ?? undefined));
  // A kind such as `bom_line` names the whole bill of materials and not a section of it, so it is ignored.
  const kindSection = /line|bill|bom|component/i.test(kind) ? undefined : findNamedSection(kind);
  return readCell('section') ?? kindSection ?? readCell('role') ?? readCell('type') ?? 'further';
};

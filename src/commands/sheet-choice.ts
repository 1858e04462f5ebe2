/** What is wanted of a sheet, as typed. */

import { toType, typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { kindsIn } from '../garment/kind-counts.ts';
import { means } from '../garment/kinds.ts';
import { isSheetPart, SHEET_PARTS, type SheetChoice } from '../view/sheet-parts.ts';
import { list } from './flags/parse-flags.ts';
import type { Flags, Given } from './typed.ts';

export const CHOOSING: Flags = {
  only: {
    value: 'PARTS',
    about: `only these parts, with commas: ${SHEET_PARTS.join(', ')}`,
    suggests: SHEET_PARTS,
    commas: true,
  },
  kind: {
    value: 'KIND',
    about: 'of nodes only those of this kind; several with commas',
    completes: ['kinds'],
    commas: true,
  },
  'no-trust': { about: 'without the counts of Design Trust' },
  all: { about: 'members without a state too, and a drawing of every piece however many there are' },
};

export const choiceOf = (flags: Given): SheetChoice => {
  const only = list(flags, 'only', typeable`--only cutting,sewing`);
  const strange = only?.find((word) => !isSheetPart(word));
  if (strange !== undefined) {
    throw new UsageError(
      `a sheet has no part ${JSON.stringify(strange)}; its parts are ${SHEET_PARTS.join(', ')}`,
      { hint: toType`toile help sheet` },
    );
  }
  const withTrust = flags['no-trust'] !== true;
  if (!withTrust && only !== undefined)
    throw new UsageError('--only names the parts there are, so --no-trust changes nothing');
  const parts =
    only?.filter(isSheetPart) ?? (withTrust ? undefined : SHEET_PARTS.filter((part) => part !== 'trust'));
  return { parts, kinds: list(flags, 'kind', typeable`--kind piece,seam`) ?? [], all: flags.all === true };
};

/** A kind that no garment has would leave a sheet of nothing. */
export const refuseUnknownKinds = ({ kinds }: SheetChoice, graphs: readonly unknown[]): void => {
  // Reading every graph once more takes time, and only kinds that were typed can be strange.
  if (kinds.length === 0) return;
  const known = [...new Set(graphs.flatMap((graph) => Object.keys(kindsIn(graph))))];
  const strange = kinds.find((kind) => !known.some((name) => means(kind, name)));
  if (strange !== undefined) {
    throw new UsageError(
      `no node is of the kind ${JSON.stringify(strange)}; there are ${known.join(', ') || 'none'}`,
      { code: 'no_such_kind', hint: toType`toile help sheet` },
    );
  }
};

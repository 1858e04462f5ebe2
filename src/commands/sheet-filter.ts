/** The flags that select the parts of a sheet. */

import { countNodesByKind } from '../garment/kind-counts.ts';
import { isSameKind } from '../garment/node-kinds.ts';
import {
  DEFAULT_SHEET_PARTS,
  isSheetPart,
  SHEET_PARTS,
  type SheetFilter,
} from '../output/views/sheet-parts.ts';
import { UsageError } from '../platform/errors.ts';
import { nextCommand, shellText } from '../platform/escape/shell.ts';
import type { FlagSpecs, FlagValues } from './argument-spec.ts';
import { readListFlag } from './flags/parse-flags.ts';

/** The flags that select the parts of a sheet. */
export const SHEET_FILTER_FLAGS: FlagSpecs = {
  only: {
    value: 'PARTS',
    about: 'only these parts, separated by commas',
    suggests: SHEET_PARTS,
    commas: true,
  },
  kind: {
    value: 'KIND',
    about: 'only nodes of these kinds, separated by commas',
    completes: ['kinds'],
    commas: true,
  },
  'no-trust': { about: 'omit the Design Trust counts' },
  all: { about: 'include members without a state, and draw every piece' },
};

/**
 * Reads the filter from the flags. Throws a UsageError for an unknown part and for flags without effect.
 */
export const readSheetFilter = (flags: FlagValues): SheetFilter => {
  const only = readListFlag(flags, 'only', shellText`--only cutting,sewing`);
  const strange = only?.find((word) => !isSheetPart(word));
  if (strange !== undefined) {
    throw new UsageError(
      `unknown part ${JSON.stringify(strange)} of a sheet; known: ${SHEET_PARTS.join(', ')}`,
      { hint: nextCommand`toile help sheet` },
    );
  }
  const withTrust = flags['no-trust'] !== true;
  if (!withTrust && only !== undefined) throw new UsageError('--only and --no-trust cannot be combined');
  const parts =
    only?.filter(isSheetPart) ??
    (withTrust ? undefined : DEFAULT_SHEET_PARTS.filter((part) => part !== 'trust'));
  return {
    parts,
    kinds: readListFlag(flags, 'kind', shellText`--kind piece,seam`) ?? [],
    all: flags.all === true,
  };
};

/** Throws a UsageError for a kind that no graph has. The sheet would be empty. */
export const refuseUnknownKinds = ({ kinds }: SheetFilter, graphs: readonly unknown[]): void => {
  // Without typed kinds there is nothing to check, and counting the kinds of every graph takes time.
  if (kinds.length === 0) return;
  const known = [...new Set(graphs.flatMap((graph) => Object.keys(countNodesByKind(graph))))];
  const strange = kinds.find((kind) => !known.some((name) => isSameKind(kind, name)));
  if (strange !== undefined) {
    throw new UsageError(
      `no node has the kind ${JSON.stringify(strange)}; kinds: ${known.join(', ') || 'none'}`,
      { code: 'no_such_kind', hint: nextCommand`toile help sheet` },
    );
  }
};

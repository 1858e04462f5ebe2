import { advice, type Typeable, toType, typeable } from '../../border/shell.ts';
import { Refused } from '../../errors.ts';
import type { Purchase } from '../../purchases/record.ts';
import { goingOn } from '../../purchases/spent-notice.ts';
import type { Deps } from '../facets.ts';

/** Members of a body (specification 2.11) as the flags call them. */
const WORDS: Readonly<Record<string, string>> = {
  brand: 'brand',
  sizeSelection: 'size selection',
  designerNotes: 'notes',
  pieceScope: 'piece scope',
};

/**
 * Says in what a request differs from the one that stands. On a terminal the question of consent follows; elsewhere it
 * throws Refused with the command that requests another one, since `--yes` agrees to one request only.
 */
export const offerAnother = (
  deps: Pick<Deps, 'ask' | 'tell' | 'toile'>,
  { requested_at, purchase_id = null, design_id, state }: Purchase,
  differences: readonly string[],
  typed: Typeable,
): void => {
  const named = differences.map((member) => WORDS[member] ?? JSON.stringify(member)).join(', ');
  const text = `a Tech Pack of this design was requested at ${requested_at}, with another ${named}`;
  if (deps.ask.possible) {
    deps.tell({ kind: 'note', text: `${text}; this would be another Tech Pack` });
    return;
  }
  const next = goingOn({ design_id, purchase_id, state, toile: deps.toile });
  throw new Refused(`${text}; nothing was sent`, {
    code: 'body_differs',
    hint: advice`to request another one: ${toType`${typed} --yes --again`}; to go on with the earlier one: ${typeable`${next}`}`,
    details: { purchase_id, design_id, purchase_state: state },
  });
};

import { RefusedRequest } from '../../platform/errors.ts';
import { hintText, nextCommand, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { buildResumeCommand } from '../../service/tech-packs/order-failure.ts';
import type { OrderRecord } from '../../service/tech-packs/order-record.ts';
import type { CommandContext } from '../command-context.ts';

/** The names of the body members (specification 2.11) in messages. */
const MEMBER_NAMES: Readonly<Record<string, string>> = {
  brand: 'brand',
  sizeSelection: 'size selection',
  designerNotes: 'notes',
  pieceScope: 'piece scope',
};

/**
 * Reports the members in which the request differs from the existing order. Without a terminal throws RefusedRequest
 * with the command that orders another Tech Pack, because `--yes` agrees to one order only.
 */
export const reportBodyDifferences = (
  deps: Pick<CommandContext, 'ask' | 'report' | 'toile'>,
  { requested_at, purchase_id = null, design_id, state }: OrderRecord,
  differences: readonly string[],
  typed: ShellSafe,
): void => {
  const named = differences.map((member) => MEMBER_NAMES[member] ?? JSON.stringify(member)).join(', ');
  const text = `a Tech Pack of this design was requested at ${requested_at}, with another ${named}`;
  if (deps.ask.isAvailable) {
    deps.report({ kind: 'note', text: `${text}; this would be another Tech Pack` });
    return;
  }
  const next = buildResumeCommand({ design_id, purchase_id, state, toile: deps.toile });
  throw new RefusedRequest(`${text}; nothing was sent`, {
    code: 'body_differs',
    hint: hintText`to order another one: ${nextCommand`${typed} --yes --again`}\nto continue with the earlier one: ${shellText`${next}`}`,
    details: { purchase_id, design_id, purchase_state: state },
  });
};

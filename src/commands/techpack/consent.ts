import { Failure, RefusedRequest, UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { buildResumeCommand } from '../../service/tech-packs/order-failure.ts';
import type { OrderRecord } from '../../service/tech-packs/order-record.ts';
import type { FlagSpec } from '../argument-spec.ts';
import { type CommandContext, reportNote } from '../command-context.ts';

const COST_NOTE =
  "A Tech Pack of the plan's allowance is used first. If none is left, nothing is charged yet: the service answers with " +
  'a price (EUR 25 and a surcharge) and a page to pay at.';

/**
 * The flag `--local-guard`. It allows a Tech Pack request while the shared server with the order records is
 * unavailable. The command then uses only the order records of this machine.
 */
export const LOCAL_GUARD_FLAG = {
  about: 'if the shared server is unavailable, use local records',
} as const satisfies FlagSpec;

/** Throws a UsageError if `--yes` is missing and there is no terminal to ask on. Called before any request is sent. */
export const requireConsent = (deps: Pick<CommandContext, 'ask'>, yes: boolean): void => {
  if (yes || deps.ask.isAvailable) return;
  throw new UsageError(
    'a Tech Pack may cost money, so toile asks first, but there is no terminal to ask on',
    {
      code: 'consent_needed',
      hint: hintText`add --yes to consent; ${nextCommand`toile help techpack request`} explains the cost`,
    },
  );
};

interface ConsentRequest {
  readonly design: string;
  readonly identity: string;
  /** The body of the request that orders the Tech Pack, as JSON. */
  readonly text: string;
}

/**
 * Shows the content of the order and its possible cost, and asks the user to confirm it. Throws a Failure if the user
 * answers no.
 */
export const askForConsent = async (
  deps: Pick<CommandContext, 'ask' | 'report'>,
  { identity, design, text }: ConsentRequest,
): Promise<void> => {
  const body = text.trim() === '{}' ? 'only the design id' : text;
  reportNote(deps, `a Tech Pack of ${identity === design ? '' : `${identity}, `}design ${design}`);
  reportNote(deps, `will be sent: ${body}`);
  reportNote(deps, COST_NOTE);
  if (await deps.ask.confirm('Request it?', false)) return;
  throw new Failure('not requested: nothing was sent', { code: 'declined' });
};

/**
 * Maps the members of the request body (specification 2.11) to the names that messages use for them, for example
 * `sizeSelection` to `size selection`.
 */
const MEMBER_NAMES: Readonly<Record<string, string>> = {
  brand: 'brand',
  sizeSelection: 'size selection',
  designerNotes: 'notes',
  pieceScope: 'piece scope',
};

/**
 * Reports in which members the request differs from the existing order. Without a terminal, throws RefusedRequest,
 * because `--yes` alone does not agree to a second Tech Pack. The error has the command that orders a second one.
 */
export const reportBodyDifferences = (
  deps: Pick<CommandContext, 'ask' | 'report' | 'toile'>,
  { requested_at, purchase_id = null, design_id, state }: OrderRecord,
  differences: readonly string[],
  typed: ShellSafe,
): void => {
  const memberNames = differences.map((member) => MEMBER_NAMES[member] ?? JSON.stringify(member)).join(', ');
  const text = `a Tech Pack of this design was requested at ${requested_at}, with different values for ${memberNames}`;
  if (deps.ask.isAvailable) {
    reportNote(deps, `${text}; this would be another Tech Pack`);
    return;
  }
  const next = buildResumeCommand({ design_id, purchase_id, state, toile: deps.toile });
  throw new RefusedRequest(`${text}; nothing was sent`, {
    code: 'body_differs',
    hint: hintText`to order another one: ${nextCommand`${typed} --yes --again`}\nto continue with the earlier one: ${shellText`${next}`}`,
    details: { purchase_id, design_id, purchase_state: state },
  });
};

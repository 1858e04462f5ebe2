import { Failure, UsageError } from '../../platform/errors.ts';
import { hintText, nextCommand } from '../../platform/escape/shell.ts';
import type { FlagSpec } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';

const COST_NOTE =
  "A Tech Pack of the plan's allowance is used first. If none is left, nothing is charged yet: the service answers with " +
  'a price (EUR 25 and a surcharge) and a page to pay at.';

/** The flag `--local-guard`, which allows a Tech Pack request while the shared server is unavailable. */
export const LOCAL_GUARD_FLAG = {
  about: 'without the shared server, use the records of this machine',
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
  /** The body of the request, as JSON. */
  readonly text: string;
}

/** Asks the user to confirm the order, with its content and its possible cost. Throws a Failure if the answer is no. */
export const askForConsent = async (
  deps: Pick<CommandContext, 'ask' | 'report'>,
  { identity, design, text }: ConsentRequest,
): Promise<void> => {
  const body = text.trim() === '{}' ? 'nothing beside the design' : text;
  deps.report({
    kind: 'note',
    text: `a Tech Pack of ${identity === design ? '' : `${identity}, `}design ${design}`,
  });
  deps.report({ kind: 'note', text: `will be sent: ${body}` });
  deps.report({ kind: 'note', text: COST_NOTE });
  if (await deps.ask.confirm('Request it?', false)) return;
  throw new Failure('not requested: nothing was sent', { code: 'declined' });
};

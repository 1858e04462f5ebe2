import { advice, toType } from '../../border/shell.ts';
import { Failure, UsageError } from '../../errors.ts';
import type { Deps } from '../facets.ts';
import type { FlagSpec } from '../typed.ts';

const COST =
  "A Tech Pack of the plan's allowance is used first. Without one nothing is charged yet: the service answers with " +
  'a price (EUR 25 and a surcharge) and a page to pay at.';

export const LOCAL_GUARD = {
  about:
    "go by this machine's own record where the engine of TOILE_SHARED is away: others may have requested the same",
} as const satisfies FlagSpec;

/** Where nobody can be asked, `--yes` has to be typed: known before anything is looked up. */
export const needConsent = (deps: Pick<Deps, 'ask'>, yes: boolean): void => {
  if (yes || deps.ask.possible) return;
  throw new UsageError('a Tech Pack may cost money, and there is nobody here to ask', {
    code: 'consent_needed',
    hint: advice`add --yes to agree to it; ${toType`toile help techpack request`} says what it may cost`,
  });
};

interface Asked {
  readonly design: string;
  readonly identity: string;
  /** The body, as JSON. */
  readonly text: string;
}

/** Asks whoever is there, with what will be sent and what it may cost. Throws where the answer is no. */
export const consent = async (
  deps: Pick<Deps, 'ask' | 'tell'>,
  { identity, design, text }: Asked,
): Promise<void> => {
  const body = text.trim() === '{}' ? 'nothing beside the design' : text;
  deps.tell({
    kind: 'note',
    text: `a Tech Pack of ${identity === design ? '' : `${identity}, `}design ${design}`,
  });
  deps.tell({ kind: 'note', text: `will be sent: ${body}` });
  deps.tell({ kind: 'note', text: COST });
  if (await deps.ask.confirm('Request it?', false)) return;
  throw new Failure('not requested: nothing was sent', { code: 'declined' });
};

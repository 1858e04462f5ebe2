import { UsageError } from '../../platform/errors.ts';
import { markShellSafe, shellText } from '../../platform/escape/shell.ts';
import {
  DEFAULT_PROFILE,
  GARMENT_PROFILES,
  GARMENT_RESOURCES,
  type Resource,
} from '../../service/client/resources.ts';
import type { FlagSpec } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import type { ServiceResult } from '../command-result.ts';
import {
  DESIGN_OR_BODY_ARGUMENT,
  type DesignOrBody,
  expandStdin,
  isBodyInput,
  readBodyInput,
} from './body-input.ts';
import { type DesignReference, resolveDesign } from './design-reference.ts';

/** The flag `--profile` of a command that reads one profile. */
export const PROFILE_FLAG: FlagSpec = {
  value: 'PROFILE',
  choices: GARMENT_PROFILES,
  about: 'who reads the data: technical_designer or factory',
  default: DEFAULT_PROFILE,
};

/** Members of the command specification that `graph`, `brief`, `trust` and `confirmations` share. */
export const READ_COMMAND_SPEC = {
  resultKind: 'body',
  group: 'Read a design',
  effects: { sends: 'sometimes', asks: 'which design, when no ID is given' },
  outputSchemas: ['body'],
  args: [DESIGN_OR_BODY_ARGUMENT],
  json: 'the JSON of the service, unchanged',
} as const;

/** The id of the design or garment that was read; undefined for a body on stdin. */
export interface RequestedSubject {
  readonly id: string | undefined;
}

/**
 * Reads a resource of a design or garment from the service, or the body that stdin contains. Asks the user for a design
 * if none was typed. Throws a UsageError if stdin contains several ids.
 */
export const readResource = async (
  deps: CommandContext,
  input: DesignOrBody,
  resource: Resource,
  profile?: string,
): Promise<ServiceResult & { readonly extra: RequestedSubject }> => {
  const typed = isBodyInput(input) ? '-' : '';
  const [[, one] = ['', input], ...others] = await expandStdin(deps, [[typed, input]], profile);
  if (others.length > 0)
    throw new UsageError(`stdin contains ${others.length + 1} ids, but this command takes one`, {
      hint: shellText`... | xargs -n 1 toile ${markShellSafe(GARMENT_RESOURCES[resource].command)}`,
    });
  if (!isBodyInput(one)) return fetchResource(deps, one, resource, profile);
  const { value, text } = await readBodyInput(deps, one, resource);
  return { kind: 'body', value, text, extra: { id: undefined } };
};

/**
 * Fetches a resource of a design or garment, by the route for its kind of id (specification 4.2). Asks the user for a
 * design if `reference` is undefined. Throws NotFound if `reference` matches no design, a UsageError if it matches
 * several, and ApiError if the service refuses the request.
 */
export const fetchResource = async (
  deps: CommandContext,
  reference: DesignReference,
  resource: Resource,
  profile?: string,
): Promise<ServiceResult & { readonly extra: RequestedSubject }> => {
  // The design is looked up before the sign-in is read, so that a missing design is reported first.
  const subject = await resolveDesign(deps, reference);
  const api = await deps.api();
  const whole = await api.read(subject, resource, { profile, signal: deps.signal }).withResponse();
  return {
    kind: 'body',
    // `value` is a getter, because reading it parses the body. A body that is printed unchanged need not be parsed.
    get value() {
      return whole.value;
    },
    text: whole.text,
    extra: subject,
  };
};

import type { FlagValues } from '../commands/argument-spec.ts';
import { parseDuration } from '../commands/flags/parse-flags.ts';
import { UsageError } from '../platform/errors.ts';
import type { HostSystem } from '../platform/system/host-system.ts';

/** The maximum wait in milliseconds while a person waits at the terminal. */
const INTERACTIVE_WAIT_MS = 60_000;
/** The maximum wait of a tool call in milliseconds. Assistants give up after a minute or less. */
const ASSISTANT_WAIT_MS = 30_000;
/** The maximum wait in milliseconds without a terminal: a little more than the window of the rate limit. */
const UNATTENDED_WAIT_MS = 330_000;

/**
 * Returns the milliseconds of `--max-wait` or TOILE_MAX_WAIT, which the whole command may wait; undefined if neither is
 * set. Throws a UsageError for an invalid value.
 */
export const readTotalMaxWait = (globalFlags: FlagValues, env: HostSystem['env']): number | undefined => {
  const flag = globalFlags['max-wait'];
  if (typeof flag === 'string') return parseDuration(flag, '--max-wait');
  return env.TOILE_MAX_WAIT ? parseDuration(env.TOILE_MAX_WAIT, 'TOILE_MAX_WAIT') : undefined;
};

/**
 * Returns the milliseconds of TOILE_REQUEST_TIMEOUT; undefined without it. Throws a UsageError for an invalid value.
 */
export const readRequestTimeout = (env: HostSystem['env']): number | undefined => {
  if (!env.TOILE_REQUEST_TIMEOUT) return undefined;
  const ms = parseDuration(env.TOILE_REQUEST_TIMEOUT, 'TOILE_REQUEST_TIMEOUT');
  if (ms > 0) return ms;
  throw new UsageError('TOILE_REQUEST_TIMEOUT must be more than 0');
};

/**
 * Returns the milliseconds that one request may wait: `--max-wait` or TOILE_MAX_WAIT, else Infinity if `isPatient`,
 * 30 s for an assistant, a minute if a person waits, and 330 s otherwise. Throws a UsageError for an invalid value.
 */
export const resolveRequestMaxWait = (
  globalFlags: FlagValues,
  env: HostSystem['env'],
  isPatient: boolean,
  attendant: boolean | 'assistant',
): number => {
  const maxWait = readTotalMaxWait(globalFlags, env);
  if (maxWait !== undefined) return maxWait;
  if (isPatient) return Number.POSITIVE_INFINITY;
  if (attendant === 'assistant') return ASSISTANT_WAIT_MS;
  return attendant ? INTERACTIVE_WAIT_MS : UNATTENDED_WAIT_MS;
};

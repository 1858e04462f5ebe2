import { duration } from '../commands/flags/parse-flags.ts';
import type { Given } from '../commands/typed.ts';
import type { Outside } from '../deps/system.ts';
import { UsageError } from '../errors.ts';

/** What one command waits for before somebody who watches gives up. */
const WITH_PERSON = 60_000;
/** Assistants give a tool up after a minute or less, and then nobody hears why. */
const WITH_ASSISTANT = 30_000;
/** A little more than the window of the limit: whoever has nobody watching gets through. */
const ALONE = 330_000;

/** Milliseconds that a command may wait in all, where somebody said so. Throws a UsageError. */
export const mostWaitFor = (everywhere: Given, env: Outside['env']): number | undefined => {
  const typed = everywhere['max-wait'];
  if (typeof typed === 'string') return duration(typed, '--max-wait');
  return env.TOILE_MAX_WAIT ? duration(env.TOILE_MAX_WAIT, 'TOILE_MAX_WAIT') : undefined;
};

/** Milliseconds that one request may take. Throws a UsageError. */
export const requestTimeoutFor = (everywhere: Given): number | undefined => {
  const typed = everywhere['request-timeout'];
  if (typeof typed !== 'string') return undefined;
  const ms = duration(typed, '--request-timeout');
  if (ms > 0) return ms;
  throw new UsageError('--request-timeout is more than 0');
};

/** Milliseconds that a request may wait for the service and for its limit. Throws a UsageError. */
export const maxWaitFor = (
  everywhere: Given,
  env: Outside['env'],
  patient: boolean,
  person: boolean | 'assistant',
): number => {
  const most = mostWaitFor(everywhere, env);
  if (most !== undefined) return most;
  if (patient) return Number.POSITIVE_INFINITY;
  if (person === 'assistant') return WITH_ASSISTANT;
  return person ? WITH_PERSON : ALONE;
};

import type { Uuid } from '../../platform/branded.ts';
import { PendingWork, Unavailable, UsageError } from '../../platform/errors.ts';
import { pollUntilDone } from '../../platform/promises.ts';
import type { ApiResponse, TechPackStatus } from '../../service/client/index.ts';
import { isPackReady, PACK_WAIT_DEFAULTS } from '../../service/client/wait-for-pack.ts';
import type { FlagSpec, FlagValues } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import type { ServiceResult } from '../command-result.ts';
import { parseDuration, readTextFlag } from '../flags/parse-flags.ts';
import { fetchOrderStatus, type KnownOrder } from './fetch-order-status.ts';
import {
  checkPdfPath,
  createSavedPackResult,
  fetchPdf,
  findEarlierPdf,
  type PdfOptions,
  type SavedPackResult,
} from './fetch-pdf.ts';

/** The parsed values of the flags in FOLLOW_FLAGS. `timeout` and `interval` are in milliseconds. */
export interface FollowOptions extends PdfOptions {
  readonly wait: boolean;
  readonly timeout: number;
  /**
   * True if `--timeout` was typed. `--timeout` then limits the whole wait, and `--max-wait` limits each single status
   * request.
   */
  readonly hasTimeout?: boolean;
  readonly interval: number;
}

/**
 * Options for a command that requests the status of an order once, does not wait for the Tech Pack and downloads
 * nothing.
 */
export const SINGLE_REQUEST_OPTIONS: FollowOptions = {
  wait: false,
  timeout: 0,
  interval: 0,
  download: undefined,
  clobber: false,
};

/** The flags `--wait`, `--timeout`, `--interval`, `--download` and `--clobber` of the Tech Pack commands. */
export const FOLLOW_FLAGS = {
  wait: { about: 'wait until the Tech Pack is ready' },
  timeout: { value: 'TIME', default: '30m', about: 'stop waiting after this long' },
  interval: {
    value: 'TIME',
    default: '10s',
    about: 'time between the first checks; later checks are rarer',
  },
  download: {
    value: 'FILE',
    optional: true,
    about: 'download the PDF if ready, to FILE (- for stdout)',
    completes: ['files'],
  },
  clobber: { about: 'overwrite an existing file' },
} as const satisfies Record<string, FlagSpec>;

/** Reads the FOLLOW_FLAGS. Throws a UsageError for a flag without effect, such as `--interval` without `--wait`. */
export const readFollowFlags = (flags: FlagValues): FollowOptions => {
  const wait = flags.wait === true;
  const readTime = (flag: string, fallback: number): number => {
    const typed = readTextFlag(flags, flag);
    if (typed !== undefined && !wait) throw new UsageError(`--${flag} needs --wait`);
    return typed === undefined ? fallback : parseDuration(typed, `--${flag}`);
  };
  const interval = readTime('interval', PACK_WAIT_DEFAULTS.interval);
  if (interval < 1000) throw new UsageError('--interval must be at least 1s');
  if (flags.clobber === true && flags.download === undefined) {
    throw new UsageError('--clobber needs --download');
  }
  return {
    wait,
    timeout: readTime('timeout', PACK_WAIT_DEFAULTS.atMost),
    hasTimeout: flags.timeout !== undefined,
    interval,
    download: flags.download === undefined ? undefined : { into: readTextFlag(flags, 'download') },
    clobber: flags.clobber === true,
  };
};

/** Returns the milliseconds to wait after a temporary failure; undefined for any other failure. */
const readRetryDelay = (deps: CommandContext, failure: unknown): number | undefined => {
  const { exit, details } = deps.explainError(failure);
  return exit === 3 || exit === 7 ? (details.retry_after ?? 0) * 1000 : undefined;
};

const createNoAnswerError = (): Unavailable =>
  new Unavailable('the service did not answer before the timeout', { code: 'answer_timeout' });

const waitUntilReady = async (
  deps: CommandContext,
  id: Uuid,
  order: KnownOrder,
  { timeout, interval, hasTimeout }: FollowOptions,
) => {
  try {
    return await pollUntilDone<ApiResponse<TechPackStatus>>({
      poll: async (signal) => (await fetchOrderStatus(deps, id, order, signal)).response,
      isDone: ({ value }) => isPackReady(value),
      retryDelay: (failure) => readRetryDelay(deps, failure),
      clock: deps.clock,
      random: () => deps.system.random(),
      signal: deps.signal,
      interval,
      timeout: hasTimeout ? timeout : Math.min(timeout, deps.maxWaitMs),
      onTick: (elapsed, last) =>
        deps.report({
          kind: 'waiting',
          text: `Tech Pack: ${last ? last.value.status : 'no answer yet'}`,
          elapsed,
        }),
    });
  } finally {
    deps.report({ kind: 'done' });
  }
};

const createPendingResult = (response: ApiResponse<TechPackStatus>, reason: string): ServiceResult => ({
  kind: 'body',
  value: response.value,
  text: response.text,
  exit: 8,
  unfinished: new PendingWork(reason, { code: 'not_ready' }),
});

/**
 * Returns the status of an order, which is `first` if the caller has already fetched it. With `--wait`, waits until the
 * Tech Pack is ready, and throws the last failure if no status arrives in time. With `--download`, saves the PDF,
 * unless an unchanged file of an earlier run exists. With one of these flags, the exit code is 8 if the Tech Pack is
 * not ready.
 */
export const followOrder = async (
  deps: CommandContext,
  id: Uuid,
  order: KnownOrder,
  options: FollowOptions,
  first?: ApiResponse<TechPackStatus>,
): Promise<ServiceResult | SavedPackResult> => {
  const earlierPdf = await findEarlierPdf(deps, order, options);
  if (earlierPdf === undefined && order.identity !== undefined)
    await checkPdfPath(deps, order.identity, options);
  let response = first;
  if (options.wait && !(response && isPackReady(response.value))) {
    const waitResult = await waitUntilReady(deps, id, order, options);
    if (!waitResult.done) {
      if (waitResult.seen === undefined) throw waitResult.failure ?? createNoAnswerError();
      return createPendingResult(waitResult.seen, 'the Tech Pack is not ready yet');
    }
    response = waitResult.seen;
  }
  response ??= (await fetchOrderStatus(deps, id, order, deps.signal)).response;
  if (!options.download) return { kind: 'body', value: response.value, text: response.text };
  if (!isPackReady(response.value))
    return createPendingResult(response, 'the Tech Pack is not ready yet: no PDF to download');
  return earlierPdf
    ? createSavedPackResult(earlierPdf, response.value)
    : fetchPdf(deps, id, order, response, options);
};

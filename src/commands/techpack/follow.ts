import type { Uuid } from '../../border/identity.ts';
import type { TechPackStatus, Whole } from '../../client/index.ts';
import { isReady, WAITING } from '../../client/pack.ts';
import { Pending, Unavailable, UsageError } from '../../errors.ts';
import { pollUntil } from '../../wait.ts';
import type { BodyAnswer } from '../answers.ts';
import type { Files } from '../facets.ts';
import { duration, text } from '../flags/parse-flags.ts';
import type { FlagSpec, Given } from '../typed.ts';
import { type About, type Buying, lookAt } from './check-status.ts';
import {
  checkPlace,
  type Fetching,
  fetchedBefore,
  fetchPdf,
  type PackAnswer,
  packAnswer,
} from './fetch-pdf.ts';

export interface Following extends Fetching {
  readonly wait: boolean;
  readonly timeout: number;
  /** Somebody said so: then --max-wait is for each look alone. */
  readonly isTimed?: boolean;
  readonly interval: number;
}

/** A look, and no more. */
export const NOT_FOLLOWING: Following = {
  wait: false,
  timeout: 0,
  interval: 0,
  download: undefined,
  clobber: false,
};

export const FOLLOWING = {
  wait: { about: 'wait until the pack is ready' },
  timeout: { value: 'TIME', default: '30m', about: 'wait no longer than this' },
  interval: {
    value: 'TIME',
    default: '10s',
    about: 'between the first looks; later ones lie further apart',
  },
  download: {
    value: 'FILE',
    optional: true,
    about: 'fetch the PDF when it is ready, into FILE (- for stdout), or named after the design',
    completes: ['files'],
  },
  clobber: { about: 'replace the file if it is there' },
} as const satisfies Record<string, FlagSpec>;

/** Reads the flags; throws a UsageError for one that would change nothing. */
export const following = (flags: Given): Following => {
  const wait = flags.wait === true;
  const time = (flag: string, fallback: number): number => {
    const typed = text(flags, flag);
    if (typed !== undefined && !wait) throw new UsageError(`--${flag} changes nothing without --wait`);
    return typed === undefined ? fallback : duration(typed, `--${flag}`);
  };
  const interval = time('interval', WAITING.interval);
  if (interval < 1000) throw new UsageError('--interval is at least 1s');
  if (flags.clobber === true && flags.download === undefined) {
    throw new UsageError('--clobber changes nothing without --download');
  }
  return {
    wait,
    timeout: time('timeout', WAITING.atMost),
    isTimed: flags.timeout !== undefined,
    interval,
    download: flags.download === undefined ? undefined : { into: text(flags, 'download') },
    clobber: flags.clobber === true,
  };
};

/** Milliseconds to leave the service alone after a failure that can pass; undefined for any other. */
const passing = (deps: Buying & Files, failure: unknown): number | undefined => {
  const { exit, details } = deps.explained(failure);
  return exit === 3 || exit === 7 ? (details.retry_after ?? 0) * 1000 : undefined;
};

const silent = (): Unavailable =>
  new Unavailable('the service gave no answer in the time that it was given', { code: 'answer_timeout' });

const wait = async (
  deps: Buying & Files,
  id: Uuid,
  about: About,
  { timeout, interval, isTimed }: Following,
) => {
  try {
    return await pollUntil<Whole<TechPackStatus>>({
      look: async (signal) => (await lookAt(deps, id, about, signal)).whole,
      isDone: ({ value }) => isReady(value),
      passes: (failure) => passing(deps, failure),
      clock: deps.clock,
      random: deps.random,
      signal: deps.signal,
      interval,
      timeout: isTimed ? timeout : Math.min(timeout, deps.mostWait),
      onTick: (elapsed, last) =>
        deps.tell({
          kind: 'waiting',
          text: `Tech Pack: ${last ? last.value.status : 'no answer yet'}`,
          elapsed,
        }),
    });
  } finally {
    deps.tell({ kind: 'done' });
  }
};

const pending = (whole: Whole<TechPackStatus>, words: string): BodyAnswer => ({
  kind: 'body',
  value: whole.value,
  text: whole.text,
  exit: 8,
  unfinished: new Pending(words, { code: 'not_ready' }),
});

/**
 * Looks at a purchase as far as was asked: once, until it is ready, and then for its PDF. `first` is a look that was
 * taken already.
 */
export const follow = async (
  deps: Buying & Files,
  id: Uuid,
  about: About,
  wanted: Following,
  first?: Whole<TechPackStatus>,
): Promise<BodyAnswer | PackAnswer> => {
  const there = await fetchedBefore(deps, about, wanted);
  if (there === undefined && about.identity !== undefined) await checkPlace(deps, about.identity, wanted);
  let whole = first;
  if (wanted.wait && !(whole && isReady(whole.value))) {
    const waited = await wait(deps, id, about, wanted);
    if (!waited.done) {
      if (waited.seen === undefined) throw waited.failure ?? silent();
      return pending(waited.seen, 'the Tech Pack is not ready yet');
    }
    whole = waited.seen;
  }
  whole ??= (await lookAt(deps, id, about, deps.signal)).whole;
  if (!wanted.download) return { kind: 'body', value: whole.value, text: whole.text };
  if (!isReady(whole.value)) return pending(whole, 'the Tech Pack is not ready yet, so there is no PDF');
  return there ? packAnswer(there, whole.value) : fetchPdf(deps, id, about, whole, wanted);
};

import { shellWord, type Typeable, typeable } from '../border/shell.ts';
import type { TechPackStatus, Whole } from '../client/index.ts';
import { Unavailable, UsageError } from '../errors.ts';
import { isRecord } from '../provenance/index.ts';
import type { Link } from '../transport/index.ts';
import type { TakenPack } from '../view/tech-pack.ts';
import { pollUntil } from '../wait.ts';
import type { BodyAnswer, Deps, FlagSpec, Given, MadeAnswer } from './define.ts';
import { linkIn, withoutLink } from './link.ts';
import { remember } from './techpack-guard.ts';
import { duration, text } from './typed.ts';

const TIMEOUT_MS = 30 * 60_000;
const INTERVAL_MS = 10_000;

export interface Following {
  readonly wait: boolean;
  readonly timeout: number;
  readonly interval: number;
  /** Where the PDF goes: a file, a folder or `-`; undefined for the working folder. Absent where it is not wanted. */
  readonly download: { readonly into: string | undefined } | undefined;
  readonly clobber: boolean;
}

export const FOLLOWING = {
  wait: { about: 'wait until the pack is ready' },
  timeout: { value: 'TIME', about: 'wait no longer than this: 30m unless said' },
  interval: {
    value: 'TIME',
    about: 'between the first looks: 10s unless said; later ones lie further apart',
  },
  download: {
    value: 'FILE',
    optional: true,
    about: 'fetch the PDF when it is ready, into FILE (- for stdout), or named after the design',
    completes: 'files',
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
  const interval = time('interval', INTERVAL_MS);
  if (interval < 1000) throw new UsageError('--interval is at least 1s');
  if (flags.clobber === true && flags.download === undefined) {
    throw new UsageError('--clobber changes nothing without --download');
  }
  return {
    wait,
    timeout: time('timeout', TIMEOUT_MS),
    interval,
    download: flags.download === undefined ? undefined : { into: text(flags, 'download') },
    clobber: flags.clobber === true,
  };
};

const read = async (deps: Deps, id: string, signal: AbortSignal): Promise<Whole<TechPackStatus>> => {
  const whole = await (await deps.api()).techPack(id, { signal }).whole();
  await remember(deps, id, String(whole.value.status), isReady(whole.value));
  return whole;
};

/** `pack.ready` is the single readiness condition (specification 2.14); no status word is. */
const isReady = ({ pack }: TechPackStatus): boolean => isRecord(pack) && pack.ready === true;

/** Milliseconds to leave the service alone after a failure that can pass; undefined for any other. */
const passing = (deps: Deps, failure: unknown): number | undefined => {
  const { exit, details } = deps.explained(failure);
  return exit === 3 || exit === 7 ? (details.retry_after ?? 0) * 1000 : undefined;
};

const silent = (): Unavailable =>
  new Unavailable('the service gave no answer in the time that it was given', {
    code: 'answer_timeout',
    hint: typeable`ask again later; the work goes on in the service`,
  });

export const resumeLine = (deps: Deps, id: string, { download }: Following): Typeable =>
  typeable`${deps.toile} techpack status ${shellWord(id)} --wait${download ? typeable` --download` : typeable``}`;

const wait = async (deps: Deps, id: string, wanted: Following) => {
  const { timeout, interval } = wanted;
  try {
    return await pollUntil<Whole<TechPackStatus>>({
      look: (signal) => read(deps, id, signal),
      isDone: ({ value }) => isReady(value),
      passes: (failure) => passing(deps, failure),
      clock: deps.clock,
      random: deps.random,
      signal: deps.signal,
      interval,
      timeout,
      onTick: (elapsed, last) =>
        deps.tell({
          kind: 'waiting',
          text: `Tech Pack: ${last ? last.value.status : 'no answer yet'}`,
          elapsed,
        }),
    });
  } catch (error) {
    if (deps.signal.aborted) {
      deps.tell({
        kind: 'note',
        text: `the work goes on in the service; to wait again: ${resumeLine(deps, id, wanted)}`,
      });
    }
    throw error;
  } finally {
    deps.tell({ kind: 'done' });
  }
};

const pdfName = (name: string): string => `${name}_tech-pack.pdf`;

/** Refuses a place where the PDF cannot go, before anything that costs is sent. */
export const checkPlace = async (
  deps: Deps,
  identity: string,
  { download, clobber }: Following,
): Promise<void> => {
  if (!download) return;
  const wanted = {
    into: download.into,
    name: pdfName(identity),
    clobber,
    skipExisting: false,
    several: false,
  };
  await (await deps.landing(wanted)).drop();
};

export interface PackAnswer extends MadeAnswer {
  readonly schema: 'toile.techpack/1';
  readonly value: TakenPack;
}

/** Looks at a purchase as far as was asked: once, until it is ready, and then for its PDF. */
export const follow = async (
  deps: Deps,
  id: string,
  identity: string | undefined,
  wanted: Following,
): Promise<BodyAnswer | PackAnswer> => {
  let whole: Whole<TechPackStatus>;
  if (wanted.wait) {
    const waited = await wait(deps, id, wanted);
    if (!waited.done) {
      deps.tell({
        kind: 'note',
        text: `not ready yet; the work goes on in the service: ${resumeLine(deps, id, wanted)}`,
      });
      if (waited.seen === undefined) throw waited.failure ?? silent();
      return { kind: 'body', value: waited.seen.value, text: waited.seen.text, exit: 8 };
    }
    whole = waited.seen;
  } else whole = await read(deps, id, deps.signal);
  const { value, text: sent } = whole;
  if (!wanted.download) return { kind: 'body', value, text: sent };
  if (!isReady(value)) {
    deps.tell({ kind: 'note', text: `not ready yet, so there is no PDF: ${resumeLine(deps, id, wanted)}` });
    return { kind: 'body', value, text: sent, exit: 8 };
  }
  return fetchPdf(deps, id, identity ?? value.design_id ?? id, whole, wanted);
};

const fetchPdf = async (
  deps: Deps,
  id: string,
  identity: string,
  { value }: Whole<TechPackStatus>,
  { download, clobber }: Following,
): Promise<PackAnswer | BodyAnswer> => {
  const landed = await deps.landing({
    into: download?.into,
    name: pdfName(identity.replace(/[^\w.-]/g, '_')),
    clobber,
    skipExisting: false,
    several: false,
  });
  try {
    let last = value;
    const newLink = async (): Promise<Link> => {
      last = (await read(deps, id, deps.signal)).value;
      return linkIn(last.pdf, last.pdf);
    };
    const received = await landed.receive(linkIn(value.pdf, value.pdf), newLink);
    const purchase = { ...last, pdf: withoutLink(last.pdf) };
    return { kind: 'made', schema: 'toile.techpack/1', value: { file: landed.file, ...received, purchase } };
  } finally {
    await landed.drop();
  }
};

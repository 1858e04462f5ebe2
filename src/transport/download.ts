import { EXPIRED } from '../client/document-link.ts';
import { type Rest, WrongPart } from '../client/range.ts';
import { mayPass, waitAfter } from '../client/repeat.ts';
import { retryAfterMs } from '../client/retry-after.ts';
import type { Clock } from '../contract.ts';
import { Unavailable } from '../errors.ts';
import { LONGEST_RETRY_AFTER } from '../size-limits.ts';
import { type Received, receiver, type Sink } from './checksum.ts';
import { endless } from './document-check.ts';
import { attempt } from './download-attempt.ts';
import type { TransportEvent } from './events.ts';
import { explain, isPermanent } from './explain.ts';
import { type Link, linkAddress } from './link.ts';
import { progress } from './minimum-speed.ts';
import type { RawFetch, Timeouts } from './options.ts';
import { refusedLink } from './range-request.ts';

export interface Downloading {
  readonly fetch: RawFetch;
  readonly clock: Clock;
  /** 0 up to 1, as Math.random. */
  random(): number;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  readonly timeouts?: Partial<Timeouts> | undefined;
  /** Milliseconds that a server may ask to be left alone before it is given up. */
  readonly maxWait: number;
  /** Who gave the link; a relative one is relative to it. */
  readonly service: string;
  readonly link: Link;
  /** Another link to the same document, for when this one has expired; asked for as long as bytes arrive. */
  renew?(): Promise<Link>;
  readonly sink: Sink;
  /** Bytes so far and in all; the second is undefined where nobody has said. */
  onProgress?(done: number, total: number | undefined): void;
  onEvent?(event: TransportEvent): void;
}

/** Tries in a row that bring nothing new, and beginnings from the first byte, before it is given up. */
const FRUITLESS = 5;
const BEGINNINGS = 4;

/**
 * Fetches a document to its last byte, in as many parts as it takes, and holds it to the size and digest that are
 * known. Memory does not grow with its size. Rejects with Unavailable where the network or the server fails for
 * good, with Failure where the document is not the one described, and with the reason of the signal.
 */
export const download = async (options: Downloading): Promise<Received> => {
  const { clock, signal } = options;
  let { link } = options;
  const received = receiver(options.sink, link.kind);
  const going = progress(clock);
  /** How far it had come when another link was asked for. */
  let renewedAt = -1;
  let rest: Rest | undefined;
  let furthest = 0;
  let fruitless = 0;
  let beginnings = 1;

  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const url = linkAddress(link.url, new URL(options.service));
    if (rest === undefined) await received.startOver();
    const ended = await attempt(options, { received, going }, link, url, rest, tries);
    const { part } = ended;
    const stated = part?.kind === 'begun' ? part.digests : [];
    const whole = ended.done ? await received.finished(link, stated) : undefined;
    if (whole) return whole;
    signal.throwIfAborted();
    const broken = ended.done ? endless(link.kind) : ended.broken;
    if (part?.kind === 'begun') {
      // The rest was asked for and the whole came: it has changed, or the server knows no parts.
      if (rest && part.from === 0) beginnings += 1;
      const isPart = part.validator !== undefined && !ended.done && !received.repeating && received.at > 0;
      rest = isPart
        ? {
            at: received.at,
            validator: part.validator ?? '',
            total: part.total ?? link.bytes,
            digests: part.digests,
          }
        : undefined;
    }
    fruitless = received.at > furthest ? 0 : fruitless + 1;
    furthest = Math.max(furthest, received.at);
    going.tried();

    const status = part?.kind === 'refused' ? part.status : undefined;
    if (status !== undefined && EXPIRED.includes(status) && options.renew && furthest > renewedAt) {
      renewedAt = furthest;
      const next = await options.renew();
      // Two documents may carry the same tag under two links; only the same digest makes them the same.
      if (rest && (next.sha256 === undefined || next.sha256 !== link.sha256)) {
        rest = undefined;
        beginnings += 1;
      }
      link = next;
      if (beginnings <= BEGINNINGS) continue;
    }
    if (status === 416 || broken instanceof WrongPart) rest = undefined;
    else if (status !== undefined && !mayPass(status)) throw refusedLink(status);
    if (broken !== undefined && !ended.done && isPermanent(broken)) throw unreachable(broken, url);

    if (rest === undefined && received.at > 0) beginnings += 1;
    const asked = part?.kind === 'refused' ? retryAfterMs(part.headers, clock.now()) : undefined;
    const longest = Math.min(options.maxWait, LONGEST_RETRY_AFTER);
    if (fruitless >= FRUITLESS || beginnings > BEGINNINGS || (asked ?? 0) > longest) {
      throw status === undefined ? unreachable(broken, url) : refusedLink(status);
    }
    const { least, spread } = waitAfter({ tries: fruitless + 1 }, options.random);
    await pause(options, asked ?? Math.ceil(least + spread), status, tries + 1);
    going.waited(asked ?? 0);
  }
};

const pause = async (
  { clock, signal, onEvent }: Downloading,
  ms: number,
  status: number | undefined,
  attempt: number,
): Promise<void> => {
  const reason = status === undefined ? 'no_connection' : status === 429 ? 'rate_limited' : 'unavailable';
  onEvent?.({ kind: 'waiting', ms, reason, attempt });
  try {
    await clock.sleep(ms, signal);
  } finally {
    onEvent?.({ kind: 'waited' });
  }
};

const unreachable = (error: unknown, url: URL): Unavailable => {
  if (error instanceof Unavailable) return error;
  const { message, hint, code } = explain(error, url);
  return new Unavailable(`the download failed: ${message}`, { code, hint, cause: error });
};

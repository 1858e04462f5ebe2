import { Unavailable } from '../errors.ts';
import type { TransportEvent } from './events.ts';
import { codeOf, explain, isPermanent } from './explain.ts';
import { type Link, linkAddress } from './link.ts';
import { type Clock, type RawFetch, TIMEOUTS, type Timeouts } from './options.ts';
import { askFor, type Part, type Rest, refusedLink, WrongPart } from './part.ts';
import { type Received, type Receiver, receiver, type Sink, wrongSize } from './receiver.ts';
import { retryAfterMs } from './retry-after.ts';

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
  /** Another link to the same document, for when this one has expired. Called once at most. */
  renew?(): Promise<Link>;
  readonly sink: Sink;
  /** Bytes so far and in all; the second is undefined where nobody has said. */
  onProgress?(done: number, total: number | undefined): void;
  onEvent?(event: TransportEvent): void;
}

/** Tries in a row that bring nothing new, and beginnings from the first byte, before it is given up. */
const FRUITLESS = 5;
const BEGINNINGS = 4;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 30_000;
/** A signed link that has expired is answered with any of these, as the storage behind it likes. */
const EXPIRED = [400, 401, 403, 404, 410];

/** How one try ended. */
interface Ended {
  readonly done?: true;
  readonly part?: Part;
  /** What broke it off. */
  readonly broken?: unknown;
}

/**
 * Fetches a document to its last byte, in as many parts as it takes, and holds it to the size and digest that are
 * known. Memory does not grow with its size. Rejects with Unavailable where the network or the server fails for
 * good, with Failure where the document is not the one described, and with the reason of the signal.
 */
export async function download(options: Downloading): Promise<Received> {
  const { clock, signal } = options;
  const received = receiver(options.sink);
  let { link } = options;
  let renewed = false;
  let rest: Rest | undefined;
  let furthest = 0;
  let fruitless = 0;
  let beginnings = 1;

  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    const url = linkAddress(link.url, new URL(options.service));
    if (rest === undefined) await received.startOver();
    const { done, part, broken } = await attempt(options, received, link, url, rest, tries);
    if (done) return received.checked(link);
    signal.throwIfAborted();
    if (part?.kind === 'begun') {
      // The rest was asked for and the whole came: it has changed, or the server knows no parts.
      if (rest && part.from === 0) beginnings += 1;
      rest =
        part.validator !== undefined && !received.repeating && received.at > 0
          ? { at: received.at, validator: part.validator, total: part.total }
          : undefined;
    }

    const status = part?.kind === 'refused' ? part.status : undefined;
    if (status !== undefined && EXPIRED.includes(status) && options.renew && !renewed) {
      renewed = true;
      const next = await options.renew();
      // Two documents may carry the same tag under two links; only the same digest makes them the same.
      if (next.sha256 === undefined || next.sha256 !== link.sha256) rest = undefined;
      link = next;
      continue;
    }
    if (status === 416 || broken instanceof WrongPart) rest = undefined;
    else if (status !== undefined && status < 500 && ![408, 429].includes(status)) throw refusedLink(status);
    if (broken !== undefined && isPermanent(broken)) throw unreachable(broken, url);

    fruitless = received.at > furthest ? 0 : fruitless + 1;
    furthest = Math.max(furthest, received.at);
    if (rest === undefined && received.at > 0) beginnings += 1;
    const asked = part?.kind === 'refused' ? retryAfterMs(part.headers, clock.now()) : undefined;
    if (fruitless >= FRUITLESS || beginnings > BEGINNINGS || (asked ?? 0) > options.maxWait) {
      throw status === undefined ? unreachable(broken, url) : refusedLink(status);
    }
    const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** fruitless);
    await pause(options, asked ?? Math.ceil((full / 2) * (1 + options.random())), status, tries + 1);
  }
}

/** Asks once and reads to the end, or to where it breaks off. Throws what no further try can mend. */
async function attempt(
  options: Downloading,
  received: Receiver,
  link: Link,
  url: URL,
  rest: Rest | undefined,
  number: number,
): Promise<Ended> {
  const { clock, fetch, signal, userAgent } = options;
  const began = clock.now();
  // However it ends, the connection is not left behind.
  const stop = new AbortController();
  const asking = {
    fetch,
    clock,
    userAgent,
    timeouts: { ...TIMEOUTS, ...options.timeouts },
    signal: AbortSignal.any([signal, stop.signal]),
  };
  const tell = (part: Part | undefined, broken: unknown) =>
    options.onEvent?.({
      kind: 'attempt',
      method: 'GET',
      // Whatever part of a signed link is the signature, it stays out of logs.
      url: `${url.origin}/[link hidden]`,
      attempt: number,
      status: part?.kind === 'refused' ? part.status : part && (part.from > 0 ? 206 : 200),
      error: broken === undefined ? undefined : (codeOf(broken) ?? 'unknown'),
      ms: clock.now() - began,
      headers: {},
    });
  try {
    let part: Part;
    try {
      part = await askFor(asking, url, rest);
    } catch (broken) {
      signal.throwIfAborted();
      if (broken instanceof Unavailable) throw broken;
      tell(undefined, broken);
      return { broken };
    }
    tell(part, undefined);
    if (part.kind === 'refused') return { part };
    if (rest && part.from === 0) await received.startOver();
    const broken = await drain(options, received, link, part);
    return broken === undefined ? { done: true } : { part, broken };
  } finally {
    stop.abort();
  }
}

/** Reads a part to its end. Returns what broke it off, if anything did; what is wrong with the document throws. */
async function drain(
  { signal, onProgress }: Downloading,
  received: Receiver,
  link: Link,
  part: Extract<Part, { kind: 'begun' }>,
): Promise<unknown> {
  const total = part.total ?? link.bytes;
  const most = total === undefined ? Number.POSITIVE_INFINITY : Math.max(total, link.bytes ?? 0);
  let arrived = part.from;
  for (;;) {
    let piece: Uint8Array | undefined;
    try {
      piece = await part.read();
    } catch (error) {
      return error;
    }
    signal.throwIfAborted();
    if (piece === undefined) break;
    arrived += piece.length;
    if (arrived > most) throw wrongSize(most, arrived);
    await received.take(piece);
    onProgress?.(received.at, total);
  }
  return total !== undefined && arrived < total ? new CutShort() : undefined;
}

/** The body ended in good order before all of it was there. The code is read where errors are put into words. */
class CutShort extends Error {
  readonly code = 'ECONNRESET';
}

async function pause(
  { clock, signal, onEvent }: Downloading,
  ms: number,
  status: number | undefined,
  attempt: number,
): Promise<void> {
  const reason = status === undefined ? 'no_connection' : status === 429 ? 'rate_limited' : 'unavailable';
  onEvent?.({ kind: 'waiting', ms, reason, attempt });
  try {
    await clock.sleep(ms, signal);
  } finally {
    onEvent?.({ kind: 'waited' });
  }
}

function unreachable(error: unknown, url: URL): Unavailable {
  const { message, hint, code } = explain(error, url);
  return new Unavailable(`the download failed: ${message}`, { code, hint, cause: error });
}

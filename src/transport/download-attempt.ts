import { typeable } from '../border/shell.ts';
import type { Rest } from '../client/range.ts';
import { BeyondLimit, Unavailable } from '../errors.ts';
import { DOCUMENT } from '../size-limits.ts';
import { type Receiver, wrongSize } from './checksum.ts';
import type { Downloading } from './download.ts';
import { codeOf } from './explain.ts';
import type { Link } from './link.ts';
import type { Progress } from './minimum-speed.ts';
import { TIMEOUTS } from './options.ts';
import { askFor, type Part } from './range-request.ts';

/** What every try goes on with. */
interface Into {
  readonly received: Receiver;
  readonly going: Progress;
}

/** How one try ended. */
export interface Ended {
  readonly done?: true;
  readonly part?: Part;
  /** What broke it off. */
  readonly broken?: unknown;
}

/** Asks once and reads to the end, or to where it breaks off. Throws what no further try can mend. */
export const attempt = async (
  options: Downloading,
  into: Into,
  link: Link,
  url: URL,
  rest: Rest | undefined,
  number: number,
): Promise<Ended> => {
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
    if (rest && part.from === 0) await into.received.startOver();
    if (part.from === 0) into.going.fromStart();
    const broken = await drain(options, into, link, part);
    return broken === undefined ? { done: true, part } : { part, broken };
  } finally {
    stop.abort();
  }
};

/** Reads a part to its end. Returns what broke it off, if anything did; what is wrong with the document throws. */
const drain = async (
  { signal, onProgress }: Downloading,
  { received, going }: Into,
  link: Link,
  part: Extract<Part, { kind: 'begun' }>,
): Promise<unknown> => {
  const total = part.total ?? link.bytes;
  const most = total === undefined ? DOCUMENT.unstated : Math.max(total, link.bytes ?? 0);
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
    if (arrived > most) throw total === undefined ? tooLong() : wrongSize(most, arrived);
    going.reached(arrived);
    await received.take(piece);
    onProgress?.(received.at, total);
  }
  if (total === undefined || arrived >= total) return undefined;
  received.endedEarly();
  return new CutShort();
};

const tooLong = (): BeyondLimit =>
  new BeyondLimit(
    `the document has more than ${DOCUMENT.unstated / 2 ** 20} MiB, and nothing says how many; it was not kept`,
    { code: 'document_too_large', hint: typeable`if it should be as large, tell whoever runs the service` },
  );

/** The body ended in good order before all of it was there. The code is read where errors are put into words. */
class CutShort extends Error {
  readonly code = 'ECONNRESET';
}

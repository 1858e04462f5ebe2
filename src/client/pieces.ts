import { apiError } from './answer.ts';
import { refused } from './arguments.ts';
import { within } from './deadline.ts';
import { readLink } from './document-link.ts';
import { AnswerError, type AnswerReason, NetworkError } from './errors.ts';
import type { Fetch } from './options.ts';
import type { Signal } from './platform.ts';
import { askingFor, type Rest, stretchOf, WrongPart } from './range.ts';
import { backOff } from './retrying.ts';
import { sha256 } from './runtime.ts';

/** What arrived, whole. */
export interface Received {
  readonly bytes: number;
  /** In hexadecimal; undefined in a browser, which makes no digest piece by piece. */
  readonly sha256: string | undefined;
}

export interface Downloading {
  readonly fetch: Fetch;
  /** Milliseconds without a byte; 0 for ever. */
  readonly timeout: number;
  readonly signal: Signal | undefined;
  readonly link: string;
  /** Who gave the link; a relative one is relative to it. */
  readonly service: URL;
  /** Tries in a row that may bring nothing new. */
  readonly maxRetries: number;
  /** What is known of the document beforehand. */
  readonly bytes: number | undefined;
  readonly sha256: string | undefined;
  readonly onProgress: ((done: number, total: number | undefined) => void) | undefined;
}

/** Bytes, unpacked, of a document that states no size: only its sender could end it. */
const MOST_UNSTATED = 2 ** 30;

/** The route of what is no route of the service; a link is a secret. */
const LINK = 'GET [link]';

const unusable = (reason: AnswerReason, message: string): AnswerError =>
  new AnswerError(LINK, { reason, message, status: 200 });

const cutShort = (): AnswerError => unusable('cut_short', 'the document ended too early');

/**
 * The bytes of a document, each once and in order. A connection that breaks is taken up again where it broke, where the
 * server gave a strong validator. Returns size and digest, held to those that are known.
 */
export async function* pieces(options: Downloading): AsyncGenerator<Uint8Array, Received, undefined> {
  // Called on its own: as a method of the options a browser's fetch is an illegal invocation.
  const { fetch, signal, timeout, bytes } = options;
  const url = readLink(options.link, options.service);
  if (typeof url === 'string') throw refused(`the link to the document cannot be used: it ${url}`);
  const inTime = <T>(what: () => Promise<T>): Promise<T> =>
    within(LINK, timeout, signal, () =>
      what().catch((cause) => {
        throw new NetworkError('the connection to the document failed', LINK, cause);
      }),
    );
  const hash = sha256();
  let at = 0;
  let rest: Rest | undefined;

  for (let tries = 1, before = 0; ; tries += 1) {
    const stop = new AbortController();
    try {
      const response = await inTime(() =>
        fetch(url.href, {
          method: 'GET',
          headers: askingFor(rest),
          // No credential is sent, so none is led astray.
          redirect: 'follow',
          credentials: 'omit',
          signal: stop.signal,
        }),
      );
      const { status, headers, body } = response;
      if (response.url && typeof readLink(response.url, url) === 'string') {
        throw unusable('redirect', 'the link leads from https to http: others could read the document');
      }
      const stretch = stretchOf(status, headers, rest);
      if (!stretch) throw apiError(LINK, response, '', undefined);
      const { from, validator, total = bytes, digests } = stretch;
      if (from !== at) throw new WrongPart();
      const reader = body?.getReader();
      for (;;) {
        const { value } = (await inTime(async () => reader?.read())) ?? {};
        if (!value) break;
        hash?.update(value);
        at += value.length;
        rest = validator === undefined ? undefined : { at, validator, total, digests };
        if (total === undefined && at > MOST_UNSTATED)
          throw unusable(
            'wrong_size',
            `the document is longer than ${MOST_UNSTATED} bytes, and states no size`,
          );
        if (at > (total ?? at)) throw unusable('wrong_size', `the document is longer than ${total} bytes`);
        options.onProgress?.(at, total);
        yield value;
      }
      if (at < (total ?? 0)) throw cutShort();
      const digest = hash?.digest('hex');
      if (at !== (bytes ?? at)) throw unusable('wrong_size', `the document has ${at} bytes and not ${bytes}`);
      const stated = [...digests, ...(options.sha256 ? [options.sha256.toLowerCase()] : [])];
      if (digest && stated.some((one) => one !== digest)) {
        throw unusable('wrong_digest', 'the document has another digest than it should');
      }
      return { bytes: at, sha256: digest };
    } catch (error) {
      if (error instanceof WrongPart) throw unusable('changed', 'the server then sent another document');
      if (at > before) tries = 1;
      before = at;
      // Without a validator the same document cannot be told from another.
      await backOff(error, tries, at > 0 && !rest ? 0 : options.maxRetries, signal);
    } finally {
      stop.abort();
    }
  }
}

import type { Readable } from 'node:stream';
import { collectBytes } from '../../platform/collect-bytes.ts';
import type { HeadersLike } from '../client/index.ts';
import type { RawFetch } from './transport-options.ts';

/** Headers by their lower-case name, as `node:http` and undici return them. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

// The class `Headers` of the runtime is not used, because it would load the runtime's `fetch`.
const wrapHeaders = (raw: RawHeaders): HeadersLike => {
  const listValues = (name: string): readonly string[] => {
    const values = Object.hasOwn(raw, name) ? raw[name] : undefined;
    return values === undefined ? [] : typeof values === 'string' ? [values] : values;
  };
  return {
    get(name) {
      const values = listValues(name.toLowerCase());
      return values.length === 0 ? null : values.join(', ');
    },
    forEach(each) {
      for (const name of Object.keys(raw).toSorted())
        for (const value of name === 'set-cookie' ? listValues(name) : [listValues(name).join(', ')])
          each(value, name);
    },
  };
};

/** Decodes one content coding of a body, for example `gzip`. A body with an unknown coding is returned unchanged. */
const decodeCoding = async (body: Readable, coding: string): Promise<Readable> => {
  if (!/^(x-)?gzip$|^deflate$|^br$/.test(coding)) return body;
  const { constants, createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  // With these flush options, zlib reports no error if the end of a compressed body is missing. So the code that reads
  // the decoded text must check whether the text is complete.
  const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  const brotliFlush = {
    flush: constants.BROTLI_OPERATION_FLUSH,
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  };
  const decoder =
    coding === 'br'
      ? createBrotliDecompress(brotliFlush)
      : coding === 'deflate'
        ? createInflate(flush)
        : createGunzip(flush);
  decoder.on('error', () => undefined);
  body.on('error', (error) => decoder.destroy(error));
  return body.pipe(decoder);
};

/**
 * Creates the response of a `fetch` from the status, the headers and the body of a Node.js stream. Decodes a compressed
 * body, because some gateways compress even if the request does not allow it. Calls `close` when the body has ended or
 * is cancelled. After `signal` aborts, reading rejects with the reason of the signal.
 */
export const createStreamedResponse = async (
  raw: { readonly status: number; readonly headers: RawHeaders; readonly body: Readable },
  signal: AbortSignal,
  close: () => void,
): ReturnType<RawFetch> => {
  // Without this listener, an error before the first read would end the process. The error is not lost, because the
  // next read reports it.
  raw.body.on('error', () => undefined);
  const headers = wrapHeaders(raw.headers);
  let body = raw.body;
  const codings = (headers.get('content-encoding') ?? '').toLowerCase().split(',');
  for (const coding of codings.toReversed()) body = await decodeCoding(body, coding.trim());
  const chunks = body[Symbol.asyncIterator]();
  const read = async () => {
    const { done = false, value } = await chunks.next().catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    // The body of an aborted request may end as if it were complete. Therefore each read checks whether `signal` has
    // aborted.
    signal.throwIfAborted();
    if (done) close();
    return { done, value: done ? undefined : (value as Buffer) };
  };
  const cancel = async (): Promise<void> => close();
  const text = async (): Promise<string> => {
    const bytes = collectBytes();
    for (let chunk = await read(); !chunk.done; chunk = await read()) if (chunk.value) bytes.add(chunk.value);
    return bytes.toText();
  };
  return { status: raw.status, headers, body: { getReader: () => ({ read, cancel }), cancel }, text };
};

import type { Readable } from 'node:stream';
import type { HeadersLike } from '../client/index.ts';
import type { RawFetch } from './transport-options.ts';

/** Headers by their lower-case name, as `node:http` and undici return them. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

// The runtime's own `Headers` is not used, because it loads the runtime's `fetch`.
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

/**
 * Decodes a compressed body. Some gateways compress although the request does not allow it. A body that ends too early
 * is returned as far as it goes, because its reader reports what is missing.
 */
const decodeBody = async (body: Readable, encoding: string): Promise<Readable> => {
  if (!/^(x-)?gzip$|^deflate$|^br$/.test(encoding)) return body;
  const { constants, createBrotliDecompress, createGunzip, createInflate } = await import('node:zlib');
  const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  const brotliFlush = {
    flush: constants.BROTLI_OPERATION_FLUSH,
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  };
  const decoder =
    encoding === 'br'
      ? createBrotliDecompress(brotliFlush)
      : encoding === 'deflate'
        ? createInflate(flush)
        : createGunzip(flush);
  decoder.on('error', () => undefined);
  body.on('error', (error) => decoder.destroy(error));
  return body.pipe(decoder);
};

/**
 * Creates the response that a `fetch` returns from the headers and the body of a Node.js stream. `close` is called once
 * the body has ended or is cancelled.
 */
export const createStreamedResponse = async (
  status: number,
  rawHeaders: RawHeaders,
  rawBody: Readable,
  close: () => void,
): ReturnType<RawFetch> => {
  // An error before the first read must not end the process. The reader reports it.
  rawBody.on('error', () => undefined);
  const headers = wrapHeaders(rawHeaders);
  const body = await decodeBody(rawBody, headers.get('content-encoding')?.trim().toLowerCase() ?? '');
  const chunks = body[Symbol.asyncIterator]();
  const read = async () => {
    const { done = false, value } = await chunks.next();
    if (done) close();
    return { done, value: done ? undefined : (value as Buffer) };
  };
  const cancel = async (): Promise<void> => close();
  const text = async (): Promise<string> => {
    const all: Buffer[] = [];
    for (let chunk = await read(); !chunk.done; chunk = await read()) if (chunk.value) all.push(chunk.value);
    return new TextDecoder().decode(Buffer.concat(all));
  };
  return { status, headers, body: { getReader: () => ({ read, cancel }), cancel }, text };
};

import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import type { FetchInit } from '../client/index.ts';
import type { RawFetch } from './transport-options.ts';

/** The decoders of compressed responses. Some gateways compress although the request does not allow it. */
const DECODERS: Readonly<Record<string, () => NodeJS.ReadWriteStream>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const toHeaders = (raw: Readonly<Record<string, string | string[] | undefined>>): Headers => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) headers.append(name, one);
  }
  return headers;
};

const decodeBody = (body: Readable, encoding: string | null): NodeJS.ReadableStream => {
  const decoder = DECODERS[encoding?.trim().toLowerCase() ?? '']?.();
  if (decoder === undefined) return body;
  body.on('error', (error) => decoder.emit('error', error));
  return body.pipe(decoder);
};

/**
 * Sends one request on a new connection of `dispatcher`, and closes it after the response. Follows no redirects,
 * repeats nothing, and does not respond to an authentication challenge. If the connection breaks, it destroys the
 * dispatcher, which would otherwise open a second connection.
 */
export const sendOnce = async (
  dispatcher: Dispatcher,
  url: string,
  { method, headers, body, signal }: FetchInit,
): ReturnType<RawFetch> => {
  const { origin, pathname, search } = new URL(url);
  const end = (): void => void dispatcher.destroy().catch(() => undefined);
  dispatcher.once('disconnect', end);
  dispatcher.once('connectionError', end);
  try {
    const answer = await dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method: method as Dispatcher.HttpMethod,
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal: signal as AbortSignal,
      reset: true,
    });
    const read = toHeaders(answer.headers);
    const pieces = decodeBody(answer.body, read.get('content-encoding'))[Symbol.asyncIterator]();
    const next = async () => {
      const { done = false, value } = await pieces.next();
      if (done) end();
      return { done, value: done ? undefined : (value as Buffer) };
    };
    const cancel = async (): Promise<void> => end();
    const text = async (): Promise<string> => {
      const all: Buffer[] = [];
      for (let one = await next(); !one.done; one = await next()) if (one.value) all.push(one.value);
      return new TextDecoder().decode(Buffer.concat(all));
    };
    return {
      status: answer.statusCode,
      headers: read,
      body: { getReader: () => ({ read: next, cancel }), cancel },
      text,
    };
  } catch (error) {
    end();
    throw error;
  }
};

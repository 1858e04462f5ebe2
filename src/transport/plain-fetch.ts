/**
 * A `fetch` over Node's own HTTP. The one that Node calls `fetch` takes three times as long to load as all else that a
 * short command does, and twice as long for each byte.
 */

import { Agent, type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { isRead } from '../client/repeat.ts';
import type { RawFetch } from './options.ts';

type Init = Parameters<RawFetch>[1];

/** A connection and its encryption took too long. The code is read where errors are put into words. */
class NotConnected extends Error {
  readonly code = 'ETIMEDOUT';
}

/** `connectWithin` in milliseconds. */
export const plainFetch =
  (connectWithin: number): RawFetch =>
  async (address, init) => {
    const url = new URL(address);
    // Whoever is named there would be signed in with it.
    if (url.username !== '' || url.password !== '') throw new TypeError('an address with a name in it');
    const { signal } = init;
    signal.throwIfAborted();
    const isSecure = url.protocol === 'https:';
    const begin = isSecure ? (await import('node:https')).request : request;
    const options: RequestOptions = {
      method: init.method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, br', ...init.headers },
      timeout: connectWithin,
      // The other side may be closing a connection that was kept, and a write is not sent twice to find out.
      ...(!isRead(init.method) && { agent: isSecure ? false : new Agent() }),
    };
    const response = await answerTo(() => begin(url, options), init);
    response.on('error', () => undefined);
    const source = await unpacked(response);
    const get = (name: string): string | null =>
      response.headersDistinct[name.toLowerCase()]?.join(', ') ?? null;
    return {
      status: response.statusCode ?? 0,
      headers: { get, forEach: (each) => eachOf(response, each) },
      body: streamOf(source, response),
      text: () => textOf(source),
    };
  };

const eachOf = (response: IncomingMessage, each: (value: string, name: string) => void): void => {
  for (const [name, values = []] of Object.entries(response.headersDistinct)) each(values.join(', '), name);
};

/** Resolves with the head of the answer. */
const answerTo = async (begin: () => ClientRequest, init: Init): Promise<IncomingMessage> => {
  for (;;) {
    const sent = begin();
    try {
      return await headOf(sent, init);
    } catch (error) {
      // Of the connections that were kept for a next request, this one had been closed; the last try makes one anew.
      if (!sent.reusedSocket || !isRead(init.method) || init.signal.aborted || !isReset(error)) throw error;
    }
  }
};

const isReset = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

const headOf = (sent: ClientRequest, { signal, body }: Init): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    let response: IncomingMessage | undefined;
    const abort = (): unknown => (response ?? sent).destroy(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    sent.once('close', () => signal.removeEventListener('abort', abort));
    let isConnected = false;
    sent.once('socket', (socket) => {
      isConnected = sent.reusedSocket;
      socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    sent.on('timeout', () => {
      if (!isConnected) sent.destroy(new NotConnected('no connection'));
    });
    sent.on('error', reject);
    sent.once('response', (head) => {
      response = head;
      resolve(head);
    });
    sent.end(body);
  });

/** The bytes as they were before the server packed them; of a way to pack that was not asked for, as they came. */
const unpacked = async (response: IncomingMessage): Promise<Readable> => {
  const packing = response.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (packing === '' || packing === 'identity' || isBare(response)) return response;
  const zlib = await import('node:zlib');
  const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants;
  // What is there so far is given before the end is, if that ever comes.
  const eager = { flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH };
  const eagerly = { flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH };
  const unpacking = /^(x-)?gzip$/.test(packing)
    ? zlib.createGunzip(eager)
    : packing === 'deflate'
      ? zlib.createInflate(eager)
      : packing === 'br'
        ? zlib.createBrotliDecompress(eagerly)
        : undefined;
  return unpacking ? pipeline(response, unpacking, () => undefined) : response;
};

const isBare = ({ statusCode }: IncomingMessage): boolean =>
  statusCode === 204 || statusCode === 205 || statusCode === 304;

const streamOf = (source: Readable, response: IncomingMessage) => {
  const cancel = async (): Promise<void> => void response.destroy();
  return {
    cancel,
    getReader: () => {
      const pieces: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
      const read = async () => {
        const { done, value } = await pieces.next();
        return done ? { done } : { done: false, value };
      };
      return { read, cancel };
    },
  };
};

const textOf = async (source: Readable): Promise<string> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
};

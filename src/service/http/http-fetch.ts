import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { cacheResult } from '../../platform/promises.ts';
import { isReadMethod } from '../client/retry-rules.ts';
import { createStreamedResponse } from './streamed-response.ts';
import type { RawFetch } from './transport-options.ts';

/** A connection error with a code for which `explainNetworkError` has a message. */
class ConnectionError extends Error {
  readonly code: 'ECONNRESET' | 'ETIMEDOUT';
  constructor(code: ConnectionError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

interface HttpModule {
  readonly Agent: new (options: { keepAlive: boolean; timeout: number }) => Agent;
  request(url: URL, options: RequestOptions): ClientRequest;
}

/**
 * The milliseconds after which toile closes an unused connection. Many servers close one after 5 seconds. If toile did
 * not close it earlier, the server could do so just when the next request is sent.
 */
const IDLE_CONNECTION_MS = 4_000;

/** Returns a function that creates requests. A request uses a new connection, unless `canReuse` is true. */
const createRequestFactory = (module: HttpModule) => {
  const agent = new module.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  return (url: URL, canReuse: boolean, options: RequestOptions): ClientRequest =>
    module.request(url, { ...options, agent: canReuse && agent });
};

const loadHttp = cacheResult(async () => createRequestFactory(await import('node:http')));
const loadHttps = cacheResult(async () => createRequestFactory(await import('node:https')));

/** The maximum milliseconds to connect, including the connection to a proxy. */
export const CONNECT_TIMEOUT_MS = 10_000;

const limitConnectTime = (request: ClientRequest, limitMs: number): void => {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    // `socket.setTimeout` is not used for this time limit. Its timer would start again while the request waits to be
    // written to the socket.
    const limit = AbortSignal.timeout(limitMs);
    const stop = (): void =>
      void request.destroy(new ConnectionError('ETIMEDOUT', `not connected after ${limitMs} ms`));
    const release = (): void => limit.removeEventListener('abort', stop);
    limit.addEventListener('abort', stop);
    socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', release).once('close', release);
  });
};

/**
 * Resolves with the response of a request. Rejects if the connection fails or ends before the headers, and with the
 * reason of the signal when it aborts.
 */
const receiveResponse = (request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    // `request.destroy` gets no error as its argument, because `destroy` would then emit this error on the socket.
    // After a complete response, the socket may have no listener for errors, and an error would end the Node process.
    const abort = (): void => {
      reject(signal.reason);
      request.destroy();
    };
    signal.addEventListener('abort', abort);
    request.on('error', reject);
    request.once('response', (response) => {
      // An error after the start of the response, for example an invalid chunk, is passed to the response. Otherwise
      // the reader of the response would see only a closed connection.
      request.on('error', (error) => void response.on('error', () => undefined).destroy(error));
      resolve(response);
    });
    request.once('close', () => {
      signal.removeEventListener('abort', abort);
      // Some responses, such as "101 Switching Protocols", end the connection without an error, so the promise must be
      // rejected here.
      reject(new ConnectionError('ECONNRESET', 'closed before the response'));
    });
  });

/**
 * Creates a `fetch` over `node:http` and `node:https` that follows no redirects. It starts faster than Node's own
 * `fetch`, which compiles its parser in each process.
 */
export const createHttpFetch =
  (connectTimeoutMs = CONNECT_TIMEOUT_MS): RawFetch =>
  async (address, { method, headers, body, ...init }) => {
    const signal = init.signal as AbortSignal;
    const url = new URL(address);
    const createRequest = await (url.protocol === 'https:' ? loadHttps() : loadHttp());
    const send = async (canReuse: boolean): Promise<IncomingMessage> => {
      signal.throwIfAborted();
      const request = createRequest(url, canReuse, {
        method,
        headers: {
          accept: '*/*',
          'accept-encoding': 'gzip, br',
          // The header `content-length` is set here, because `node:http` by default does not send it for a DELETE with
          // a body.
          ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
          ...headers,
        },
      });
      limitConnectTime(request, connectTimeoutMs);
      request.end(body);
      return receiveResponse(request, signal).catch((error: NodeJS.ErrnoException) => {
        // `ECONNRESET` or `EPIPE` on a reused connection usually means that the server closed the connection before the
        // request arrived. So the request, which is a GET or HEAD, is sent again on a new connection.
        if (request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) return send(false);
        throw error;
      });
    };
    // Only GET and HEAD requests may use an open connection again. If the server has closed that connection in the
    // meantime, such a request can be sent again without harm.
    const response = await send(isReadMethod(method));
    return createStreamedResponse(
      { status: response.statusCode ?? 0, headers: response.headersDistinct, body: response },
      signal,
      () => {
        if (!response.readableEnded) response.destroy();
      },
    );
  };

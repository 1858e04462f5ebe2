import type { Agent, ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { cacheResult } from '../../platform/promises.ts';
import { createStreamedResponse } from './streamed-response.ts';
import type { RawFetch } from './transport-options.ts';

/** An HTTP error with a code for which `explainNetworkError` has a message. */
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
 * The milliseconds after which an unused connection is closed. Many servers close it after 5 s, just as the next request
 * may leave.
 */
const IDLE_CONNECTION_MS = 4_000;

/** Returns a function that sends a request with `module`, over connections that are used again. */
const createSender = (module: HttpModule): ((url: URL, options: RequestOptions) => ClientRequest) => {
  const agent = new module.Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  return (url, options) => module.request(url, { ...options, agent });
};

const loadHttp = cacheResult(async () => createSender(await import('node:http')));
const loadHttps = cacheResult(async () => createSender(await import('node:https')));

/** The maximum milliseconds to connect, including the connection to a proxy. */
export const CONNECT_TIMEOUT_MS = 10_000;

/** Rejects a request whose connection does not open: no progress for `limitMs`, including the TLS handshake. */
const limitConnectTime = (request: ClientRequest, limitMs: number): void => {
  request.once('socket', (socket) => {
    if (!socket.connecting) return;
    const stop = (): void => {
      request.destroy(new ConnectionError('ETIMEDOUT', `not connected after ${limitMs} ms`));
    };
    socket.setTimeout(limitMs, stop);
    socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0).off('timeout', stop);
    });
  });
};

/**
 * Resolves with the response of a request. Rejects if the connection fails or ends before the headers, and with the
 * reason of the signal when it aborts.
 */
const receiveResponse = (request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    // `destroy` gets no error: the socket of a complete response may have no listener for it.
    const abort = (): void => {
      reject(signal.reason);
      request.destroy();
    };
    signal.addEventListener('abort', abort);
    request.once('response', resolve).on('error', reject);
    request.once('close', () => {
      signal.removeEventListener('abort', abort);
      // A response such as "101 Switching Protocols" ends the connection without an error.
      reject(new ConnectionError('ECONNRESET', 'closed before the response'));
    });
  });

/**
 * Creates a `fetch` over `node:http` and `node:https` that follows no redirects. It starts faster than Node's own
 * `fetch`, which compiles its parser in each process.
 */
export const createHttpFetch =
  (connectTimeoutMs = CONNECT_TIMEOUT_MS): RawFetch =>
  async (written, { method, headers, body, ...init }) => {
    const signal = init.signal as AbortSignal;
    const url = new URL(written);
    const send = await (url.protocol === 'https:' ? loadHttps() : loadHttp());
    signal.throwIfAborted();
    const request = send(url, {
      method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, br', ...headers },
    });
    limitConnectTime(request, connectTimeoutMs);
    request.end(body);
    const response = await receiveResponse(request, signal);
    return createStreamedResponse(response.statusCode ?? 0, response.headersDistinct, response, () => {
      if (!response.readableEnded) request.destroy();
    });
  };

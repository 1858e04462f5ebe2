// undici is imported statically, because it is a CommonJS package: with `import()`, the bundled program would not find
// its named exports.
import { Agent, type Dispatcher, EnvHttpProxyAgent, fetch } from 'undici';
import { isLoopback } from '../../platform/network/host-names.ts';
import type { FetchInit } from '../client/index.ts';
import { CONNECT_TIMEOUT_MS } from './http-fetch.ts';
import { createStreamedResponse } from './streamed-response.ts';
import type { RawFetch } from './transport-options.ts';

/**
 * The addresses of the proxies for `http:` URLs and for `https:` URLs. `none` comes from NO_PROXY and lists the hosts
 * that are reached without a proxy.
 */
export interface ProxySettings {
  readonly http: string | undefined;
  readonly https: string | undefined;
  readonly none: string;
}

/**
 * Returns a function that chooses the dispatcher (the undici object that opens connections) for a URL, with or without
 * a proxy.
 */
const createDispatchers = (
  proxies: ProxySettings,
  ca: string[] | undefined,
): ((url: string) => Dispatcher) => {
  const tls = { timeout: CONNECT_TIMEOUT_MS, ...(ca && { ca }) };
  // undici's timeouts are off, because toile has its own. HTTP/2 is off, because undici would repeat requests over it.
  const limits = { headersTimeout: 0, bodyTimeout: 0, connect: tls, allowH2: false };
  const direct = new Agent(limits);
  // http and https requests each have an agent of their own. If they shared one agent, undici would send https requests
  // through HTTP_PROXY too.
  const createAgent = (proxy: string | undefined) =>
    proxy === undefined
      ? direct
      : new EnvHttpProxyAgent({
          ...limits,
          httpProxy: proxy,
          httpsProxy: proxy,
          noProxy: proxies.none,
          proxyTls: tls,
          requestTls: tls,
          // Requests to `http:` addresses are sent to the proxy without a CONNECT tunnel, because many proxies allow
          // tunnels to port 443 only.
          proxyTunnel: false,
        });
  const [http, https] = [createAgent(proxies.http), createAgent(proxies.https)];
  // Requests to this machine never use a proxy, because they may contain a key and are not encrypted.
  return (url) => (isLoopback(new URL(url).hostname) ? direct : url.startsWith('https:') ? https : http);
};

/**
 * Creates a `fetch` of the package undici that uses the given proxies. `ca` has the trusted root certificates (default:
 * those of Node).
 */
export const createUndiciFetch = (proxies: ProxySettings, ca: string[] | undefined): RawFetch => {
  const chooseDispatcher = createDispatchers(proxies, ca);
  return (url, init) => fetch(url, { ...init, dispatcher: chooseDispatcher(url) }) as ReturnType<RawFetch>;
};

/** Creates a fetch that sends each request once, on a new connection. */
export const createSingleSender =
  (proxies: ProxySettings, ca: string[] | undefined): RawFetch =>
  (url, init) =>
    sendOnce(createDispatchers(proxies, ca)(url), url, init);

/**
 * Sends one request on a new connection of `dispatcher`, and closes the connection after the response. Follows no
 * redirects, repeats nothing, and does not respond to an authentication challenge. If the connection breaks, destroys
 * the dispatcher, because the dispatcher would otherwise open a second connection.
 */
const sendOnce = async (
  dispatcher: Dispatcher,
  url: string,
  { method, headers, body, signal }: FetchInit,
): ReturnType<RawFetch> => {
  const { origin, pathname, search } = new URL(url);
  const end = (): void => void dispatcher.destroy().catch(() => undefined);
  dispatcher.once('disconnect', end);
  dispatcher.once('connectionError', end);
  try {
    const response = await dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method: method as Dispatcher.HttpMethod,
      headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
      body: body ?? null,
      signal: signal as AbortSignal,
      reset: true,
    });
    return await createStreamedResponse(
      { status: response.statusCode, headers: response.headers, body: response.body },
      signal as AbortSignal,
      end,
    );
  } catch (error) {
    end();
    throw error;
  }
};

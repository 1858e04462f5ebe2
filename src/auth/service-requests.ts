/** Sends requests to the routes of the service with the current credential. */

import { isAllowedTarget } from '../platform/network/host-names.ts';
import { cacheResult } from '../platform/promises.ts';
import type { LocalStorage } from '../platform/state/local-storage.ts';
import { withReleasedSignals } from '../platform/system/release-signals.ts';
import type { ApiRequest, ApiResponse, Fetch, RequestOptions, Routes } from '../service/client/index.ts';
import {
  type BeforeSend,
  type HttpStack,
  markBeforeSend,
  refusePaidRequests,
} from '../service/http/http-stack.ts';
import type { NetworkedRunSettings, SendRequest } from '../service/http/transport-options.ts';
import type { Keyring } from './find-credential.ts';
import { type Identity, parseServiceAddress } from './identity.ts';
import type { OAuthConnection } from './oauth/token-endpoint.ts';
import { createTokenRefresher } from './oauth/token-refresher.ts';

/** Sends requests to the service with the current credential, and refreshes an expired access token. */
export interface ServiceRequests {
  /** Returns a client with the current credential. Throws NotSignedIn with a hint that names the ways to sign in. */
  api(): Promise<Routes>;
  /**
   * Sends a request to any route. A request for the index `/v1` is sent without a credential. Rejects a request that
   * may cost money.
   */
  request(apiRequest: ApiRequest): Promise<ApiResponse<unknown>>;
  /**
   * Sends a request that may cost money. It is sent only once, after `beforeSend` has resolved. If `beforeSend`
   * rejects, it is not sent. With a browser sign-in, `GET /v1/me` is sent first, which refreshes an expired token.
   */
  requestPaid(apiRequest: ApiRequest, beforeSend: BeforeSend): Promise<ApiResponse<unknown>>;
  /** Creates a client for a credential that is not stored yet. Throws a UsageError for an invalid address. */
  createClient(baseUrl: string, credential: string): Promise<Routes>;
  /** Returns the fetch that refreshes tokens and refuses requests that may cost money. */
  openServiceFetch(): Promise<Fetch>;
  /** Returns a fetch that sends its request exactly once, after `beforeSend` has resolved. */
  openPaidFetch(beforeSend: BeforeSend): Promise<Fetch>;
  /** Returns the connection through which toile reaches the sign-in server of the tool server `connector`. */
  connectToConnector(connector: string): Promise<OAuthConnection>;
  /** Returns a keyring that gives only the access token of a browser sign-in instead of the whole stored secret. */
  unwrapKeyring(raw: Keyring): Keyring;
  forgetSignIn(): void;
}

/** Creates the functions that send requests to the service with the current credential. */
export const createServiceRequests = (
  { system, signal, requestMaxWaitMs }: NetworkedRunSettings,
  storage: LocalStorage,
  { isSandbox, target, readSignIn, clearIdentity }: Identity,
  { openFetch, openSingleFetch, withRetries }: HttpStack,
): ServiceRequests => {
  const { addSecret } = system.io.secrets;
  const connectToConnector = async (connector: string): Promise<OAuthConnection> => {
    const { createWebFetch } = await import('./oauth/web-fetch.ts');
    const isSafe = (address: string) => isAllowedTarget(connector, address);
    return { fetch: createWebFetch(await openFetch(), signal), isSafe, addSecret };
  };
  const refresher = createTokenRefresher({
    runExclusively: storage.runExclusively,
    clock: system.clock,
    maxWait: requestMaxWaitMs,
    connect: connectToConnector,
    addSecret,
  });
  const withNewestToken = (send: SendRequest, mayRepeat: boolean): Fetch =>
    isSandbox ? send : refresher.withRefresh(send, mayRepeat);
  const openServiceFetch = cacheResult(async () =>
    refusePaidRequests(withNewestToken(await openFetch(), true)),
  );
  const openPaidFetch = async (beforeSend: BeforeSend): Promise<Fetch> =>
    withNewestToken(await withRetries(markBeforeSend(await openSingleFetch(), beforeSend)), false);

  const createOptions = async (
    baseUrl: string,
    credential: string | undefined,
    send: () => Promise<Fetch> = openServiceFetch,
  ): Promise<RequestOptions> => {
    const { parseResponseLazily, parseResponseJson } = await import('../platform/json/parse-json.ts');
    return {
      baseUrl,
      ...(credential === undefined ? {} : { credential }),
      fetch: await send(),
      parse: withReleasedSignals(parseResponseJson),
      parseLazily: (text) => {
        const parseLater = withReleasedSignals(parseResponseLazily)(text);
        return parseLater && (() => withReleasedSignals(parseLater)(text));
      },
      userAgent: `toile/${system.version}`,
    };
  };
  const createClient = async (baseUrl: string, credential: string): Promise<Routes> => {
    addSecret(credential);
    const address = parseServiceAddress(baseUrl, system.env);
    const { Routes: ServiceRoutes } = await import('../service/client/routes.ts');
    return new ServiceRoutes(await createOptions(address, credential));
  };
  /**
   * Returns the address and the credential. Reading a keychain may be slow, so modules that are needed later are loaded
   * at the same time.
   */
  const prepare = async (): Promise<{ readonly baseUrl: string; readonly credential: string }> => {
    const { baseUrl } = await target();
    const modules = [
      openServiceFetch(),
      import('../platform/json/parse-json.ts'),
      import('../service/client/routes.ts'),
    ];
    const [{ credential }] = await Promise.all([readSignIn(), ...modules]);
    return { baseUrl, credential };
  };
  const api = cacheResult(async () => {
    const { baseUrl, credential } = await prepare();
    return createClient(baseUrl, credential);
  });
  const sendRequest = async (
    apiRequest: ApiRequest,
    send?: () => Promise<Fetch>,
  ): Promise<ApiResponse<unknown>> => {
    const client = await import('../service/client/request.ts');
    const isIndex = /^\/v1\/?$/.test(apiRequest.path.split('?')[0] ?? '');
    const { baseUrl, credential } = isIndex
      ? { baseUrl: (await target()).baseUrl, credential: undefined }
      : await prepare();
    return client.request(await createOptions(baseUrl, credential, send), apiRequest);
  };

  return {
    api,
    request: (apiRequest) => sendRequest(apiRequest),
    async requestPaid(apiRequest, beforeSend) {
      // A paid request is sent only once, so it must not fail because of an expired token. A request that costs nothing
      // is sent before it, because that request refreshes the token.
      if (refresher.canRefresh((await readSignIn()).credential))
        await sendRequest({ method: 'GET', path: '/v1/me', signal: apiRequest.signal });
      return sendRequest(apiRequest, () => openPaidFetch(beforeSend));
    },
    createClient,
    openServiceFetch,
    openPaidFetch,
    connectToConnector,
    unwrapKeyring: refresher.withAccessTokens,
    forgetSignIn: () => {
      clearIdentity();
      api.forget();
    },
  };
};

/** Requests to the routes of the service. */

import type { OrderContext, ServiceContext, SignInContext } from '../../commands/command-context.ts';
import type { BeforeSend } from '../../commands/context-types.ts';
import { withReleasedSignals } from '../../platform/system/release-signals.ts';
import type { ApiRequest, ApiResponse, Fetch, RequestOptions, Routes } from '../../service/client/index.ts';
import { cacheResult } from './cache-result.ts';
import type { ContextInput } from './context-input.ts';
import type { HttpStack } from './http-stack.ts';
import type { Identity } from './identity.ts';
import { markBeforeSend } from './refuse-paid-requests.ts';
import { isPlainHttpAllowed, parseServiceAddress } from './service-address.ts';

/**
 * Creates the client of the service and the functions that send any request to it, with the current
 * credential.
 */
export const createServiceClient = (
  { system }: ContextInput,
  { target, readSignIn }: Identity,
  { single, fetch, over, withNewestToken, isRenewable }: HttpStack,
): Pick<ServiceContext, 'request'> &
  Pick<OrderContext, 'requestPaid'> &
  Pick<SignInContext, 'createClient'> & {
    readonly api: (() => Promise<Routes>) & { forget(): void };
    readonly fetchOnce: (leaving: BeforeSend) => Promise<Fetch>;
  } => {
  const options = async (
    baseUrl: string,
    credential: string | undefined,
    send: () => Promise<Fetch> = fetch,
  ): Promise<RequestOptions> => {
    const { parseAnswerLazily, parseAnswer } = await import('../../platform/json/parse-json.ts');
    return {
      baseUrl,
      ...(credential === undefined ? {} : { credential }),
      fetch: await send(),
      parse: withReleasedSignals(parseAnswer),
      parseLazily: (text) => {
        const later = withReleasedSignals(parseAnswerLazily)(text);
        return later && (() => withReleasedSignals(later)(text));
      },
      userAgent: `toile/${system.version}`,
    };
  };

  const clientFor = async (baseUrl: string, credential: string): Promise<Routes> => {
    system.io.secrets.addSecret(credential);
    const address = parseServiceAddress(baseUrl, isPlainHttpAllowed(system.env));
    return new (await import('../../service/client/routes.ts')).Routes(await options(address, credential));
  };

  /** Reads the credential while the client is loaded, because a keychain may be slow. */
  const ready = async (): Promise<{ readonly baseUrl: string; readonly credential: string }> => {
    const { baseUrl } = await target();
    const parts = [
      fetch(),
      import('../../platform/json/parse-json.ts'),
      import('../../service/client/routes.ts'),
    ];
    const [{ credential }] = await Promise.all([readSignIn(), ...parts]);
    return { baseUrl, credential };
  };
  const request = async (
    requested: ApiRequest,
    send?: () => Promise<Fetch>,
  ): Promise<ApiResponse<unknown>> => {
    const client = await import('../../service/client/request.ts');
    const isIndex = /^\/v1\/?$/.test(requested.path.split('?')[0] ?? '');
    const { baseUrl, credential } = isIndex
      ? { baseUrl: (await target()).baseUrl, credential: undefined }
      : await ready();
    return client.request(await options(baseUrl, credential, send), requested);
  };

  /** Returns a fetch that writes its request on the wire once, after `leaving` has marked it. */
  const fetchOnce = async (leaving: BeforeSend): Promise<Fetch> =>
    withNewestToken(await over(markBeforeSend(await single(), leaving)));

  const api = cacheResult(async () => {
    const { baseUrl, credential } = await ready();
    return clientFor(baseUrl, credential);
  });

  return {
    api,
    fetchOnce,
    request: (requested: ApiRequest) => request(requested),
    /** Writes the request on the wire once. `leaving` is called right before the first byte leaves. */
    requestPaid: async (requested: ApiRequest, leaving: BeforeSend) => {
      // A free request refreshes a token that the service no longer accepts, since the paid one is never
      // repeated.
      if (isRenewable((await readSignIn()).credential)) {
        await request({ method: 'GET', path: '/v1/me', signal: requested.signal });
      }
      return request(requested, () => fetchOnce(leaving));
    },
    createClient: clientFor,
  };
};

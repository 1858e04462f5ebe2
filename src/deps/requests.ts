/** Requests of the service's routes. */

import type { Fetch, Requested, RequestOptions, Routes, Whole } from '../client/index.ts';
import type { Leaving } from '../commands/facet-types.ts';
import type { Service, Shop, SigningIn } from '../commands/facets.ts';
import { releasing } from '../system/release-signals.ts';
import type { Made } from './made.ts';
import { once } from './once.ts';
import type { Sending } from './sending.ts';
import { checkedAddress } from './service-address.ts';
import { afterMark } from './unpaid-fetch.ts';
import type { Whom } from './whom.ts';

export const requests = (
  { outside, everywhere }: Made,
  { target, signIn }: Whom,
  { single, fetch, over, withNewestToken, isRenewable }: Sending,
): Pick<Service, 'request'> & Pick<Shop, 'requestPaid'> & Pick<SigningIn, 'clientFor'> & {
  readonly api: (() => Promise<Routes>) & { forget(): void };
  readonly fetchOnce: (leaving: Leaving) => Promise<Fetch>;
} => {
  const options = async (
    baseUrl: string,
    credential: string | undefined,
    send: () => Promise<Fetch> = fetch,
  ): Promise<RequestOptions> => {
    const { answerLater, readAnswer } = await import('../json/lossless.ts');
    return {
      baseUrl,
      ...(credential === undefined ? {} : { credential }),
      fetch: await send(),
      parse: releasing(readAnswer),
      parseLater: (text) => {
        const later = releasing(answerLater)(text);
        return later && (() => releasing(later)(text));
      },
      userAgent: `toile/${outside.version}`,
    };
  };

  const clientFor = async (baseUrl: string, credential: string): Promise<Routes> => {
    outside.io.secrets.know(credential);
    const address = checkedAddress(baseUrl, everywhere['insecure-http'] === true);
    return new (await import('../client/routes.ts')).Routes(await options(address, credential));
  };

  /** The credential, which may take its time in a keychain, while everything else is loaded. */
  const ready = async (): Promise<{ readonly baseUrl: string; readonly credential: string }> => {
    const { baseUrl } = await target();
    const parts = [fetch(), import('../json/lossless.ts'), import('../client/routes.ts')];
    const [{ credential }] = await Promise.all([signIn(), ...parts]);
    return { baseUrl, credential };
  };
  const request = async (requested: Requested, send?: () => Promise<Fetch>): Promise<Whole<unknown>> => {
    const client = await import('../client/request.ts');
    const isIndex = /^\/v1\/?$/.test(requested.path.split('?')[0] ?? '');
    const { baseUrl, credential } = isIndex
      ? { baseUrl: (await target()).baseUrl, credential: undefined }
      : await ready();
    return client.request(await options(baseUrl, credential, send), requested);
  };

  /** A fetch that writes its request on the wire once, after it was marked. */
  const fetchOnce = async (leaving: Leaving): Promise<Fetch> =>
    withNewestToken(await over(afterMark(await single(), leaving)));

  const api = once(async () => {
    const { baseUrl, credential } = await ready();
    return clientFor(baseUrl, credential);
  });

  return {
    api,
    fetchOnce,
    request: (requested: Requested) => request(requested),
    /** `leaving` is called when the first byte may have left; it is on the wire once. */
    requestPaid: async (requested: Requested, leaving: Leaving) => {
      // A token that the service no longer accepts is renewed by a free request, since this one is never repeated.
      if (isRenewable((await signIn()).credential)) {
        await request({ method: 'GET', path: '/v1/me', signal: requested.signal });
      }
      return request(requested, () => fetchOnce(leaving));
    },
    clientFor,
  };
};

import type { Fetch } from '../client/index.ts';
import type { Leaving } from '../commands/facet-types.ts';
import { Failure } from '../errors.ts';
import type { RawFetch } from '../transport/index.ts';

/** A `fetch` by which nothing is bought: the last look at an address, as it leaves. */
export const unpaid =
  (send: Fetch): Fetch =>
  async (url, init) => {
    if (init.method === 'POST') {
      const { orderingIn } = await import('../purchases/route.ts');
      if (orderingIn(init.method, url).kind !== 'free') {
        throw new Failure('this request may cost money, and it was not agreed to: nothing was sent', {
          code: 'not_guarded',
        });
      }
    }
    return send(url, init);
  };

/** A `fetch` that first has it marked on the disk that the request leaves, and sends nothing where that fails. */
export const afterMark =
  (raw: RawFetch, leaving: Leaving): RawFetch =>
  async (url, init) => {
    const left = await leaving();
    init.signal.throwIfAborted();
    left();
    return raw(url, init);
  };

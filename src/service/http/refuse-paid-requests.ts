import { Failure } from '../../platform/errors.ts';
import type { Fetch } from '../client/index.ts';
import type { RawFetch } from './index.ts';

/**
 * Wraps `fetch` and rejects every POST that could start an order. It is the last check: orders are sent by
 * `requestPaid`, after consent.
 */
export const refusePaidRequests =
  (send: Fetch): Fetch =>
  async (url, init) => {
    if (init.method === 'POST') {
      const { classifyRequest } = await import('../tech-packs/classify-request.ts');
      if (classifyRequest(init.method, url).kind !== 'free') {
        throw new Failure('this request may cost money, and it was not agreed to: nothing was sent', {
          code: 'not_guarded',
        });
      }
    }
    return send(url, init);
  };

/**
 * Records that a request is about to be sent. The returned function is called right before the first byte
 * leaves, when the request can no longer be stopped.
 */
export type BeforeSend = () => Promise<() => void>;

/**
 * Wraps `fetch` and first records on disk that the request is about to be sent. Sends nothing when the
 * record cannot be written.
 */
export const markBeforeSend =
  (raw: RawFetch, leaving: BeforeSend): RawFetch =>
  async (url, init) => {
    const left = await leaving();
    init.signal.throwIfAborted();
    left();
    return raw(url, init);
  };

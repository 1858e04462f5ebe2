import type { Dispatcher } from 'undici';
import type { FetchInit } from '../client/index.ts';
import { createStreamedResponse } from './streamed-response.ts';
import type { RawFetch } from './transport-options.ts';

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
    return await createStreamedResponse(answer.statusCode, answer.headers, answer.body, end);
  } catch (error) {
    end();
    throw error;
  }
};

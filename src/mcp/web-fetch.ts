import type { Fetch } from '../client/index.ts';

/** A fetch as the protocol's library wants it. */
export type WebFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

interface Seen {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly type: string;
  header(name: string): string | null;
}

/**
 * Over toile's own fetch, which waits, counts and explains as it does for every other request. `look` sees each
 * answer first, and may throw.
 */
export const webFetch =
  (send: Fetch, signal: AbortSignal, look: (seen: Seen) => void = () => undefined): WebFetch =>
  async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    // The older era offers a stream for what nobody asked; nothing here would listen to it.
    if (method === 'GET' && headers.get('accept')?.includes('text/event-stream')) {
      return new Response(null, { status: 405 });
    }
    const { body: given } = init;
    const body = given instanceof URLSearchParams ? given.toString() : given;
    if (given instanceof URLSearchParams && !headers.has('content-type')) {
      headers.set('content-type', 'application/x-www-form-urlencoded');
    }
    const answer = await send(String(url), {
      method,
      headers: Object.fromEntries(headers),
      ...(typeof body === 'string' && { body }),
      redirect: 'manual',
      credentials: 'omit',
      signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
    });
    const { status } = answer;
    const text = await answer.text();
    const type = answer.headers.get('content-type') ?? '';
    look({ url: String(url), status, text, type, header: (name) => answer.headers.get(name) });
    const challenge = answer.headers.get('www-authenticate');
    const isEmpty = [101, 202, 204, 205, 304].includes(status) || text === '';
    return new Response(isEmpty ? null : text, {
      status,
      headers: { 'content-type': type, ...(challenge !== null && { 'www-authenticate': challenge }) },
    });
  };

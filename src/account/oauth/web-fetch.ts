import type { Repeat, Send } from '../../transport/index.ts';

/** A fetch as the protocol's library wants it; `repeat` says when what writes may be sent again. */
export type WebFetch = (
  url: string | URL,
  init?: RequestInit & { readonly repeat?: Repeat },
) => Promise<Response>;

/** An answer as the caller of a web fetch sees it first. */
export interface Seen {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly type: string;
  header(name: string): string | null;
}

/** Of an answer's headers, those that the protocols of signing in and of tools are read by. */
const READ = ['content-type', 'www-authenticate', 'retry-after', 'date'];

/**
 * Over toile's own fetch, which waits, counts and explains as it does for every other request. `look` sees each
 * answer first, and may throw.
 */
export const webFetch =
  (send: Send, signal: AbortSignal, look: (seen: Seen) => void = () => undefined): WebFetch =>
  async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    // The older era offers a stream for what nobody asked; nothing here would listen to it.
    if (method === 'GET' && headers.get('accept')?.includes('text/event-stream')) {
      return new Response(null, { status: 405 });
    }
    const { body: given, repeat } = init;
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
      repeat,
    });
    const { status } = answer;
    const text = await answer.text();
    const header = (name: string) => answer.headers.get(name);
    look({ url: String(url), status, text, type: header('content-type') ?? '', header });
    const isEmpty = [101, 202, 204, 205, 304].includes(status) || text === '';
    const read = READ.flatMap((name) => {
      const value = header(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    return new Response(isEmpty ? null : text, { status, headers: read });
  };

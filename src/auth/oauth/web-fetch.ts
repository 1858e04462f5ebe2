import type { RepeatRule, SendRequest } from '../../service/http/transport-options.ts';

/** The fetch that the MCP library requires. `repeat` says when a request that writes may be sent again. */
export type WebFetch = (
  url: string | URL,
  init?: RequestInit & { readonly repeat?: RepeatRule },
) => Promise<Response>;

/** A response, as passed to the observer of a web fetch. */
export interface SeenResponse {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly type: string;
  header(name: string): string | null;
}

/** The response headers that the sign-in and tool protocols use. */
const PASSED_HEADERS = ['content-type', 'www-authenticate', 'retry-after', 'date'];

/**
 * Creates a web fetch from toile's own fetch, which waits, retries and reports as for every other request.
 * `look` is called with each response and the body of its request first, and may throw.
 */
export const createWebFetch =
  (
    send: SendRequest,
    signal: AbortSignal,
    look: (seen: SeenResponse, sent: unknown) => unknown = () => undefined,
  ): WebFetch =>
  async (url, init = {}) => {
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    // Older versions of the protocol open an event stream for unsolicited messages; toile does not read it.
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
    look({ url: String(url), status, text, type: header('content-type') ?? '', header }, body);
    const isEmpty = [101, 202, 204, 205, 304].includes(status) || text === '';
    const read = PASSED_HEADERS.flatMap((name) => {
      const value = header(name);
      return value === null ? [] : [[name, value] as [string, string]];
    });
    return new Response(isEmpty ? null : text, { status, headers: read });
  };

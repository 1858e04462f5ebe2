/** What lets the page of one origin read answers (Fetch standard, CORS). */

/** The service is asked from programs; so are headers that its answers say something in. */
const EXPOSED = 'retry-after, www-authenticate, x-request-id, content-disposition, etag';

const headersFor = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED,
  vary: 'origin',
});

/** The headers that an answer to this request gets beside its own; undefined where another page asks, or none. */
export const corsHeaders = (
  request: Request,
  origin: string | undefined,
): Readonly<Record<string, string>> | undefined =>
  origin !== undefined && request.headers.get('origin') === origin ? headersFor(origin) : undefined;

/** The answer to what a browser asks before it sends a request with a key; undefined for any other request. */
export const preflight = (request: Request, origin: string | undefined): Response | undefined => {
  const allowed = corsHeaders(request, origin);
  const method = request.headers.get('access-control-request-method');
  if (allowed === undefined || request.method !== 'OPTIONS' || method === null) return undefined;
  const asked = request.headers.get('access-control-request-headers');
  return new Response(null, {
    status: 204,
    headers: {
      ...allowed,
      'access-control-allow-methods': 'GET, HEAD, POST',
      ...(asked !== null && { 'access-control-allow-headers': asked }),
      'access-control-max-age': '600',
    },
  });
};

/** CORS headers, which let the pages of one origin read answers (Fetch standard). */

/** Response headers that a page may read. */
const EXPOSED_HEADERS = 'retry-after, www-authenticate, x-request-id, content-disposition, etag';

/** Returns the CORS headers for an origin. */
const buildCorsHeaders = (origin: string): Readonly<Record<string, string>> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': EXPOSED_HEADERS,
  vary: 'origin',
});

/** Returns the CORS headers for a request; undefined when another origin sent it, or none. */
export const selectCorsHeaders = (
  request: Request,
  origin: string | undefined,
): Readonly<Record<string, string>> | undefined =>
  origin !== undefined && request.headers.get('origin') === origin ? buildCorsHeaders(origin) : undefined;

/** Answers a CORS preflight request; undefined for any other request. */
export const answerPreflight = (request: Request, origin: string | undefined): Response | undefined => {
  const allowed = selectCorsHeaders(request, origin);
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

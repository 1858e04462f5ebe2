const encoder = new TextEncoder();

/**
 * Returns a JSON response with exactly `text` as its body. It sets `Content-Length`, which HEAD and
 * `Sandbox.fetch` need.
 */
export const toJsonTextResponse = (
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => {
  const bytes = encoder.encode(text);
  return new Response(bytes, {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
      ...headers,
    },
  });
};

/** Returns a JSON response with the serialized value. */
export const toJsonResponse = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => toJsonTextResponse(JSON.stringify(value), status, headers);

/** Formats milliseconds since 1970, for example `2026-08-01T09:00:00.000Z`. */
export const formatIsoTime = (ms: number): string => new Date(ms).toISOString();

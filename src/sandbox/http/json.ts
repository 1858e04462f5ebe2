const encoder = new TextEncoder();

/** A JSON answer whose body is exactly `text`. The length is set here because HEAD and the embedded world need it. */
export const jsonText = (
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

export const json = (
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response => jsonText(JSON.stringify(value), status, headers);

export const iso = (ms: number): string => new Date(ms).toISOString();

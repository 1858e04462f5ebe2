import type { WebClient } from './tokens.ts';

/** The ways in which toile can show who it is (RFC 7591), the one it asks for first coming first. */
export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/** As forms write it, which is how both halves stand in the header (RFC 6749, 2.3.1). */
const formWord = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/** A request to an endpoint of the sign-in server, with who sends it. */
export const authenticated = (
  { client_id, client_secret, auth_method }: WebClient,
  form: Readonly<Record<string, string>>,
): { readonly headers: Readonly<Record<string, string>>; readonly body: URLSearchParams } => {
  if (client_secret === undefined || auth_method === 'none') {
    return { headers: {}, body: new URLSearchParams({ ...form, client_id }) };
  }
  if (auth_method === 'client_secret_post') {
    return { headers: {}, body: new URLSearchParams({ ...form, client_id, client_secret }) };
  }
  const words = btoa(`${formWord(client_id)}:${formWord(client_secret)}`);
  return { headers: { authorization: `Basic ${words}` }, body: new URLSearchParams(form) };
};

/** For a client with a secret, of what a server says it takes; RFC 8414 names the one for a server that says nothing. */
export const methodWithSecret = (offered: readonly string[] | undefined): string =>
  (offered ?? []).length === 0 || offered?.includes('client_secret_basic')
    ? 'client_secret_basic'
    : 'client_secret_post';

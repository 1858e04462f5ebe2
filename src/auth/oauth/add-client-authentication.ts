import type { OAuthClientRecord } from './token-bundle.ts';

/** The ways to authenticate the client (RFC 7591), in order of preference. */
export const CLIENT_AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/**
 * Encodes a text as in a form. Client id and secret are encoded this way in the header (RFC 6749, 2.3.1).
 */
const encodeFormWord = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/** Adds the authentication of the client to a form: in the header or in the body. */
export const addClientAuthentication = (
  { client_id, client_secret, auth_method }: OAuthClientRecord,
  form: Readonly<Record<string, string>>,
): { readonly headers: Readonly<Record<string, string>>; readonly body: URLSearchParams } => {
  if (client_secret === undefined || auth_method === 'none') {
    return { headers: {}, body: new URLSearchParams({ ...form, client_id }) };
  }
  if (auth_method === 'client_secret_post') {
    return { headers: {}, body: new URLSearchParams({ ...form, client_id, client_secret }) };
  }
  const words = btoa(`${encodeFormWord(client_id)}:${encodeFormWord(client_secret)}`);
  return { headers: { authorization: `Basic ${words}` }, body: new URLSearchParams(form) };
};

/**
 * Chooses the authentication method of a client with a secret from the ones that the server supports.
 * `client_secret_basic` is the default of RFC 8414.
 */
export const chooseSecretMethod = (offered: readonly string[] | undefined): string =>
  (offered ?? []).length === 0 || offered?.includes('client_secret_basic')
    ? 'client_secret_basic'
    : 'client_secret_post';

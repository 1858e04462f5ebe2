/** Sends requests to the endpoints of a sign-in server. */

import { NotSignedIn, RateLimited, type ToileError, Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { tryParseJson } from '../../platform/system/read-json-file.ts';
import { readRetryAfter } from '../../service/client/retry-rules.ts';
import type { RepeatRule } from '../../service/http/transport-options.ts';
import type { OAuthClientRecord } from './token-bundle.ts';
import type { WebFetch } from './web-fetch.ts';

/** The methods of client authentication that toile supports (RFC 7591), in order of preference. */
export const CLIENT_AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const;

/**
 * Encodes a text in the way an HTML form does: `a b` becomes `a+b`. The client id and secret in an Authorization header
 * need this encoding (RFC 6749, 2.3.1).
 */
const encodeFormWord = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

const addClientAuthentication = (
  { client_id, client_secret, auth_method }: OAuthClientRecord,
  form: Readonly<Record<string, string>>,
): { readonly headers: Readonly<Record<string, string>>; readonly body: URLSearchParams } => {
  if (client_secret === undefined || auth_method === 'none') {
    return { headers: {}, body: new URLSearchParams({ ...form, client_id }) };
  }
  if (auth_method === 'client_secret_post') {
    return { headers: {}, body: new URLSearchParams({ ...form, client_id, client_secret }) };
  }
  const credentials = btoa(`${encodeFormWord(client_id)}:${encodeFormWord(client_secret)}`);
  return { headers: { authorization: `Basic ${credentials}` }, body: new URLSearchParams(form) };
};

/** Returns `client_secret_basic` if the server supports it or names no method, else `client_secret_post` (RFC 8414). */
export const chooseSecretMethod = (offered: readonly string[] | undefined): string =>
  (offered ?? []).length === 0 || offered?.includes('client_secret_basic')
    ? 'client_secret_basic'
    : 'client_secret_post';

/** The status, text and headers of a response. */
export interface ResponseSummary {
  readonly status: number;
  readonly text: string;
  readonly headers: Pick<Headers, 'get'>;
}

const MAX_SHOWN_LENGTH = 300;

/**
 * Shortens a text of a server. Cuts it only between words, because toile would not recognize a part of a secret and
 * redact it.
 */
const shortenText = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH).replace(/\S*$/, '')}…` : text;

/**
 * Returns the error message or code in a response as `: <message>`, with at most 300 characters. Returns an empty text
 * if the response has neither.
 */
export const formatServerMessage = (text: string): string => {
  const value = tryParseJson(text);
  if (!isRecord(value)) return '';
  const { error, error_description: description } = value;
  const message = isRecord(error) ? error.message : (error ?? description);
  return typeof message === 'string' ? `: ${shortenText(message)}` : '';
};

/** Returns the error for a rate limit (429), a timeout (408) or a server error (5xx); undefined for other responses. */
export const findTransientError = (
  serverName: string,
  { status, text, headers }: ResponseSummary,
): ToileError | undefined => {
  const seconds = readRetryAfter(headers) ?? 0;
  const details = { status, ...(seconds > 0 && { retry_after: seconds }) };
  const retryHint = seconds > 0 ? shellText`try again in ${seconds} s` : undefined;
  if (status === 429) {
    return new RateLimited(`the rate limit of ${serverName} is used up${formatServerMessage(text)}`, {
      details,
      hint: retryHint ?? shellText`try again in a few minutes`,
    });
  }
  if (status < 500 && status !== 408) return undefined;
  return new Unavailable(`${serverName} failed (${status})${formatServerMessage(text)}`, {
    details,
    hint: retryHint ?? shellText`try again later`,
  });
};

/** The functions for requests to sign-in servers: a `fetch`, a check of addresses, and the registration of secrets. */
export interface OAuthConnection {
  readonly fetch: WebFetch;
  /** Returns true if secrets may be sent to the address. See `isAllowedTarget`. */
  isSafe(address: string): boolean;
  /** Registers a secret with the redactor, so that it is never printed. */
  addSecret(secret: string): void;
}

/** The form fields that contain a secret. The secret is registered with the redactor before it is sent. */
const SECRET_FORM_FIELDS = ['code', 'code_verifier', 'refresh_token', 'token'];

/** An error that a sign-in server returned: its code, for example `access_denied` (RFC 6749), and its description. */
export class OAuthError extends Error {
  readonly code: string;
  constructor(code: string, description?: string) {
    super(description === undefined ? shortenText(code) : `${code}: ${shortenText(description)}`);
    this.name = 'OAuthError';
    this.code = code;
  }
}

/** The tokens in a response of the token endpoint. */
export interface IssuedTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** The lifetime of the access token in seconds. Absent if the server did not state it. */
  readonly expires_in?: number | undefined;
  readonly scope?: string | undefined;
}

const formatServerName = (endpoint: string): string => `the sign-in server ${new URL(endpoint).host}`;

/** Creates the error for a response of `endpoint` that does not follow the protocol. */
export const createProtocolError = (endpoint: string, status: number, text: string): Unavailable =>
  new Unavailable(
    `${formatServerName(endpoint)} sent an invalid response (${status})${formatServerMessage(text)}`,
    {
      code: 'bad_answer',
      details: { status },
      hint: shellText`try again later; if it still fails, contact support`,
    },
  );

/** The response of an OAuth endpoint. `value` is the parsed `text`; undefined if `text` is not JSON. */
export interface EndpointResponse {
  readonly status: number;
  readonly text: string;
  readonly value: unknown;
}

/**
 * Sends a POST to an endpoint and returns the response. `repeat` decides after which failures the request is sent
 * again. Throws OAuthError if the body of the response has a member `error`. Throws a ToileError if the rate limit is
 * exceeded, the server fails or the address is unsafe.
 */
export const postToEndpoint = async (
  { fetch, isSafe }: OAuthConnection,
  endpoint: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  repeat: RepeatRule,
): Promise<EndpointResponse> => {
  if (!isSafe(endpoint)) {
    throw new NotSignedIn(
      `refused to send credentials to ${formatServerName(endpoint)}: its address must use https, and must not be on this machine or in a private network unless the connector is there too`,
      { code: 'unsafe_address' },
    );
  }
  const init = { method: 'POST', headers: { accept: 'application/json', ...headers }, body, repeat };
  const response = await fetch(endpoint, init);
  const { status, headers: responseHeaders } = response;
  const text = await response.text();
  const fault = findTransientError(formatServerName(endpoint), { status, text, headers: responseHeaders });
  if (fault) throw fault;
  const value = tryParseJson(text);
  // Some servers send an error with status 200, so the body is checked for every status.
  if (isRecord(value) && typeof value.error === 'string') {
    const { error, error_description: description } = value;
    const isTemporary = ['server_error', 'temporarily_unavailable'].includes(error);
    if (isTemporary)
      throw new Unavailable(`${formatServerName(endpoint)} failed${formatServerMessage(text)}`, {
        details: { status },
      });
    throw new OAuthError(error, typeof description === 'string' ? description : undefined);
  }
  return { status, text, value };
};

/**
 * Sends a form and the credentials of the client to an endpoint. Registers the secrets in the form with the redactor.
 * Throws the same errors as `postToEndpoint`.
 */
export const postForm = async (
  connection: OAuthConnection,
  endpoint: string,
  client: OAuthClientRecord,
  form: Readonly<Record<string, string | undefined>>,
  repeat: RepeatRule,
): Promise<EndpointResponse> => {
  const members = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  for (const [name, value] of members) if (SECRET_FORM_FIELDS.includes(name)) connection.addSecret(value);
  if (client.client_secret !== undefined) connection.addSecret(client.client_secret);
  const { headers, body } = addClientAuthentication(client, Object.fromEntries(members));
  const formHeaders = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  return postToEndpoint(connection, endpoint, { headers: formHeaders, body: body.toString() }, repeat);
};

/**
 * Sends a form to the token endpoint and returns the tokens, which it registers with the redactor. Throws OAuthError if
 * the server refuses, and Unavailable for a response without a bearer token.
 */
export const requestTokens = async (
  connection: OAuthConnection,
  endpoint: string,
  client: OAuthClientRecord,
  form: Readonly<Record<string, string | undefined>>,
  repeat: RepeatRule,
): Promise<IssuedTokens> => {
  const { status, text, value } = await postForm(connection, endpoint, client, form, repeat);
  const { access_token, refresh_token, expires_in, scope, token_type } = isRecord(value) ? value : {};
  // The token is sent in a header, so only visible ASCII characters are accepted.
  const isToken = typeof access_token === 'string' && /^[\x21-\x7e]+$/.test(access_token);
  const isBearer = token_type === undefined || /^bearer$/i.test(String(token_type));
  if (status !== 200 || !isToken || !isBearer) throw createProtocolError(endpoint, status, text);
  const seconds = Number(expires_in);
  const refreshToken = typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined;
  for (const token of [access_token, refreshToken]) if (token !== undefined) connection.addSecret(token);
  return {
    access_token,
    refresh_token: refreshToken,
    expires_in: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    scope: typeof scope === 'string' ? scope : undefined,
  };
};

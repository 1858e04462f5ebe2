/**
 * Requests to the endpoints of a sign-in server. Every response is a result, an OAuthError or an error that
 * may pass.
 */

import { NotSignedIn, Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import type { RepeatRule } from '../../service/http/transport-options.ts';
import { addClientAuthentication } from './add-client-authentication.ts';
import {
  findTransientError,
  formatServerMessage,
  shortenText,
  tryParseJson,
} from './find-transient-error.ts';
import type { OAuthClientRecord } from './token-bundle.ts';
import type { WebFetch } from './web-fetch.ts';

/** The connection to sign-in servers. */
export interface OAuthConnection {
  readonly fetch: WebFetch;
  /**
   * Returns whether secrets may be sent to the address: it uses https, or is on this machine when the
   * connector is too.
   */
  isSafe(address: string): boolean;
  /** Adds a secret to the texts that are never printed. */
  know(secret: string): void;
}

/** Form fields that contain a secret. */
const SECRET_FORM_FIELDS = ['code', 'code_verifier', 'refresh_token', 'token'];

/** An error of the OAuth protocol: a code (RFC 6749, 5.2 and 4.1.2.1), with an optional description. */
export class OAuthError extends Error {
  readonly code: string;
  constructor(code: string, description?: string) {
    super(description === undefined ? shortenText(code) : `${code}: ${shortenText(description)}`);
    this.name = 'OAuthRefusal';
    this.code = code;
  }
}

/** The tokens in a response of the token endpoint. */
export interface IssuedTokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Lifetime in seconds; absent when the server did not state it. */
  readonly expires_in?: number | undefined;
  readonly scope?: string | undefined;
}

const formatServerName = (endpoint: string): string => `the sign-in server ${new URL(endpoint).host}`;

/** Creates the error for a response that does not follow the protocol. */
export const createProtocolError = (endpoint: string, status: number, text: string): Unavailable =>
  new Unavailable(
    `${formatServerName(endpoint)} gave an answer that is none of its protocol (${status})${formatServerMessage(text)}`,
    {
      code: 'bad_answer',
      details: { status },
      hint: shellText`try again later; if it still fails, contact support`,
    },
  );

/** The response of an endpoint. */
export interface EndpointResponse {
  readonly status: number;
  readonly text: string;
  readonly value: unknown;
}

/**
 * Sends a POST to an endpoint. Throws OAuthError when the server refuses, and toile's own errors otherwise.
 */
export const postToEndpoint = async (
  { fetch, isSafe }: OAuthConnection,
  endpoint: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  repeat: RepeatRule,
): Promise<EndpointResponse> => {
  if (!isSafe(endpoint)) {
    throw new NotSignedIn(
      `${formatServerName(endpoint)} would get what is secret, and is neither reached by https nor as near as the connector`,
      {
        code: 'unsafe_address',
      },
    );
  }
  const init = { method: 'POST', headers: { accept: 'application/json', ...headers }, body, repeat };
  const answer = await fetch(endpoint, init);
  const { status } = answer;
  const text = await answer.text();
  const fault = findTransientError(formatServerName(endpoint), {
    status,
    text,
    header: (name) => answer.headers.get(name),
  });
  if (fault) throw fault;
  const value = tryParseJson(text);
  // Some servers send an error with status 200.
  if (isRecord(value) && typeof value.error === 'string') {
    const { error, error_description: description } = value;
    const passes = ['server_error', 'temporarily_unavailable'].includes(error);
    if (passes)
      throw new Unavailable(`${formatServerName(endpoint)} failed${formatServerMessage(text)}`, {
        details: { status },
      });
    throw new OAuthError(error, typeof description === 'string' ? description : undefined);
  }
  return { status, text, value };
};

/** Sends a form to an endpoint, with the authentication of the client. */
export const postForm = async (
  way: OAuthConnection,
  endpoint: string,
  client: OAuthClientRecord,
  form: Readonly<Record<string, string | undefined>>,
  repeat: RepeatRule,
): Promise<EndpointResponse> => {
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  for (const [name, value] of given) if (SECRET_FORM_FIELDS.includes(name)) way.know(value);
  if (client.client_secret !== undefined) way.know(client.client_secret);
  const { headers, body } = addClientAuthentication(client, Object.fromEntries(given));
  const typed = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  return postToEndpoint(way, endpoint, { headers: typed, body: body.toString() }, repeat);
};

/** Requests tokens from a token endpoint. */
export const requestTokens = async (
  way: OAuthConnection,
  endpoint: string,
  client: OAuthClientRecord,
  form: Readonly<Record<string, string | undefined>>,
  repeat: RepeatRule,
): Promise<IssuedTokens> => {
  const { status, text, value } = await postForm(way, endpoint, client, form, repeat);
  const { access_token, refresh_token, expires_in, scope, token_type } = isRecord(value) ? value : {};
  // The token is sent in a header, so only visible ASCII characters are accepted.
  const isToken = typeof access_token === 'string' && /^[\x21-\x7e]+$/.test(access_token);
  const isBearer = token_type === undefined || /^bearer$/i.test(String(token_type));
  if (status !== 200 || !isToken || !isBearer) throw createProtocolError(endpoint, status, text);
  const seconds = Number(expires_in);
  const renews = typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : undefined;
  for (const token of [access_token, renews]) if (token !== undefined) way.know(token);
  return {
    access_token,
    refresh_token: renews,
    expires_in: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    scope: typeof scope === 'string' ? scope : undefined,
  };
};

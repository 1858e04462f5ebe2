/** The endpoints of a sign-in server that programs talk to: every answer is tokens, a refusal or a fault. */

import { typeable } from '../../border/shell.ts';
import { NotSignedIn, Unavailable } from '../../errors.ts';
import { isRecord } from '../../json/values.ts';
import type { Repeat } from '../../transport/index.ts';
import { authenticated } from './client-authentication.ts';
import { asJson, passingFault, said, shortened } from './passing-faults.ts';
import type { WebClient } from './tokens.ts';
import type { WebFetch } from './web-fetch.ts';

/** The way to sign-in servers. */
export interface Way {
  readonly fetch: WebFetch;
  /** Whether what is secret may go there: https, or this machine where the connector itself is on this machine. */
  isSafe(address: string): boolean;
  /** Told of everything secret, so that nobody who repeats it gets it printed. */
  know(secret: string): void;
}

/** Members of forms that are good for something to whoever has them. */
const SECRET = ['code', 'code_verifier', 'refresh_token', 'token'];

/** What the protocol itself refuses: a code for programs (RFC 6749, 5.2 and 4.1.2.1), perhaps with words for people. */
export class OAuthRefusal extends Error {
  readonly code: string;
  constructor(code: string, description?: string) {
    super(description === undefined ? shortened(code) : `${code}: ${shortened(description)}`);
    this.name = 'OAuthRefusal';
    this.code = code;
  }
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string | undefined;
  /** Seconds; absent where the server did not say. */
  readonly expires_in?: number | undefined;
  readonly scope?: string | undefined;
}

const nameOf = (endpoint: string): string => `the sign-in server ${new URL(endpoint).host}`;

export const badAnswer = (endpoint: string, status: number, text: string): Unavailable =>
  new Unavailable(
    `${nameOf(endpoint)} gave an answer that is none of its protocol (${status})${said(text)}`,
    {
      code: 'bad_answer',
      details: { status },
      hint: typeable`try again later; if it stays so, tell whoever runs it`,
    },
  );

export interface Posted {
  readonly status: number;
  readonly text: string;
  readonly value: unknown;
}

/** Sends something to such an endpoint. Throws toile's own errors for faults, and OAuthRefusal for a refusal. */
export const post = async (
  { fetch, isSafe }: Way,
  endpoint: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  repeat: Repeat,
): Promise<Posted> => {
  if (!isSafe(endpoint)) {
    throw new NotSignedIn(
      `${nameOf(endpoint)} would get what is secret, and is neither reached by https nor as near as the connector`,
      {
        code: 'unsafe_address',
      },
    );
  }
  const init = { method: 'POST', headers: { accept: 'application/json', ...headers }, body, repeat };
  const answer = await fetch(endpoint, init);
  const { status } = answer;
  const text = await answer.text();
  const fault = passingFault(nameOf(endpoint), {
    status,
    text,
    header: (name) => answer.headers.get(name),
  });
  if (fault) throw fault;
  const value = asJson(text);
  // Some say their refusals with 200.
  if (isRecord(value) && typeof value.error === 'string') {
    const { error, error_description: description } = value;
    const passes = ['server_error', 'temporarily_unavailable'].includes(error);
    if (passes) throw new Unavailable(`${nameOf(endpoint)} failed${said(text)}`, { details: { status } });
    throw new OAuthRefusal(error, typeof description === 'string' ? description : undefined);
  }
  return { status, text, value };
};

export const postForm = async (
  way: Way,
  endpoint: string,
  client: WebClient,
  form: Readonly<Record<string, string | undefined>>,
  repeat: Repeat,
): Promise<Posted> => {
  const given = Object.entries(form).filter((entry): entry is [string, string] => entry[1] !== undefined);
  for (const [name, value] of given) if (SECRET.includes(name)) way.know(value);
  if (client.client_secret !== undefined) way.know(client.client_secret);
  const { headers, body } = authenticated(client, Object.fromEntries(given));
  const typed = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  return post(way, endpoint, { headers: typed, body: body.toString() }, repeat);
};

/** Asks a token endpoint for tokens. */
export const tokensFor = async (
  way: Way,
  endpoint: string,
  client: WebClient,
  form: Readonly<Record<string, string | undefined>>,
  repeat: Repeat,
): Promise<Tokens> => {
  const { status, text, value } = await postForm(way, endpoint, client, form, repeat);
  const { access_token, refresh_token, expires_in, scope, token_type } = isRecord(value) ? value : {};
  // It will stand in a header.
  const isToken = typeof access_token === 'string' && /^[\x21-\x7e]+$/.test(access_token);
  const isBearer = token_type === undefined || /^bearer$/i.test(String(token_type));
  if (status !== 200 || !isToken || !isBearer) throw badAnswer(endpoint, status, text);
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

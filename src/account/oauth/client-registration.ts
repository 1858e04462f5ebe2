/** As whom toile signs people in at a server: as a program that is known there, or by registering itself. */

import { advice, toType, typeable } from '../../border/shell.ts';
import { NotSignedIn, ToileError } from '../../errors.ts';
import { isRecord } from '../../json/values.ts';
import { AUTH_METHODS, methodWithSecret } from './client-authentication.ts';
import type { SignInServer } from './discovery.ts';
import { badAnswer, OAuthRefusal, type Posted, post, tokensFor, type Way } from './token-endpoint.ts';
import type { WebClient } from './tokens.ts';

/** A program that the server knows beforehand; `client_id` may be the address of a document about it. */
export interface KnownClient {
  readonly client_id: string;
  readonly client_secret?: string;
}

/** What an earlier sign-in was known as, and where. */
export interface KeptClient extends WebClient {
  readonly issuer: string;
}

export interface Identities {
  readonly known: KnownClient | undefined;
  readonly kept: KeptClient | undefined;
}

interface Sought {
  readonly server: SignInServer;
  readonly redirect: string;
  /** What is to be asked for. */
  readonly scope: string | undefined;
  readonly way: Way;
  readonly now: number;
}

const isDocument = (client_id: string): boolean => /^https:\/\/[^/]+\/./.test(client_id);

const words = (scope: string | undefined): readonly string[] => scope?.split(/\s+/).filter(Boolean) ?? [];

const offers = ({ metadata }: SignInServer): readonly string[] | undefined =>
  metadata.token_endpoint_auth_methods_supported;

/** Whoever is known as `known` there; undefined for a document that this server does not look up. */
const beforehand = (known: KnownClient, server: SignInServer): WebClient | undefined => {
  if (known.client_secret !== undefined) return { ...known, auth_method: methodWithSecret(offers(server)) };
  const looksUp = server.metadata.client_id_metadata_document_supported === true;
  return isDocument(known.client_id) && !looksUp ? undefined : { ...known, auth_method: 'none' };
};

/** Whether the server still takes this client: one it has forgotten would leave the person at a page of errors. */
const isStillKnown = async (client: WebClient, { server, redirect, way }: Sought): Promise<boolean> => {
  // A code that nobody was given. Who asks is looked at before what is asked for (RFC 6749, 5.2).
  const form = {
    grant_type: 'authorization_code',
    code: 'none',
    code_verifier: 'none',
    redirect_uri: redirect,
  };
  try {
    await tokensFor(way, server.metadata.token_endpoint, client, form, 'failed');
  } catch (error) {
    if (error instanceof OAuthRefusal) return !/^(invalid|unauthorized)_client$/.test(error.code);
    if (error instanceof ToileError && error.code !== 'bad_answer') throw error;
  }
  return true;
};

/** Whether it is one of this server, and may come back here and ask for that. */
export const fits = (kept: KeptClient, { server, redirect, scope, now }: Sought): boolean => {
  const { issuer, redirect_uri, client_scope, secret_ends_at } = kept;
  // What one server issued is never shown to another.
  if (issuer !== server.metadata.issuer) return false;
  if (redirect_uri !== undefined && redirect_uri !== redirect) return false;
  if (secret_ends_at !== undefined && secret_ends_at <= now) return false;
  const may = words(client_scope);
  return client_scope === undefined || words(scope).every((one) => may.includes(one));
};

/** For whoever has to be known there first. */
export const HAVE_IT_REGISTERED = typeable`have toile registered there, then: toile login --web --client-id ID`;

const registered = async ({ server, redirect, scope, way }: Sought): Promise<WebClient> => {
  const { metadata } = server;
  const { issuer, registration_endpoint: endpoint, grant_types_supported: grants } = metadata;
  if (endpoint === undefined) {
    throw new NotSignedIn(`the sign-in server ${issuer} lets no program register itself`, {
      code: 'no_registration',
      hint: HAVE_IT_REGISTERED,
    });
  }
  const offered = offers(server) ?? ['client_secret_basic'];
  const method = AUTH_METHODS.find((one) => offered.includes(one));
  if (method === undefined) {
    throw new NotSignedIn(
      `the sign-in server ${issuer} knows programs only by what toile cannot do (${offered.join(', ')})`,
      { code: 'no_auth_method', hint: advice`where there are keys, ${toType`toile login`} takes one` },
    );
  }
  const ask = (wanted: string | undefined): Promise<Posted> => {
    const asked = {
      client_name: 'toile',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'].filter((one) => grants?.includes(one) ?? true),
      response_types: ['code'],
      application_type: 'native',
      token_endpoint_auth_method: method,
      ...(wanted !== undefined && { scope: wanted }),
    };
    const headers = { 'content-type': 'application/json' };
    return post(way, endpoint, { headers, body: JSON.stringify(asked) }, 'refused');
  };
  const isRefusal = (error: unknown): error is OAuthRefusal => error instanceof OAuthRefusal;
  const { status, text, value } = await ask(scope)
    .catch((error: unknown) => {
      // Scopes of the tool server may be none of the sign-in server's own; then a program is good for any of them.
      if (scope === undefined || !isRefusal(error) || error.code !== 'invalid_client_metadata') throw error;
      return ask(undefined);
    })
    .catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      throw refusedBy(issuer, error.message, error);
    });
  if (status === 401 || status === 403) throw refusedBy(issuer, String(status));
  const { client_id, client_secret, client_secret_expires_at: ends, ...rest } = isRecord(value) ? value : {};
  if (status >= 300 || typeof client_id !== 'string' || client_id === '')
    throw badAnswer(endpoint, status, text);
  const given = rest.token_endpoint_auth_method;
  if (typeof client_secret === 'string') way.know(client_secret);
  return {
    client_id,
    ...(typeof client_secret === 'string' && { client_secret }),
    ...(typeof ends === 'number' && ends > 0 && { secret_ends_at: ends * 1000 }),
    // What was registered goes before what was asked for.
    auth_method: typeof given === 'string' ? given : method,
    redirect_uri: redirect,
    client_scope: typeof rest.scope === 'string' ? rest.scope : undefined,
  };
};

const refusedBy = (issuer: string, why: string, cause?: unknown): NotSignedIn =>
  new NotSignedIn(`the sign-in server ${issuer} does not register toile (${why})`, {
    code: 'registration_refused',
    hint: HAVE_IT_REGISTERED,
    cause,
  });

/** The client to sign in as. Whoever names one means that one. */
export const clientFor = async ({ known, kept }: Identities, sought: Sought): Promise<WebClient> => {
  const { server } = sought;
  const named = known && beforehand(known, server);
  if (named) return named;
  const { issuer, registration_endpoint } = server.metadata;
  if (known && registration_endpoint === undefined) {
    throw new NotSignedIn(
      `the sign-in server ${issuer} does not look up programs by the address of a document`,
      {
        code: 'no_client_documents',
        hint: HAVE_IT_REGISTERED,
      },
    );
  }
  if (kept && fits(kept, sought) && (await isStillKnown(kept, sought))) {
    const { client_id, client_secret, secret_ends_at, auth_method, redirect_uri, client_scope } = kept;
    return { client_id, client_secret, secret_ends_at, auth_method, redirect_uri, client_scope };
  }
  return registered(sought);
};

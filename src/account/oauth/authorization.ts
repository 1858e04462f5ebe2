/** Signing a person in at the server that a tool server's challenge leads to. Each visit is one of its own. */

import {
  computeScopeUnion,
  IssuerMismatchError,
  isStrictScopeSuperset,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import { advice, toType } from '../../border/shell.ts';
import { NotSignedIn } from '../../errors.ts';
import { clientFor, fits, type Identities, type KeptClient } from './client-registration.ts';
import { findSignInServer, type SignInServer } from './discovery.ts';
import { OAuthRefusal, type Tokens, tokensFor, type Way } from './token-endpoint.ts';

/** How a sign-in goes out to a person and comes back. */
export interface Door {
  /** Where the person is sent back to. */
  readonly redirectUrl: string;
  /** Shows the address to the person, and gives what they came back with: with this `state`, and in this visit. */
  visit(address: URL, state: string, why: Why): Promise<URLSearchParams>;
}

export interface Why {
  /** The scopes that this visit asks for beyond those before; undefined at the first. */
  readonly more: string | undefined;
}

/** Why a tool server turned somebody away (RFC 6750, RFC 9728). */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined;
  readonly scope?: string | undefined;
  /** Somebody is signed in, and may do less than is needed. */
  readonly isForMore: boolean;
}

export interface Authorised {
  readonly tokens: Tokens;
  readonly client: KeptClient;
  readonly server: SignInServer;
}

export interface Authorising extends Identities, Way {
  readonly url: string;
  readonly door: Door;
  readonly signal: AbortSignal;
  now(): number;
  /** Nobody guesses it; it ties what comes back to what was sent. */
  newState(): string;
}

export interface Authorisation {
  /** Signs the person in. Throws where nothing more can be had by it. */
  answer(challenge: Challenge): Promise<Tokens>;
  /** What the last visit ended in. */
  last(): Authorised | undefined;
}

/** What is to be asked for: what the challenge says, otherwise all that the tool server has (2026-07-28). */
const scopeOf = (server: SignInServer, asked: string | undefined): string | undefined => {
  const scope = asked ?? (server.scopes?.join(' ') || undefined);
  const { scopes_supported: offered, grant_types_supported: grants } = server.metadata;
  const renews = grants?.includes('refresh_token') ?? true;
  return scope !== undefined && renews && offered?.includes('offline_access')
    ? computeScopeUnion(scope, 'offline_access')
    : scope;
};

const codeIn = (back: URLSearchParams, { metadata }: SignInServer): string => {
  try {
    validateAuthorizationResponseIssuer({
      iss: back.get('iss') ?? undefined,
      expectedIssuer: metadata.issuer,
      issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
    });
  } catch (error) {
    if (!(error instanceof IssuerMismatchError)) throw error;
    throw new NotSignedIn(
      'the answer came from another server than the one that was asked; it was not used',
      { code: 'issuer_mismatch', cause: error },
    );
  }
  const code = back.get('code');
  if (code) return code;
  throw new OAuthRefusal(
    back.get('error') || 'no_code',
    back.get('error_description') ??
      (back.has('error') ? undefined : 'neither a code nor an error came back'),
  );
};

export const authorising = (around: Authorising): Authorisation => {
  const { url, door, signal, known, kept } = around;
  let last: Authorised | undefined;
  /** All that was asked for in the visits so far. */
  let asked: string | undefined;

  return {
    last: () => last,
    async answer({ resourceMetadataUrl, scope: wanted, isForMore }) {
      const before = computeScopeUnion(asked, last?.tokens.scope);
      if (last !== undefined && isForMore && !isStrictScopeSuperset(wanted, before)) {
        throw new NotSignedIn(
          `the sign-in was not given what ${url} asks for${wanted === undefined ? '' : `: ${wanted}`}`,
          {
            code: 'scope_required',
            hint: advice`allow all of it when the browser asks: ${toType`toile login --web`}`,
          },
        );
      }
      const server = await findSignInServer(url, resourceMetadataUrl, around, signal);
      const { issuer } = server.metadata;
      if (!isForMore && last?.client.issuer === issuer) {
        throw new NotSignedIn(`${url} does not accept the token that its own sign-in server gave`, {
          code: 'token_not_accepted',
          hint: advice`tell whoever runs it; where there are keys, ${toType`toile login`} takes one`,
        });
      }
      const scope = scopeOf(server, isForMore ? computeScopeUnion(before, wanted) : wanted);
      const sought = { server, redirect: door.redirectUrl, scope, way: around, now: around.now() };
      // The next visit is one of the same program, unless another server lets people in by then.
      const same = last && fits(last.client, sought) ? last.client : undefined;
      const client = same ?? { ...(await clientFor({ known, kept }, sought)), issuer };
      const state = around.newState();
      const { authorizationUrl, codeVerifier } = await startAuthorization(issuer, {
        metadata: server.metadata,
        clientInformation: { client_id: client.client_id },
        redirectUrl: door.redirectUrl,
        state,
        ...(scope !== undefined && { scope }),
        ...(server.resource !== undefined && { resource: server.resource }),
      });
      const back = await door.visit(authorizationUrl, state, { more: last && wanted });
      asked = computeScopeUnion(asked, scope);
      const form = {
        grant_type: 'authorization_code',
        code: codeIn(back, server),
        code_verifier: codeVerifier,
        redirect_uri: door.redirectUrl,
        resource: server.resource,
      };
      // Whether it was taken is not known after any other fault, and a code is never shown twice.
      const tokens = await tokensFor(around, server.metadata.token_endpoint, client, form, 'refused');
      last = { tokens, client, server };
      return tokens;
    },
  };
};

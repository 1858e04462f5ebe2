import { NotSignedIn, ToileError } from '../../platform/errors.ts';
import { hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import type { SignInServer } from './find-sign-in-server.ts';
import type { OAuthClientRecord } from './token-bundle.ts';
import {
  CLIENT_AUTH_METHODS,
  chooseSecretMethod,
  createProtocolError,
  type EndpointResponse,
  type OAuthConnection,
  OAuthError,
  postToEndpoint,
  requestTokens,
} from './token-endpoint.ts';

/** An OAuth client that toile did not register itself. `client_id` may be the address of a metadata document. */
interface PresetClient {
  readonly client_id: string;
  readonly client_secret?: string;
}

/** The client of an earlier sign-in. `issuer` is its sign-in server. */
export interface StoredClient extends OAuthClientRecord {
  readonly issuer: string;
}

/** The OAuth clients that are tried before a new one is registered: first `preset`, then `stored`. */
export interface ClientCandidates {
  readonly preset: PresetClient | undefined;
  readonly stored: StoredClient | undefined;
}

/** The server, the redirect address and the scopes for which the OAuth client of a sign-in must be valid. */
interface ClientRequirements {
  readonly server: SignInServer;
  readonly redirect: string;
  /** The scopes to request, separated by spaces. */
  readonly scope: string | undefined;
  readonly connection: OAuthConnection;
  readonly now: number;
}

const isMetadataDocument = (client_id: string): boolean => /^https:\/\/[^/]+\/./.test(client_id);

const splitScopes = (scope: string | undefined): readonly string[] =>
  scope?.split(/\s+/).filter(Boolean) ?? [];

const listAuthMethods = ({ metadata }: SignInServer): readonly string[] | undefined =>
  metadata.token_endpoint_auth_methods_supported;

const toPresetClient = (preset: PresetClient, server: SignInServer): OAuthClientRecord | undefined => {
  if (preset.client_secret !== undefined)
    return { ...preset, auth_method: chooseSecretMethod(listAuthMethods(server)) };
  const supportsDocuments = server.metadata.client_id_metadata_document_supported === true;
  return isMetadataDocument(preset.client_id) && !supportsDocuments
    ? undefined
    : { ...preset, auth_method: 'none' };
};

/**
 * Returns false if the sign-in server no longer knows the client. A sign-in with such a client would show an error page
 * in the browser.
 */
const isStillRegistered = async (
  client: OAuthClientRecord,
  { server, redirect, connection }: ClientRequirements,
): Promise<boolean> => {
  // This request checks whether the client exists. It sends an invalid code, so that the server does not issue a token.
  // A server checks the client before the code (RFC 6749, 5.2). If the client exists, the error is therefore about the
  // code.
  const form = {
    grant_type: 'authorization_code',
    code: 'none',
    code_verifier: 'none',
    redirect_uri: redirect,
  };
  try {
    await requestTokens(connection, server.metadata.token_endpoint, client, form, 'failed');
  } catch (error) {
    if (error instanceof OAuthError) return !/^(invalid|unauthorized)_client$/.test(error.code);
    if (error instanceof ToileError && error.code !== 'bad_answer') throw error;
  }
  return true;
};

/** Returns true if a stored client belongs to this server, redirect address and scopes, and has not expired. */
export const canReuseClient = (
  stored: StoredClient,
  { server, redirect, scope, now }: ClientRequirements,
): boolean => {
  const { issuer, redirect_uri, client_scope, secret_ends_at } = stored;
  // Data of a client, for example its secret, is never sent to a server other than the one that registered it.
  if (issuer !== server.metadata.issuer) return false;
  if (redirect_uri !== undefined && redirect_uri !== redirect) return false;
  if (secret_ends_at !== undefined && secret_ends_at <= now) return false;
  const registeredScopes = splitScopes(client_scope);
  return client_scope === undefined || splitScopes(scope).every((word) => registeredScopes.includes(word));
};

/** The hint if the sign-in server does not register clients. The user then has to ask for a client id. */
export const REGISTER_CLIENT_HINT = shellText`ask the operator of the service for a client id, then: toile login --web --client-id ID`;

const registerClient = async ({
  server,
  redirect,
  scope,
  connection,
}: ClientRequirements): Promise<OAuthClientRecord> => {
  const { metadata } = server;
  const { issuer, registration_endpoint: endpoint, grant_types_supported: grants } = metadata;
  if (endpoint === undefined) {
    throw new NotSignedIn(`the sign-in server ${issuer} does not register clients`, {
      code: 'no_registration',
      hint: REGISTER_CLIENT_HINT,
    });
  }
  const offeredMethods = listAuthMethods(server) ?? ['client_secret_basic'];
  const method = CLIENT_AUTH_METHODS.find((method) => offeredMethods.includes(method));
  if (method === undefined) {
    throw new NotSignedIn(
      `the sign-in server ${issuer} requires client authentication that toile does not support (${offeredMethods.join(', ')})`,
      {
        code: 'no_auth_method',
        hint: hintText`if you have an API key, sign in with it: ${nextCommand`toile login`}`,
      },
    );
  }
  const sendRegistration = (requestedScope: string | undefined): Promise<EndpointResponse> => {
    const clientMetadata = {
      client_name: 'toile',
      redirect_uris: [redirect],
      grant_types: ['authorization_code', 'refresh_token'].filter((grant) => grants?.includes(grant) ?? true),
      response_types: ['code'],
      application_type: 'native',
      token_endpoint_auth_method: method,
      ...(requestedScope !== undefined && { scope: requestedScope }),
    };
    const headers = { 'content-type': 'application/json' };
    return postToEndpoint(connection, endpoint, { headers, body: JSON.stringify(clientMetadata) }, 'refused');
  };
  const { status, text, value } = await sendRegistration(scope)
    .catch((error: unknown) => {
      // The sign-in server may not know the scopes of the tool server, so the client is registered without scopes. Such
      // a client can request any scope.
      if (scope === undefined || !(error instanceof OAuthError) || error.code !== 'invalid_client_metadata')
        throw error;
      return sendRegistration(undefined);
    })
    .catch((error: unknown) => {
      if (!(error instanceof OAuthError)) throw error;
      throw createRegistrationError(issuer, error.message, error);
    });
  if (status === 401 || status === 403) throw createRegistrationError(issuer, String(status));
  const { client_id, client_secret, ...granted } = isRecord(value) ? value : {};
  if (status >= 300 || typeof client_id !== 'string' || client_id === '')
    throw createProtocolError(endpoint, status, text);
  const { token_endpoint_auth_method: grantedMethod, client_secret_expires_at: secretEnd } = granted;
  if (typeof client_secret === 'string') connection.addSecret(client_secret);
  return {
    client_id,
    ...(typeof client_secret === 'string' && { client_secret }),
    ...(typeof secretEnd === 'number' && secretEnd > 0 && { secret_ends_at: secretEnd * 1000 }),
    // The server may register another authentication method than the requested one.
    auth_method: typeof grantedMethod === 'string' ? grantedMethod : method,
    redirect_uri: redirect,
    client_scope: typeof granted.scope === 'string' ? granted.scope : undefined,
  };
};

const createRegistrationError = (issuer: string, why: string, cause?: unknown): NotSignedIn =>
  new NotSignedIn(`the sign-in server ${issuer} refused to register toile (${why})`, {
    code: 'registration_refused',
    hint: REGISTER_CLIENT_HINT,
    cause,
  });

/**
 * Returns the client to sign in with: the preset client, else the stored client if the server still accepts it, else a
 * newly registered client. Throws NotSignedIn if a new client is needed and the server does not register clients.
 */
export const findOrRegisterClient = async (
  { preset, stored }: ClientCandidates,
  requirements: ClientRequirements,
): Promise<OAuthClientRecord> => {
  const { server } = requirements;
  const presetClient = preset && toPresetClient(preset, server);
  if (presetClient) return presetClient;
  const { issuer, registration_endpoint } = server.metadata;
  if (preset && registration_endpoint === undefined) {
    throw new NotSignedIn(`the sign-in server ${issuer} does not support client metadata documents`, {
      code: 'no_client_documents',
      hint: REGISTER_CLIENT_HINT,
    });
  }
  if (stored && canReuseClient(stored, requirements) && (await isStillRegistered(stored, requirements))) {
    const { client_id, client_secret, secret_ends_at, auth_method, redirect_uri, client_scope } = stored;
    return { client_id, client_secret, secret_ends_at, auth_method, redirect_uri, client_scope };
  }
  return registerClient(requirements);
};

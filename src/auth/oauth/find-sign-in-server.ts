import {
  checkResourceAllowed,
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
  IssuerMismatchError,
} from '@modelcontextprotocol/client';
import { NotSignedIn, ToileError, Unavailable } from '../../platform/errors.ts';
import { type Hint, hintText, nextCommand, shellText } from '../../platform/escape/shell.ts';
import { isRecord } from '../../platform/json/json-values.ts';
import { tryParseJson } from '../../platform/system/read-json-file.ts';
import { findTransientError, type OAuthConnection } from './token-endpoint.ts';
import type { WebFetch } from './web-fetch.ts';

type ServerMetadata = NonNullable<Awaited<ReturnType<typeof discoverAuthorizationServerMetadata>>>;

/**
 * The sign-in server of a tool server. `metadata` and `revocation` describe the sign-in server; `resource` and `scopes`
 * come from the tool server.
 */
export interface SignInServer {
  /** The metadata that the server publishes (RFC 8414, or OpenID Connect Discovery). */
  readonly metadata: ServerMetadata;
  /** The address at which tokens are revoked; undefined if the server has none. */
  readonly revocation: string | undefined;
  /** The resource for which tokens are requested (RFC 8707); undefined if the tool server names none. */
  readonly resource: string | undefined;
  readonly scopes: readonly string[] | undefined;
}

/**
 * The hint for errors that a wrong address of the connector may cause. `--connector-url` or TOILE_CONNECTOR_URL can set
 * this address.
 */
export const CONNECTOR_HINT = shellText`check the address of the connector: --connector-url or TOILE_CONNECTOR_URL`;

/**
 * Creates a `fetch` for metadata documents, and `getLast`, which returns the parsed value of the last document. The
 * `fetch` returns a 404 for a document that is not a JSON object. It throws a ToileError for a rate limit or a server
 * error.
 */
const createDocumentFetch = (fetch: WebFetch): { readonly fetch: WebFetch; getLast(): unknown } => {
  let lastDocument: unknown;
  return {
    getLast: () => lastDocument,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const { status, headers } = response;
      const text = await response.clone().text();
      const fault = findTransientError(new URL(url).host, { status, text, headers });
      if (fault) throw fault;
      if (!response.ok) return response;
      lastDocument = tryParseJson(text);
      // Some servers return the same web page for every address, so any response that is not a JSON object counts as a
      // 404. After a 404 the MCP library tries the next address.
      return isRecord(lastDocument) ? response : new Response(null, { status: 404 });
    },
  };
};

const toMetadataError = (error: unknown, origin: string): ToileError => {
  if (error instanceof ToileError) return error;
  if (error instanceof IssuerMismatchError)
    return new NotSignedIn(`the metadata of ${origin} names a different sign-in server`, {
      code: 'issuer_mismatch',
      cause: error,
      hint: shellText`contact support`,
    });
  return new Unavailable(`the sign-in metadata of ${origin} is invalid`, {
    code: 'bad_answer',
    cause: error,
    hint: CONNECTOR_HINT,
  });
};

/**
 * Finds the sign-in server of the tool server at `url`, and checks that toile can use it. `namedUrl` is the address of
 * the tool server's metadata; undefined if the tool server did not send this address. Throws NotSignedIn if toile
 * cannot sign in there. Throws Unavailable if there is no usable metadata.
 */
export const findSignInServer = async (
  url: string,
  namedUrl: URL | undefined,
  { fetch, isSafe }: OAuthConnection,
  signal: AbortSignal,
): Promise<SignInServer> => {
  const documentFetch = createDocumentFetch(fetch);
  if (namedUrl !== undefined && !isSafe(namedUrl.href))
    throw createUnsafeAddressError(url, 'resource_metadata');
  const resource = await discoverOAuthProtectedResourceMetadata(
    url,
    { ...(namedUrl && { resourceMetadataUrl: namedUrl }) },
    documentFetch.fetch,
  ).catch((error: unknown) => {
    signal.throwIfAborted();
    // A ToileError is a real failure and is thrown again. Any other error means that the tool server has no metadata.
    // This is normal for an older tool server, which is its own sign-in server.
    if (error instanceof ToileError) throw error;
    return undefined;
  });
  if (resource && !checkResourceAllowed({ requestedResource: url, configuredResource: resource.resource })) {
    throw new NotSignedIn(`the metadata of ${url} names a different address: ${resource.resource}`, {
      code: 'resource_mismatch',
      hint: CONNECTOR_HINT,
    });
  }
  const issuer = resource?.authorization_servers?.[0] ?? new URL('/', url).href;
  if (!isSafe(issuer)) throw createUnsafeAddressError(url, 'sign-in server');
  const metadata = await discoverAuthorizationServerMetadata(issuer, {
    fetchFn: documentFetch.fetch,
  }).catch((error: unknown) => {
    throw toMetadataError(error, new URL(issuer).origin);
  });
  if (metadata === undefined) {
    throw new Unavailable(`${new URL(issuer).origin} does not describe how to sign in`, {
      code: 'no_sign_in',
      hint: CONNECTOR_HINT,
    });
  }
  // The MCP library removes `revocation_endpoint` from OpenID documents, so it is read from the document itself.
  const document = documentFetch.getLast();
  const revocationMember = isRecord(document) ? document.revocation_endpoint : undefined;
  const revocation = typeof revocationMember === 'string' ? revocationMember : undefined;
  assertUsableServer(metadata, revocation, isSafe);
  const unsupportedNeeds = [
    [document, 'require_pushed_authorization_requests', 'par_required', 'pushed authorization requests'],
    [resource, 'dpop_bound_access_tokens_required', 'dpop_required', 'tokens that are bound to a key (DPoP)'],
  ] as const;
  for (const [metadataDocument, member, code, description] of unsupportedNeeds)
    if (isRecord(metadataDocument) && metadataDocument[member] === true)
      throw new NotSignedIn(
        `${metadata.issuer} requires ${description} (${member}), which toile does not support`,
        {
          code,
          hint: createSupportHint(),
        },
      );
  return { metadata, revocation, resource: resource?.resource, scopes: resource?.scopes_supported };
};

const createUnsafeAddressError = (describer: string, addressName: string): NotSignedIn =>
  new NotSignedIn(
    `${describer} names an unsafe address (${addressName}): it must use https, and must not be on this machine or in a private network unless the connector is there too; nothing was sent to it`,
    { code: 'unsafe_address', hint: shellText`contact support` },
  );

/** Creates the hint for a sign-in server that toile cannot use: contact support, or use a key. */
export const createSupportHint = (): Hint =>
  hintText`contact support; if you have an API key, sign in with it: ${nextCommand`toile login`}`;

const assertUsableServer = (
  metadata: ServerMetadata,
  revocation: string | undefined,
  isSafe: OAuthConnection['isSafe'],
): void => {
  const { issuer, authorization_endpoint, token_endpoint, registration_endpoint } = metadata;
  const endpoints = { authorization_endpoint, token_endpoint, registration_endpoint };
  for (const [name, address] of Object.entries({ ...endpoints, revocation_endpoint: revocation })) {
    if (address !== undefined && !isSafe(address)) throw createUnsafeAddressError(issuer, name);
  }
  const createUnsupportedError = (feature: string, code: string): NotSignedIn =>
    new NotSignedIn(`the sign-in server ${issuer} does not support ${feature}, which toile requires`, {
      code,
      hint: createSupportHint(),
    });
  // A server that does not mention PKCE does not support it (RFC 8414). Without PKCE, anyone who sees the code could
  // use it, so MCP requires clients to refuse this server.
  if (!metadata.code_challenge_methods_supported?.includes('S256')) {
    throw createUnsupportedError('PKCE with S256 (code_challenge_methods_supported)', 'no_pkce');
  }
  if (!metadata.response_types_supported.includes('code')) {
    throw createUnsupportedError('authorization codes (response_types_supported)', 'no_code_flow');
  }
};

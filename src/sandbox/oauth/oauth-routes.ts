import { toJsonResponse } from '../http/responses.ts';
import type { CallHandler, PathHandlers } from '../http/sandbox-service.ts';
import { OAUTH_SCOPES } from './oauth-state.ts';

/**
 * Returns the addresses that a token can be requested for: the service, and the tool server at both of its
 * addresses. A token is valid for all of them.
 */
export const listProtectedResources = (origin: string): readonly string[] =>
  ['', '/', '/mcp', '/connector', '/v1'].map((path) => `${origin}${path}`);

/** Creates the handler of a protected resource metadata document (RFC 9728). */
const describeProtectedResource =
  (path: string): CallHandler =>
  ({ origin }) =>
    toJsonResponse({
      resource: `${origin}${path}`,
      authorization_servers: [origin],
      scopes_supported: OAUTH_SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: 'Fashion-Development Data Service (sandbox)',
    });

/** Handles the authorization server metadata document (RFC 8414). */
const describeAuthorizationServer: CallHandler = ({ origin }) =>
  toJsonResponse({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    revocation_endpoint: `${origin}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: OAUTH_SCOPES,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });

/** The routes of the OAuth sign-in and of its metadata. Most handlers are imported on first use. */
export const OAUTH_ROUTES: Readonly<Record<string, PathHandlers>> = {
  '/.well-known/oauth-protected-resource': { GET: describeProtectedResource('/connector') },
  '/.well-known/oauth-protected-resource/mcp': { GET: describeProtectedResource('/mcp') },
  '/.well-known/oauth-protected-resource/connector': { GET: describeProtectedResource('/connector') },
  '/.well-known/oauth-authorization-server': { GET: describeAuthorizationServer },
  '/oauth/authorize': { GET: async (call) => (await import('./consent-pages.ts')).handleAuthorization(call) },
  '/oauth/consent': { POST: async (call) => (await import('./consent-pages.ts')).handleConsent(call) },
  '/oauth/token': { POST: async (call) => (await import('./token-endpoint.ts')).handleTokenRequest(call) },
  '/oauth/revoke': {
    POST: async (call) => (await import('./token-endpoint.ts')).handleTokenRevocation(call),
  },
  '/oauth/register': {
    POST: async (call) => (await import('./token-endpoint.ts')).registerOAuthClient(call),
  },
};

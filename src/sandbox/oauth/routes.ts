import { json } from '../http/json.ts';
import type { Answer, Methods } from '../http/service.ts';
import { OFFERED } from './grants.ts';

/** What can be protected: the tool server under both of its addresses. A token is good for all of the service. */
export const resourcesAt = (origin: string): readonly string[] =>
  ['', '/', '/mcp', '/connector', '/v1'].map((path) => `${origin}${path}`);

/** RFC 9728. */
const protectedResource =
  (path: string): Answer =>
  ({ origin }) =>
    json({
      resource: `${origin}${path}`,
      authorization_servers: [origin],
      scopes_supported: OFFERED,
      bearer_methods_supported: ['header'],
      resource_name: 'Fashion-Development Data Service (sandbox)',
    });

/** RFC 8414. */
const authorizationServer: Answer = ({ origin }) =>
  json({
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
    scopes_supported: OFFERED,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  });

/** The addresses of signing in, and of what says where they are. The larger part is loaded when it is asked for. */
export const OAUTH_ROUTES: Readonly<Record<string, Methods>> = {
  '/.well-known/oauth-protected-resource': { GET: protectedResource('/connector') },
  '/.well-known/oauth-protected-resource/mcp': { GET: protectedResource('/mcp') },
  '/.well-known/oauth-protected-resource/connector': { GET: protectedResource('/connector') },
  '/.well-known/oauth-authorization-server': { GET: authorizationServer },
  '/oauth/authorize': { GET: async (call) => (await import('./authorize.ts')).authorize(call) },
  '/oauth/consent': { POST: async (call) => (await import('./authorize.ts')).decided(call) },
  '/oauth/token': { POST: async (call) => (await import('./token.ts')).token(call) },
  '/oauth/revoke': { POST: async (call) => (await import('./token.ts')).revoke(call) },
  '/oauth/register': { POST: async (call) => (await import('./register.ts')).register(call) },
};

import { SandboxHttpError } from '../http/http-error.ts';
import { toJsonResponse } from '../http/json-response.ts';
import { readObjectBody } from '../http/request-body.ts';
import type { SandboxCall } from '../http/sandbox-service.ts';
import { createUuid } from '../state/random-id.ts';
import { isAllowedRedirect } from './oauth-clients.ts';
import { SandboxOAuthError, withOAuthErrors } from './oauth-form.ts';

/** Redirect addresses that one client may register. */
const MAX_REDIRECT_URIS = 20;

/**
 * Handles `POST /oauth/register` (RFC 7591). Any program may register; the name that it gives is not
 * verified.
 */
export const registerOAuthClient = withOAuthErrors(async (call: SandboxCall) => {
  const body = await readObjectBody(call).catch((error: unknown) => {
    if (error instanceof SandboxHttpError && error.status === 400)
      throw new SandboxOAuthError('invalid_client_metadata', error.message);
    throw error;
  });
  const { redirect_uris: redirects, client_name: name } = body;
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > MAX_REDIRECT_URIS) {
    throw new SandboxOAuthError(
      'invalid_redirect_uri',
      `redirect_uris must be 1 to ${MAX_REDIRECT_URIS} addresses.`,
    );
  }
  for (const address of redirects) {
    if (typeof address !== 'string' || !isAllowedRedirect(address)) {
      throw new SandboxOAuthError(
        'invalid_redirect_uri',
        'A redirect address is https, of this machine, or of an installed program, and has no fragment.',
      );
    }
  }
  if (name !== undefined && (typeof name !== 'string' || name.length > 200)) {
    throw new SandboxOAuthError(
      'invalid_client_metadata',
      'client_name must be a text of at most 200 characters.',
    );
  }
  const { service, now } = call;
  const id = createUuid(service.stateStore.random);
  const shown = typeof name === 'string' && name.trim() !== '' ? name : 'a program without a name';
  await service.stateStore.change((_, record) =>
    record({ type: 'registered', id, name: shown, redirects: redirects as string[], at: now }),
  );
  return toJsonResponse(
    {
      client_id: id,
      client_id_issued_at: Math.floor(now / 1000),
      client_name: shown,
      redirect_uris: redirects,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(typeof body.application_type === 'string' && { application_type: body.application_type }),
    },
    201,
  );
});

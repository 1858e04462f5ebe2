import { objectBody } from '../http/body.ts';
import { json } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import type { Call } from '../http/service.ts';
import { uuid } from '../world/random-id.ts';
import { mayRedirect } from './clients.ts';
import { answering, OAuthRefusal } from './form.ts';

const MOST_REDIRECTS = 20;

/** `POST /oauth/register` (RFC 7591): any program may; what it says of itself is shown as its own word. */
export const register = answering(async (call: Call) => {
  const body = await objectBody(call).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 400)
      throw new OAuthRefusal('invalid_client_metadata', error.message);
    throw error;
  });
  const { redirect_uris: redirects, client_name: name } = body;
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > MOST_REDIRECTS) {
    throw new OAuthRefusal('invalid_redirect_uri', `redirect_uris must be 1 to ${MOST_REDIRECTS} addresses.`);
  }
  for (const address of redirects) {
    if (typeof address !== 'string' || !mayRedirect(address)) {
      throw new OAuthRefusal(
        'invalid_redirect_uri',
        'A redirect address is https, of this machine, or of an installed program, and has no fragment.',
      );
    }
  }
  if (name !== undefined && (typeof name !== 'string' || name.length > 200)) {
    throw new OAuthRefusal(
      'invalid_client_metadata',
      'client_name must be a text of at most 200 characters.',
    );
  }
  const { service, now } = call;
  const id = uuid(service.world.random);
  const shown = typeof name === 'string' && name.trim() !== '' ? name : 'a program without a name';
  await service.world.change((_, record) =>
    record({ type: 'registered', id, name: shown, redirects: redirects as string[], at: now }),
  );
  return json(
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

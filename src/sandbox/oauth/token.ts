import { json } from '../http/json.ts';
import type { Call } from '../http/service.ts';
import { secret, uuid } from '../world/random-id.ts';
import type { State } from '../world/state.ts';
import { clientOf } from './clients.ts';
import { answering, formOf, OAuthRefusal } from './form.ts';
import { ACCESS_LIFE_MS, digest, type Grant } from './grants.ts';
import { resourcesAt } from './routes.ts';

type Form = ReadonlyMap<string, string>;

const spent = (words: string): OAuthRefusal => new OAuthRefusal('invalid_grant', words);

/** `POST /oauth/token`: a code or a refresh token for new tokens. Each of the two is good for one use. */
export const token = answering(async (call: Call) => {
  const form = await formOf(call);
  const client = clientOf(call.state, form.get('client_id'));
  if (client === undefined) throw new OAuthRefusal('invalid_client', 'No such client_id is known here.', 401);
  const resource = form.get('resource');
  if (resource !== undefined && !resourcesAt(call.origin).includes(resource)) {
    throw new OAuthRefusal('invalid_target', 'The resource is none of this service.');
  }
  switch (form.get('grant_type')) {
    case 'authorization_code':
      return redeem(call, form, client.id);
    case 'refresh_token':
      return refresh(call, form, client.id);
    default:
      throw new OAuthRefusal('unsupported_grant_type', 'There is authorization_code and refresh_token.');
  }
});

const fresh = ({ service, now }: Call) => ({
  access: `sandbox_access_${secret(service.world.random)}`,
  refresh: `sandbox_refresh_${secret(service.world.random)}`,
  until: now + ACCESS_LIFE_MS,
});

const issued = (tokens: ReturnType<typeof fresh>, scopes: readonly string[]): Response =>
  json(
    {
      access_token: tokens.access,
      token_type: 'Bearer',
      expires_in: ACCESS_LIFE_MS / 1000,
      refresh_token: tokens.refresh,
      scope: scopes.join(' '),
    },
    200,
    { pragma: 'no-cache' },
  );

const redeem = async (call: Call, form: Form, client: string): Promise<Response> => {
  const { service, now } = call;
  const code = service.signIns.codes.get(form.get('code') ?? '');
  if (code === undefined || code.client !== client || code.until <= now) {
    throw spent('The code is unknown, too old, or of another program.');
  }
  if (code.grant !== undefined) {
    // Two who know one code: one of them stole it.
    await withdraw(call, code.grant);
    throw spent('The code was used before; what came of it is withdrawn.');
  }
  if (digest(form.get('code_verifier') ?? '') !== code.challenge)
    throw spent('The code_verifier does not fit the code_challenge.');
  const redirect = form.get('redirect_uri');
  if (redirect !== undefined && redirect !== code.redirect) throw spent('The redirect_uri is another one.');
  const id = uuid(service.world.random);
  code.grant = id;
  const tokens = fresh(call);
  const scopes = code.scopes.filter((scope) => scope !== 'generate');
  await service.world.change((_, record) =>
    record({
      type: 'granted',
      id,
      client,
      user: code.user,
      scopes,
      access: digest(tokens.access),
      refresh: digest(tokens.refresh),
      until: tokens.until,
      at: now,
    }),
  );
  return issued(tokens, scopes);
};

const refresh = async (call: Call, form: Form, client: string): Promise<Response> => {
  const shown = digest(form.get('refresh_token') ?? '');
  const tokens = fresh(call);
  // In one change: of two that show the same token at once, the second finds it used.
  const grant = await call.service.world.change(async (state, record) => {
    const found = [...state.grants.values()].find((one) => one.refresh === shown || one.used.has(shown));
    if (found === undefined || found.revoked || found.granted.client !== client) {
      throw spent('The refresh token is unknown, withdrawn, or of another program.');
    }
    if (found.used.has(shown)) {
      await record({ type: 'withdrawn', grant: found.granted.id });
      throw spent('The refresh token was used before; what came of it is withdrawn.');
    }
    const wanted = form.get('scope')?.split(' ') ?? [];
    if (!wanted.every((scope) => found.granted.scopes.some((had) => had === scope))) {
      throw new OAuthRefusal('invalid_scope', 'More than was granted cannot be had by refreshing.');
    }
    await record({
      type: 'refreshed',
      grant: found.granted.id,
      access: digest(tokens.access),
      refresh: digest(tokens.refresh),
      until: tokens.until,
    });
    return found;
  });
  return issued(tokens, grant.granted.scopes);
};

/** `POST /oauth/revoke` (RFC 7009): either token ends the whole grant. What is unknown is as good as revoked. */
export const revoke = answering(async (call: Call) => {
  const form = await formOf(call);
  const shown = digest(form.get('token') ?? '');
  const grant = grantOf(call.state, shown);
  if (grant !== undefined && grant.granted.client === form.get('client_id')) {
    await withdraw(call, grant.granted.id);
  }
  return new Response(null, { status: 200 });
});

const grantOf = (state: State, shown: string): Grant | undefined =>
  [...state.grants.values()].find(
    (one) => one.refresh === shown || one.used.has(shown) || one.access.has(shown),
  );

const withdraw = (call: Call, grant: string): Promise<void> =>
  call.service.world.change((_, record) => record({ type: 'withdrawn', grant }));

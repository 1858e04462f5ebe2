import { html } from 'hono/html';
import { page } from '../http/page.ts';
import type { Call } from '../http/service.ts';
import { secret } from '../world/random-id.ts';
import type { Scope } from '../world/sample-keys.ts';
import { type Client, clientOf, isRegistered } from './clients.ts';
import { formOf, OAuthRefusal, once } from './form.ts';
import { CODE_LIFE_MS, OFFERED } from './grants.ts';
import { keepFor, type Pending } from './pending-sign-ins.ts';
import { resourcesAt } from './routes.ts';

const MEANS: Readonly<Record<string, string>> = {
  read: 'read your designs and the published house garments',
  export: 'export construction documents of your designs',
};

/** `GET /oauth/authorize`: checks what is asked for and shows the page on which a person decides. */
export const authorize = async (call: Call): Promise<Response> => {
  const { service, state, now, c } = call;
  let asked: ReadonlyMap<string, string>;
  let client: Client | undefined;
  try {
    asked = once(new URL(c.req.url).searchParams);
    client = clientOf(state, asked.get('client_id'));
  } catch (error) {
    return wrong(error instanceof Error ? error.message : '');
  }
  // Until both are known nobody is sent anywhere: the address may be an attacker's.
  if (client === undefined) {
    return wrong(
      'No program of that client_id is known here. A sandbox fetches no documents: register instead.',
    );
  }
  const redirect =
    asked.get('redirect_uri') ?? (client.redirects.length === 1 ? client.redirects[0] : undefined);
  if (redirect === undefined || !isRegistered(client, redirect)) {
    return wrong(`This redirect_uri is not one of ${client.name}.`);
  }
  let pending: Pending;
  try {
    pending = pendingOf(call, client, redirect, asked);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    const told = { error: error.code, error_description: error.message };
    return sendBack(call, redirect, asked.get('state'), told);
  }
  const id = secret(service.world.random);
  keepFor(service.signIns.pending, id, pending, now);
  return consent(call, client, pending, id);
};

const pendingOf = (
  { origin, now }: Call,
  client: Client,
  redirect: string,
  asked: ReadonlyMap<string, string>,
): Pending => {
  if (asked.get('response_type') !== 'code') {
    throw new OAuthRefusal('unsupported_response_type', 'Only response_type=code is answered.');
  }
  const challenge = asked.get('code_challenge') ?? '';
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge) || asked.get('code_challenge_method') !== 'S256') {
    throw new OAuthRefusal('invalid_request', 'A code_challenge of the method S256 is needed (PKCE).');
  }
  const resource = asked.get('resource');
  if (resource !== undefined && !resourcesAt(origin).includes(resource)) {
    throw new OAuthRefusal('invalid_target', 'The resource is none of this service.');
  }
  const wanted = asked.get('scope')?.split(' ') ?? OFFERED;
  // What cannot be had here is left out, and the answer says so; nothing at all is an error.
  const scopes = OFFERED.filter((scope) => wanted.includes(scope));
  if (scopes.length === 0) throw new OAuthRefusal('invalid_scope', `Here there is ${OFFERED.join(' and ')}.`);
  return {
    client: client.id,
    redirect,
    challenge,
    scopes,
    state: asked.get('state'),
    until: now + CODE_LIFE_MS,
  };
};

const consent = ({ service }: Call, client: Client, pending: Pending, id: string): Promise<Response> => {
  const target = new URL(pending.redirect);
  const users = new Map(service.keys.map((key) => [key.user_id, key]));
  // A custom scheme has no origin, and is named by itself.
  const leadsTo = target.origin === 'null' ? target.protocol : target.origin;
  return page(
    'Sign in',
    html`<p><strong><bdi>${client.name}</bdi></strong> asks to be let in. It says so itself; nobody has checked its name.</p>
<ul>${pending.scopes.map((scope: Scope) => html`<li>${MEANS[scope] ?? scope}</li>`)}</ul>
<p>It cannot order anything. You are taken back to <code>${leadsTo}</code>.</p>
<form method="post" action="/oauth/consent">
<input type="hidden" name="request" value="${id}">
<fieldset><legend>As whom?</legend>
${[...users.values()].map(
  (
    { user_id, plan },
    index,
  ) => html`<p><label><input type="radio" name="user" value="${user_id}" ${index === 0 ? html`checked` : ''}> user ${user_id}, plan ${plan}</label></p>
`,
)}</fieldset>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form>`,
    200,
    leadsTo,
  );
};

/** `POST /oauth/consent`: what the person decided. */
export const decided = async (call: Call): Promise<Response> => {
  const { service, now } = call;
  const { pending, codes } = service.signIns;
  let form: ReadonlyMap<string, string>;
  try {
    form = await formOf(call);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return wrong(error.message);
  }
  const id = form.get('request') ?? '';
  const asked = pending.get(id);
  pending.delete(id);
  if (asked === undefined || asked.until <= now) {
    return wrong(
      'This page is too old, or was answered already. Begin again in the program that sent you here.',
    );
  }
  const user = service.keys.find((key) => key.user_id === form.get('user'))?.user_id;
  if (form.get('decision') !== 'allow' || user === undefined) {
    const told = { error: 'access_denied', error_description: 'It was not allowed.' };
    return sendBack(call, asked.redirect, asked.state, told);
  }
  const code = secret(service.world.random);
  keepFor(codes, code, { ...asked, user, until: now + CODE_LIFE_MS, grant: undefined }, now);
  return sendBack(call, asked.redirect, asked.state, { code });
};

/** Back to the program, with who answers (RFC 9207) and the word that it knows its request by. */
const sendBack = (
  { origin }: Call,
  redirect: string,
  state: string | undefined,
  members: Readonly<Record<string, string>>,
): Response => {
  const target = new URL(redirect);
  for (const [name, value] of Object.entries({
    ...members,
    ...(state !== undefined && { state }),
    iss: origin,
  })) {
    target.searchParams.set(name, value);
  }
  return new Response(null, { status: 303, headers: { location: target.href } });
};

const wrong = (words: string): Promise<Response> =>
  page('This cannot be answered', html`<p>${words}</p>`, 400);

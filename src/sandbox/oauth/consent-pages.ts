/** The pages of the OAuth sign-in: `GET /oauth/authorize` and `POST /oauth/consent`. */

import { html } from 'hono/html';
import { renderHtmlPage } from '../http/checkout-page.ts';
import type { SandboxCall } from '../http/sandbox-service.ts';
import { createSecret } from '../state/profiles-and-drivers.ts';
import type { SandboxScope } from '../state/purchase-state.ts';
import {
  AUTHORIZATION_CODE_LIFE_MS,
  addPendingSignIn,
  findOAuthClient,
  isRegisteredRedirect,
  OAUTH_SCOPES,
  type OAuthClient,
  type PendingSignIn,
} from './oauth-state.ts';
import {
  checkResourceParameter,
  type OAuthForm,
  readOAuthForm,
  readUniqueParameters,
  SandboxOAuthError,
} from './token-endpoint.ts';

const SCOPE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  read: 'read your designs and the published house garments',
  export: 'export construction documents of your designs',
};

/**
 * Handles `GET /oauth/authorize`: stores the sign-in as pending and responds with the consent page. If a parameter is
 * wrong, it redirects to the client with an error. If the client or its redirect address is unknown, it responds with
 * an error page.
 */
export const handleAuthorization = async (call: SandboxCall): Promise<Response> => {
  const { service, state, now, c } = call;
  let parameters: OAuthForm;
  try {
    parameters = readUniqueParameters(new URL(c.req.url).searchParams);
  } catch (error) {
    return renderAuthorizationError(error instanceof Error ? error.message : '');
  }
  const client = findOAuthClient(state, parameters.get('client_id'));
  // Until client and redirect address are verified, the address may belong to an attacker. Errors are therefore shown
  // on a page, not sent to the address.
  if (client === undefined) {
    return renderAuthorizationError(
      'Unknown client_id. The sandbox does not fetch client metadata documents: register the client.',
    );
  }
  const redirect =
    parameters.get('redirect_uri') ?? (client.redirects.length === 1 ? client.redirects[0] : undefined);
  if (redirect === undefined || !isRegisteredRedirect(client, redirect)) {
    return renderAuthorizationError(`This redirect_uri is not one of ${client.name}.`);
  }
  let pending: PendingSignIn;
  try {
    pending = parseAuthorizationRequest(call, client, redirect, parameters);
  } catch (error) {
    if (!(error instanceof SandboxOAuthError)) throw error;
    const errorParameters = { error: error.code, error_description: error.message };
    return redirectToClient(call, redirect, parameters.get('state'), errorParameters);
  }
  const id = createSecret(service.stateStore.random);
  addPendingSignIn(service.signIns.pending, id, pending, now);
  return renderConsentPage(call, client, pending, id);
};

const parseAuthorizationRequest = (
  call: SandboxCall,
  client: OAuthClient,
  redirect: string,
  parameters: OAuthForm,
): PendingSignIn => {
  if (parameters.get('response_type') !== 'code') {
    throw new SandboxOAuthError('unsupported_response_type', 'Only response_type=code is supported.');
  }
  const challenge = parameters.get('code_challenge') ?? '';
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge) || parameters.get('code_challenge_method') !== 'S256') {
    throw new SandboxOAuthError(
      'invalid_request',
      'A code_challenge with the method S256 is required (PKCE).',
    );
  }
  checkResourceParameter(call, parameters);
  const requestedScopes = parameters.get('scope')?.split(' ') ?? OAUTH_SCOPES;
  // Unknown scopes are ignored, because the token response tells the client which scopes it got.
  const scopes = OAUTH_SCOPES.filter((scope) => requestedScopes.includes(scope));
  if (scopes.length === 0)
    throw new SandboxOAuthError('invalid_scope', `The scopes are ${OAUTH_SCOPES.join(' and ')}.`);
  return {
    client: client.id,
    redirect,
    challenge,
    scopes,
    state: parameters.get('state'),
    until: call.now + AUTHORIZATION_CODE_LIFE_MS,
  };
};

const renderConsentPage = (
  { service }: SandboxCall,
  client: OAuthClient,
  pending: PendingSignIn,
  id: string,
): Promise<Response> => {
  const target = new URL(pending.redirect);
  const users = new Map(service.keys.map((key) => [key.user_id, key]));
  // A URL with a custom scheme, such as `myapp:`, has no origin, so the page shows its scheme.
  const destination = target.origin === 'null' ? target.protocol : target.origin;
  return renderHtmlPage(
    'Sign in',
    html`<p><strong><bdi>${client.name}</bdi></strong> asks for access. Its name is not verified.</p>
<ul>${pending.scopes.map((scope: SandboxScope) => html`<li>${SCOPE_DESCRIPTIONS[scope] ?? scope}</li>`)}</ul>
<p>It cannot order anything. You are taken back to <code>${destination}</code>.</p>
<form method="post" action="/oauth/consent">
<input type="hidden" name="request" value="${id}">
<fieldset><legend>Sign in as</legend>
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
    destination,
  );
};

/** Handles `POST /oauth/consent`: redirects to the client with a code, or with the error `access_denied`. */
export const handleConsent = async (call: SandboxCall): Promise<Response> => {
  const { service, now } = call;
  const { pending, codes } = service.signIns;
  let form: OAuthForm;
  try {
    form = await readOAuthForm(call);
  } catch (error) {
    if (!(error instanceof SandboxOAuthError)) throw error;
    return renderAuthorizationError(error.message);
  }
  const id = form.get('request') ?? '';
  const request = pending.get(id);
  pending.delete(id);
  if (request === undefined || request.until <= now) {
    return renderAuthorizationError(
      'This page has expired or was already answered. Start again in the program that sent you here.',
    );
  }
  const user = service.keys.find((key) => key.user_id === form.get('user'))?.user_id;
  if (form.get('decision') !== 'allow' || user === undefined) {
    const errorParameters = { error: 'access_denied', error_description: 'Access was denied.' };
    return redirectToClient(call, request.redirect, request.state, errorParameters);
  }
  const code = createSecret(service.stateStore.random);
  const until = now + AUTHORIZATION_CODE_LIFE_MS;
  addPendingSignIn(codes, code, { ...request, user, until, grant: undefined }, now);
  return redirectToClient(call, request.redirect, request.state, { code });
};

/**
 * Redirects to the client. The address gets the given parameters, the `state` that the client sent, and `iss`, the
 * address of the sandbox (RFC 9207).
 */
const redirectToClient = (
  { origin }: SandboxCall,
  redirect: string,
  state: string | undefined,
  parameters: Readonly<Record<string, string>>,
): Response => {
  const target = new URL(redirect);
  const members = { ...parameters, ...(state !== undefined && { state }), iss: origin };
  for (const [name, value] of Object.entries(members)) target.searchParams.set(name, value);
  return new Response(null, { status: 303, headers: { location: target.href } });
};

const renderAuthorizationError = (message: string): Promise<Response> =>
  renderHtmlPage('Request failed', html`<p>${message}</p>`, 400);

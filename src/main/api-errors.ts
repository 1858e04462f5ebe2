import type { SignIn } from '../account/sign-in.ts';
import { advice, type Hint, shellWord, type Typeable, toType, typeable } from '../border/shell.ts';
import type { ApiError } from '../client/index.ts';
import {
  type ErrorDetails,
  Failure,
  NotFound,
  NotSignedIn,
  RateLimited,
  Refused,
  type ToileError,
  Unavailable,
} from '../errors.ts';

/** What an explanation may need beside the error. */
export interface Circumstances {
  /** The credential that was in use, if it came to that; signing in tries one that is kept nowhere yet. */
  readonly signIn?: SignIn | undefined;
  /** The base address that was asked, where it is known. */
  readonly address?: string | undefined;
  /** How toile is typed to reach the same service, so that what is to be typed next reaches it too. */
  readonly toile: Typeable;
}

/** The last part of a long text is rarely worth a screen. */
export const shortened = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

export const rightAddress = ({ address }: Circumstances): Typeable =>
  address === undefined
    ? typeable`is the base address right?`
    : typeable`is ${shellWord(address)} the address of the service?`;

const source = ({ signIn }: Circumstances): string => {
  if (!signIn || signIn.source === 'sandbox') return '';
  const shadows = signIn.shadows.length > 0 ? `; it goes before ${signIn.shadows.join(' and ')}` : '';
  return ` (the credential came from ${signIn.place}${shadows})`;
};

/** Signing in again helps only where the new key would be used. */
const anotherKey = (around: Circumstances): Hint => {
  const { signIn, toile } = around;
  switch (signIn?.source) {
    case undefined:
      return typeable`is it the whole key, and not revoked? keys are made in Settings > Developer access; ${rightAddress(around)}`;
    case 'sandbox':
      return advice`the sample key was revoked: ${toType`${toile} sandbox reset`}`;
    case 'environment':
    case 'file':
    case 'command':
      return advice`give another key in ${shellWord(signIn.place)}; or take it away, then: ${toType`toile login`}`;
    default:
      return toType`${signIn?.again ?? typeable`toile login`}`;
  }
};

/** What there is instead, by the route that had nothing (specification 4.1). */
const instead = (path: string, toile: Typeable): Hint => {
  if (/\/v1\/(designs|garments)\//.test(path))
    return advice`${toType`${toile} designs ls --all`} shows your designs`;
  if (/\/v1\/tech-packs\//.test(path))
    return advice`${toType`${toile} techpack ls`} shows what was requested from this machine`;
  return advice`${toType`${toile} api v1`} shows the routes`;
};

/** Puts an error that the service answered with into words (specification 7). */
export const refusal = (error: ApiError, around: Circumstances): ToileError => {
  const { status, route } = error;
  const details: ErrorDetails = {
    status,
    service_code: error.code,
    ...(error.requestId === undefined ? {} : { request_id: error.requestId }),
    ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
  };
  const said = shortened(error.message);
  const told = { details, cause: error };
  if (status === 401) {
    return new NotSignedIn(`the service does not accept the credential: ${said}${source(around)}`, {
      ...told,
      hint: anotherKey(around),
    });
  }
  if (status === 403) {
    return new NotSignedIn(`the credential may not do this: ${said}${source(around)}`, {
      ...told,
      code: error.code === 'SCOPE_REQUIRED' ? 'scope_required' : 'forbidden',
      hint: advice`${toType`${around.toile} me`} shows its scopes`,
    });
  }
  if (status === 404 && /\/v1\/(me|designs)$/.test(route)) {
    // These two are there for every caller, so it is the service that was not found.
    return new NotFound(`${route}: there is no such route: ${said}`, { ...told, hint: rightAddress(around) });
  }
  if (status === 404) {
    return new NotFound(`the service has no such thing for this account: ${said}`, {
      ...told,
      hint: instead(route, around.toile),
    });
  }
  if (status === 429) {
    return new RateLimited(`the rate limit is used up: ${said}`, {
      ...told,
      hint: typeable`wait, then type it again`,
    });
  }
  if (status >= 500 || status === 408) {
    return new Unavailable(`the service failed (${status}): ${said}`, {
      ...told,
      hint: typeable`try again later`,
    });
  }
  if (status === 402) return new Failure(`the service asks for payment in an unknown form: ${said}`, told);
  if (error.code === 'API_PRICING_NOT_CONFIGURED') {
    return new Refused(`the service has no price for Tech Packs at the moment: ${said}`, {
      ...told,
      code: 'pricing_not_configured',
      hint: typeable`nothing was requested and nothing is charged; ask whoever runs the service`,
    });
  }
  return new Refused(`the service refused this (${status}): ${said}`, told);
};

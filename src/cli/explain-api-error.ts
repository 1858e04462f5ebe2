import type { SignIn } from '../auth/find-credential.ts';
import {
  type ErrorDetails,
  Failure,
  NotFound,
  NotSignedIn,
  RateLimited,
  RefusedRequest,
  type ToileError,
  Unavailable,
} from '../platform/errors.ts';
import {
  type Hint,
  hintText,
  nextCommand,
  quoteShellWord,
  type ShellSafe,
  shellText,
} from '../platform/escape/shell.ts';
import type { ApiError } from '../service/client/index.ts';

/** The credential, address and command prefix that the explanation of an error mentions. */
export interface ErrorContext {
  /** The credential that was read; undefined if none was read, for example in `toile login`, which checks a new key. */
  readonly signIn?: SignIn | undefined;
  readonly address?: string | undefined;
  /**
   * The first words of a suggested command: `toile` with the flags that select the service, for example `toile
   * --sandbox`.
   */
  readonly toile: ShellSafe;
}

/** Cuts a message after 500 characters and appends `…`. */
export const shortenMessage = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text);

/**
 * Returns a hint about the base address. If the address ends with `/v1`, the hint says to leave this out. Otherwise it
 * asks whether the address is right.
 */
export const suggestAddressCheck = ({ address }: ErrorContext): ShellSafe =>
  address === undefined
    ? shellText`is the service address right?`
    : address.endsWith('/v1')
      ? shellText`leave out /v1, which toile adds: --base-url ${quoteShellWord(address.slice(0, -3))}`
      : shellText`is ${quoteShellWord(address)} the address of the service?`;

/** Formats the source of a credential as ` (the credential came from TOILE_API_KEY)`. */
const formatCredentialSource = ({ signIn }: ErrorContext): string => {
  if (!signIn || signIn.source === 'sandbox') return '';
  const shadows = signIn.shadows.length > 0 ? `; it overrides ${signIn.shadows.join(' and ')}` : '';
  return ` (the credential came from ${signIn.place}${shadows})`;
};

/**
 * Returns the hint to use another key. If the present key comes from a variable, a file or a command, the hint is to
 * change or remove this source first. Otherwise, it would override the key that `toile login` stores.
 */
const suggestNewKey = (context: ErrorContext): Hint => {
  const { signIn, toile } = context;
  switch (signIn?.source) {
    case undefined:
      return shellText`check that the key is complete and not revoked; keys are created in Settings > Developer access; ${suggestAddressCheck(context)}`;
    case 'sandbox':
      return hintText`the sample key was revoked: ${nextCommand`${toile} sandbox reset`}`;
    case 'environment':
    case 'file':
    case 'command':
      return hintText`replace the key in ${quoteShellWord(signIn.place)}, or remove it and run: ${nextCommand`toile login`}`;
    default:
      return nextCommand`${signIn?.signInCommand ?? shellText`toile login`}`;
  }
};

/** Returns the hint for a 404, for example to list the designs (specification 4.1). */
const suggestAlternative = (path: string, toile: ShellSafe): Hint => {
  if (/\/v1\/(designs|garments)\//.test(path))
    return hintText`list your designs: ${nextCommand`${toile} designs ls --all`}`;
  if (/\/v1\/tech-packs\//.test(path))
    return hintText`${nextCommand`${toile} techpack ls`} lists the requests from this machine`;
  return hintText`${nextCommand`${toile} api v1`} shows the routes`;
};

/** Converts an error response of the service to a ToileError with an exit code and a next step (specification 7). */
export const explainApiError = (error: ApiError, context: ErrorContext): ToileError => {
  const { status, route } = error;
  const details: ErrorDetails = {
    status,
    service_code: error.code,
    ...(error.requestId === undefined ? {} : { request_id: error.requestId }),
    ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
  };
  const message = shortenMessage(error.message);
  const options = { details, cause: error };
  if (status === 401) {
    return new NotSignedIn(
      `the service rejected the credential: ${message}${formatCredentialSource(context)}`,
      { ...options, hint: suggestNewKey(context) },
    );
  }
  if (status === 403) {
    return new NotSignedIn(
      `the credential does not allow this request: ${message}${formatCredentialSource(context)}`,
      {
        ...options,
        code: error.code === 'SCOPE_REQUIRED' ? 'scope_required' : 'forbidden',
        hint: hintText`${nextCommand`${context.toile} me`} shows its scopes`,
      },
    );
  }
  if (status === 404 && /\/v1\/(me|designs)$/.test(route)) {
    // The service always has /v1/me and /v1/designs, so a 404 means that another server responds at this address.
    return new NotFound(`${route}: no such route: ${message}`, {
      ...options,
      hint: suggestAddressCheck(context),
    });
  }
  if (status === 404) {
    return new NotFound(`not found: ${message}`, {
      ...options,
      hint: suggestAlternative(route, context.toile),
    });
  }
  if (status === 429) {
    return new RateLimited(`the rate limit is used up: ${message}`, {
      ...options,
      hint: shellText`wait, then try again`,
    });
  }
  if (status >= 500 || status === 408) {
    return new Unavailable(`the service failed (${status}): ${message}`, {
      ...options,
      hint: shellText`try again later`,
    });
  }
  if (status === 402)
    return new Failure(
      `the service asks for payment, but its response has an unknown format: ${message}`,
      options,
    );
  if (error.code === 'API_PRICING_NOT_CONFIGURED') {
    return new RefusedRequest(`the service has no price for Tech Packs at the moment: ${message}`, {
      ...options,
      code: 'pricing_not_configured',
      hint: shellText`nothing was requested and nothing is charged; contact support`,
    });
  }
  return new RefusedRequest(`the service refused the request (${status}): ${message}`, options);
};

import { toJsonResponse } from '../http/json-response.ts';
import { readLimitedText } from '../http/request-body.ts';
import type { SandboxCall } from '../http/sandbox-service.ts';

/** An error in the form of OAuth (RFC 6749, 5.2), which differs from the error body of the service. */
export class SandboxOAuthError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'OAuthRefusal';
    this.code = code;
    this.status = status;
  }
}

/** Reads a form body. Throws SandboxOAuthError for a parameter that appears twice (RFC 6749, 3.1). */
export const readOAuthForm = async ({ c }: SandboxCall): Promise<ReadonlyMap<string, string>> => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new SandboxOAuthError(
      'invalid_request',
      'The body must be a form: application/x-www-form-urlencoded.',
    );
  }
  return readUniqueParameters(new URLSearchParams(await readLimitedText(c.req.raw)));
};

/** Returns the parameters that have a value. Throws SandboxOAuthError for one that appears twice. */
export const readUniqueParameters = (params: URLSearchParams): ReadonlyMap<string, string> => {
  const members = new Map<string, string>();
  for (const [name, value] of params) {
    if (members.has(name)) throw new SandboxOAuthError('invalid_request', `${name} stands there twice.`);
    // An empty value counts as absent.
    if (value !== '') members.set(name, value);
  }
  return members;
};

/** Wraps a handler so that a SandboxOAuthError becomes an OAuth error response. */
export const withOAuthErrors =
  (answer: (call: SandboxCall) => Promise<Response>) =>
  async (call: SandboxCall): Promise<Response> => {
    try {
      return await answer(call);
    } catch (error) {
      if (!(error instanceof SandboxOAuthError)) throw error;
      return toJsonResponse({ error: error.code, error_description: error.message }, error.status);
    }
  };

import { limitedText } from '../http/body.ts';
import { json } from '../http/json.ts';
import type { Call } from '../http/service.ts';

/** An error as OAuth says it (RFC 6749, 5.2), which is another shape than the service's own. */
export class OAuthRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.name = 'OAuthRefusal';
    this.code = code;
    this.status = status;
  }
}

/** The members of a form. None may stand twice (RFC 6749, 3.1). */
export const formOf = async ({ c }: Call): Promise<ReadonlyMap<string, string>> => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') {
    throw new OAuthRefusal('invalid_request', 'The body must be a form: application/x-www-form-urlencoded.');
  }
  return once(new URLSearchParams(await limitedText(c.req.raw)));
};

export const once = (params: URLSearchParams): ReadonlyMap<string, string> => {
  const members = new Map<string, string>();
  for (const [name, value] of params) {
    if (members.has(name)) throw new OAuthRefusal('invalid_request', `${name} stands there twice.`);
    // Empty counts as absent.
    if (value !== '') members.set(name, value);
  }
  return members;
};

/** Runs an endpoint and writes its refusals the way that its clients read. */
export const answering =
  (answer: (call: Call) => Promise<Response>) =>
  async (call: Call): Promise<Response> => {
    try {
      return await answer(call);
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return json({ error: error.code, error_description: error.message }, error.status);
    }
  };

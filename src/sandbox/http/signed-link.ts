import { createHmac, timingSafeEqual } from 'node:crypto';
import { SANDBOX_LINK_LIFE_MS } from '../state/purchase-state.ts';
import { createNotFoundError, SandboxHttpError } from './http-error.ts';
import { formatIsoTime } from './json-response.ts';
import type { SandboxCall } from './sandbox-service.ts';

/** A download address and the time at which it expires, an hour later (specification section 8). */
export interface SignedLink {
  readonly download_url: string;
  readonly expires_at: string;
}

/**
 * Creates a signed link to a document. With `dead` the link is expired from the start, although
 * `expires_at` says otherwise.
 */
export const createSignedLink = (
  { origin, state, now }: SandboxCall,
  id: string,
  dead: boolean,
): SignedLink => {
  const end = now + SANDBOX_LINK_LIFE_MS;
  const until = dead ? now - 1000 : end;
  const query = new URLSearchParams({
    until: String(until),
    signature: computeLinkSignature(state.secret, id, String(until)),
  });
  return { download_url: `${origin}/dl/${id}?${query}`, expires_at: formatIsoTime(end) };
};

/** Returns the document id of a valid link. Throws SandboxHttpError 404 or 403. */
export const verifySignedLink = ({ c, state, now }: SandboxCall): string => {
  const id = c.req.param('documentId') ?? '';
  const until = c.req.query('until') ?? '';
  const given = Buffer.from(c.req.query('signature') ?? '');
  const right = Buffer.from(computeLinkSignature(state.secret, id, until));
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw createNotFoundError('document');
  if (Number(until) <= now) {
    throw new SandboxHttpError(
      403,
      'LINK_EXPIRED',
      'This download link has expired. Ask for the document again.',
    );
  }
  return id;
};

/** Computes the HMAC of a document id and its expiry time. */
const computeLinkSignature = (secret: string, id: string, until: string): string =>
  createHmac('sha256', secret).update(`${id} ${until}`).digest('hex');

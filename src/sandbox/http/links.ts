import { createHmac, timingSafeEqual } from 'node:crypto';
import { LINK_LIFE_MS } from '../world/purchase.ts';
import { iso } from './json.ts';
import { notFound, Refusal } from './refusal.ts';
import type { Call } from './service.ts';

/** A download address and the end of its life: an hour on the sandbox's clock (specification section 8). */
export interface Link {
  readonly download_url: string;
  readonly expires_at: string;
}

/** Signs a link to a document. `dead` gives one that has expired already, whatever it says. */
export const signLink = ({ origin, state, now }: Call, id: string, dead: boolean): Link => {
  const end = now + LINK_LIFE_MS;
  const until = dead ? now - 1000 : end;
  const query = new URLSearchParams({
    until: String(until),
    signature: sign(state.secret, id, String(until)),
  });
  return { download_url: `${origin}/dl/${id}?${query}`, expires_at: iso(end) };
};

/** The id of a link that holds; throws the refusal otherwise. */
export const openLink = ({ c, state, now }: Call): string => {
  const id = c.req.param('documentId') ?? '';
  const until = c.req.query('until') ?? '';
  const given = Buffer.from(c.req.query('signature') ?? '');
  const right = Buffer.from(sign(state.secret, id, until));
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw notFound('document');
  if (Number(until) <= now) {
    throw new Refusal(403, 'LINK_EXPIRED', 'This download link has expired. Ask for the document again.');
  }
  return id;
};

const sign = (secret: string, id: string, until: string): string =>
  createHmac('sha256', secret).update(`${id} ${until}`).digest('hex');

import type { RawFetch } from '../../../src/service/http/transport-options.ts';
import { D1, P1 } from './open-records.ts';

type OrderAnswer = { readonly status: number; readonly body: unknown } | 'nothing';

/** Creates a service with one design. A test sets its answers; the service counts paid requests. */
export const createOrderService = () => {
  const it = {
    posts: 0,
    looks: 0,
    links: 0,
    order: {
      status: 202,
      body: { status: 'composing', purchase_id: P1, design_id: D1, message: 'm' },
    } as OrderAnswer,
    status: { status: 200, body: buildPurchase({}) } as OrderAnswer,
    pdf: { status: 200, body: '%PDF-1.7 a pack\n%%EOF\n' },
    /** Called before the answer to an order, and to a status request. */
    working: async (): Promise<void> => undefined,
    looking: async (): Promise<void> => undefined,
  };
  const createResponse = (answer: OrderAnswer): Response => {
    if (answer === 'nothing') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    const { status, body } = answer;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' },
    });
  };
  const fetch: RawFetch = async (url, init) => {
    const { pathname } = new URL(url);
    if (init.method === 'POST') {
      it.posts += 1;
      await it.working();
      return createResponse(it.order) as never;
    }
    if (pathname.startsWith('/dl/')) {
      it.links += 1;
      return new Response(it.pdf.body, {
        status: it.pdf.status,
        headers: { 'content-type': 'application/pdf' },
      }) as never;
    }
    if (pathname.includes('/v1/tech-packs/')) {
      it.looks += 1;
      await it.looking();
      return createResponse(it.status) as never;
    }
    return createResponse({ status: 404, body: { error: 'no such route', code: 'NOT_FOUND' } }) as never;
  };
  return Object.assign(it, { network: async () => fetch });
};

export type OrderService = ReturnType<typeof createOrderService>;

/** Builds the status of a purchase (specification 2.14; default: composing). */
export const buildPurchase = (members: Readonly<Record<string, unknown>>, ready = false): object => ({
  purchase_id: P1,
  status: 'composing',
  design_id: D1,
  amount: null,
  currency: null,
  pack: { id: 'k', version: 1, ready, composer_status: null, compose_status: null },
  pdf: ready
    ? { download_url: 'https://files.test/dl/1?signature=s', expires_at: '2030-01-01T00:00:00Z' }
    : null,
  paid_at: null,
  fulfilled_at: null,
  ...members,
});

export const UNPAID = {
  status: 402,
  body: {
    status: 'payment_required',
    purchase_id: P1,
    checkout_url: 'https://pay.test/x',
    amount: 29,
    currency: 'EUR',
    label: null,
    message: 'pay',
  },
};

export const buildRefusal = (status: number, code = 'CODE') => ({ status, body: { error: 'refused', code } });

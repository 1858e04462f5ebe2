import { html } from 'hono/html';
import { CURRENCY, compose, type PurchaseStatus, standing } from '../world/purchase.ts';
import type { Purchase } from '../world/state.ts';
import { page } from './page.ts';
import { notFound, Refusal } from './refusal.ts';
import type { Call } from './service.ts';
import { labelOf } from './tech-packs.ts';

const SAYS: Record<PurchaseStatus, string> = {
  payment_required: 'Nothing has been paid yet. This is a sandbox: paying costs nothing.',
  cancelled: 'This purchase was cancelled. Nothing was paid.',
  composing: 'Paid. The Tech Pack is being composed; this page can be closed.',
  fulfilled: 'Paid. The Tech Pack is there; this page can be closed.',
  failed: 'Paid, but the Tech Pack could not be composed.',
};

/** The web page behind `checkout_url`: what is bought, for how much, pay or cancel. */
export const checkout = (call: Call): Promise<Response> => {
  const purchase = bought(call);
  const { requested } = purchase;
  const { status } = standing(purchase, call.now);
  const garment = call.service.garments.find(({ id }) => id === requested.design);
  const what = garment === undefined ? 'Tech Pack' : labelOf(garment);
  return page(
    'Checkout',
    html`<p role="status">${SAYS[status]}</p>
<dl>
<dt>What</dt><dd><bdi>${what}</bdi></dd>
<dt>Design</dt><dd>${requested.design}</dd>
<dt>Amount</dt><dd>${CURRENCY} ${(requested.amount ?? 0).toFixed(2)}</dd>
<dt>Purchase</dt><dd>${requested.id}</dd>
</dl>
${status === 'payment_required' ? html`${button(call, 'pay', 'Pay')}${button(call, 'cancel', 'Cancel')}` : ''}`,
  );
};

const button = ({ c }: Call, action: string, words: string) =>
  html`<form method="post" action="/checkout/${c.req.param('purchaseId')}/${action}"><button>${words}</button></form>`;

/** What the two buttons post to. Done twice it changes nothing; afterwards the browser is back on the page. */
export const decide =
  (action: 'pay' | 'cancel') =>
  async (call: Call): Promise<Response> => {
    const { service, now } = call;
    const { id } = bought(call).requested;
    const status = await service.world.change(async (state, record) => {
      const purchase = state.purchases.get(id);
      if (purchase === undefined) throw notFound('purchase');
      if (standing(purchase, now).status === 'payment_required') {
        await record(
          action === 'pay'
            ? { type: 'paid', id, composition: compose(state, now) }
            : { type: 'cancelled', id, at: now },
        );
      }
      return standing(purchase, now).status;
    });
    if ((status === 'cancelled') !== (action === 'cancel')) {
      throw new Refusal(409, 'PURCHASE_CLOSED', SAYS[status]);
    }
    return new Response(null, { status: 303, headers: { location: `/checkout/${id}` } });
  };

/** A purchase that somebody pays for; one of the allowance has no checkout. */
const bought = ({ c, state }: Call): Purchase => {
  const purchase = state.purchases.get(c.req.param('purchaseId') ?? '');
  if (purchase === undefined || purchase.requested.amount === null) throw notFound('purchase');
  return purchase;
};

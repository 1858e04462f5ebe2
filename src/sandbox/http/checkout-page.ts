import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import {
  computePurchaseState,
  PACK_CURRENCY,
  type SandboxPurchaseStatus,
  startComposition,
} from '../state/purchase-state.ts';
import type { SandboxPurchase } from '../state/sandbox-state.ts';
import { createNotFoundError, SandboxHttpError } from './check-request.ts';
import type { SandboxCall } from './sandbox-service.ts';
import { formatTechPackLabel } from './tech-pack-routes.ts';

const PAGE_CSS = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 40rem; margin: 3rem auto; padding: 0 1rem; }
dt { font-weight: 600; } dd { margin: 0 0 .75rem; overflow-wrap: anywhere; }
form { display: inline-block; margin-right: 1rem; }
button { font: inherit; padding: .5rem 1.25rem; }
:focus-visible { outline: 3px solid; outline-offset: 2px; }
td, th { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; }
`;

const PAGE_CSS_HASH = createHash('sha256').update(PAGE_CSS).digest('base64');

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${PAGE_CSS_HASH}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * Returns a response with an HTML page without scripts and external resources. `content` must already be escaped. The
 * page may send forms only to the sandbox and, if `formTarget` is given, to that origin.
 */
export const renderHtmlPage = async (
  title: string,
  content: ReturnType<typeof html>,
  status = 200,
  formTarget = '',
): Promise<Response> => {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – sandbox</title>
<style>${raw(PAGE_CSS)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  const bytes = new TextEncoder().encode(text.toString());
  return new Response(bytes, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(bytes.length),
      'content-security-policy': `${CONTENT_SECURITY_POLICY}; form-action 'self' ${formTarget}`.trimEnd(),
      // `Referrer-Policy` must not be `no-referrer`. A browser would then send `Origin: null` with a form, and the
      // sandbox refuses that origin.
      'referrer-policy': 'same-origin',
    },
  });
};

const STATUS_MESSAGES: Record<SandboxPurchaseStatus, string> = {
  payment_required: 'Nothing has been paid yet. This is a sandbox: paying costs nothing.',
  cancelled: 'This purchase was cancelled. Nothing was paid.',
  composing: 'Paid. The Tech Pack is being composed; this page can be closed.',
  fulfilled: 'Paid. The Tech Pack is ready; this page can be closed.',
  failed: 'Paid, but the Tech Pack could not be composed.',
};

/**
 * Renders the page behind `checkout_url`: the Tech Pack, the amount, and buttons to pay or cancel while payment is due.
 * Throws SandboxHttpError 404 for an unknown purchase, and for one that the allowance covers.
 */
export const renderCheckoutPage = (call: SandboxCall): Promise<Response> => {
  const purchase = getRequestedPurchase(call);
  const { requestEvent } = purchase;
  const { status } = computePurchaseState(purchase, call.now);
  const garment = call.service.garments.find(({ id }) => id === requestEvent.design);
  const label = garment === undefined ? 'Tech Pack' : formatTechPackLabel(garment);
  return renderHtmlPage(
    'Checkout',
    html`<p role="status">${STATUS_MESSAGES[status]}</p>
<dl>
<dt>What</dt><dd><bdi>${label}</bdi></dd>
<dt>Design</dt><dd>${requestEvent.design}</dd>
<dt>Amount</dt><dd>${PACK_CURRENCY} ${(requestEvent.amount ?? 0).toFixed(2)}</dd>
<dt>Purchase</dt><dd>${requestEvent.id}</dd>
</dl>
${status === 'payment_required' ? html`${renderButton(call, 'pay', 'Pay')}${renderButton(call, 'cancel', 'Cancel')}` : ''}`,
  );
};

const renderButton = ({ c }: SandboxCall, action: string, caption: string) =>
  html`<form method="post" action="/checkout/${c.req.param('purchaseId')}/${action}"><button>${caption}</button></form>`;

/**
 * Creates the handler of the button `pay` or `cancel`. It records the decision and redirects to the checkout page.
 * Throws SandboxHttpError 409 if the user clicks `pay` for a cancelled purchase, or `cancel` for a paid one.
 */
export const createDecisionHandler =
  (action: 'pay' | 'cancel') =>
  async (call: SandboxCall): Promise<Response> => {
    const { service, now } = call;
    const { id } = getRequestedPurchase(call).requestEvent;
    const status = await service.stateStore.change(async (state, record) => {
      const purchase = state.purchases.get(id);
      if (purchase === undefined) throw createNotFoundError('purchase');
      if (computePurchaseState(purchase, now).status === 'payment_required') {
        await record(
          action === 'pay'
            ? { type: 'paid', id, composition: startComposition(state, now) }
            : { type: 'cancelled', id, at: now },
        );
      }
      return computePurchaseState(purchase, now).status;
    });
    if ((status === 'cancelled') !== (action === 'cancel')) {
      throw new SandboxHttpError(409, 'PURCHASE_CLOSED', STATUS_MESSAGES[status]);
    }
    return new Response(null, { status: 303, headers: { location: `/checkout/${id}` } });
  };

/**
 * Returns the requested purchase. Throws SandboxHttpError 404 if it is unknown, or if it has no price because the plan
 * of the user includes it.
 */
const getRequestedPurchase = ({ c, state }: SandboxCall): SandboxPurchase => {
  const purchase = state.purchases.get(c.req.param('purchaseId') ?? '');
  if (purchase === undefined || purchase.requestEvent.amount === null) throw createNotFoundError('purchase');
  return purchase;
};

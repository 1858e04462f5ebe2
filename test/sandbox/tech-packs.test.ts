import { describe, expect, it } from 'vitest';
import {
  authorizeAs,
  FOREIGN,
  HOSTILE,
  HOUSE,
  MINTED,
  type OpenSandbox,
  openSandbox,
  PLAIN,
  readRefusal,
  START,
} from './open-sandbox.ts';

const getPacksPath = (id: string) => `/v1/designs/${id}/tech-packs`;
const readStatus = async ({ ask }: OpenSandbox, id: string) => (await ask(`/v1/tech-packs/${id}`)).json();
const requestPack = async ({ post }: OpenSandbox, key: string, body?: unknown, id = MINTED.id) =>
  (await post(getPacksPath(id), body, key)).json();

describe('a Tech Pack', () => {
  it('uses the allowance first, and is composed by the clock', async () => {
    const opened = await openSandbox();
    const response = await opened.post(getPacksPath(MINTED.id), { brand: 'Atelier Example' });
    expect(response.status).toBe(202);
    const answer = await response.json();
    expect(answer).toEqual({
      status: 'composing',
      purchase_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      design_id: MINTED.id,
      message: expect.any(String),
    });
    const composing = await readStatus(opened, answer.purchase_id);
    expect(composing).toEqual({
      purchase_id: answer.purchase_id,
      status: 'composing',
      design_id: MINTED.id,
      amount: null,
      currency: null,
      pack: {
        id: expect.any(String),
        version: null,
        ready: false,
        composer_status: 'running',
        compose_status: 'composing',
      },
      pdf: null,
      paid_at: null,
      fulfilled_at: null,
    });
    opened.clock.time += 19_999;
    expect((await readStatus(opened, answer.purchase_id)).pack.ready).toBe(false);
    opened.clock.time += 1;
    expect(await readStatus(opened, answer.purchase_id)).toEqual({
      ...composing,
      status: 'fulfilled',
      pack: {
        ...composing.pack,
        version: 1,
        ready: true,
        composer_status: 'done',
        compose_status: 'composed',
      },
      pdf: {
        download_url: expect.any(String),
        expires_at: new Date(opened.clock.time + 3_600_000).toISOString(),
      },
      fulfilled_at: new Date(START + 20_000).toISOString(),
    });
  });

  it('has a PDF link for an hour, again at every poll', async () => {
    const opened = await openSandbox();
    const { purchase_id: id } = await requestPack(opened, 'full', { designerNotes: 'SPI 14' });
    opened.clock.time += 20_000;
    const { pdf } = await readStatus(opened, id);
    const file = await opened.sandbox.fetch(pdf.download_url);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="GARM-00012_tech-pack_v1.pdf"',
    );
    const text = await file.text();
    expect(text).toContain('"designerNotes":"SPI 14"');
    expect(text).toContain(new Date(START + 20_000).toISOString());
    opened.clock.time += 3_600_000;
    expect(await readRefusal(opened.sandbox.fetch(pdf.download_url))).toEqual([403, 'LINK_EXPIRED']);
    const again = await readStatus(opened, id);
    expect(await (await opened.sandbox.fetch(again.pdf.download_url)).text()).toBe(text);
  });

  it('costs EUR 25 and the surcharge once the allowance is used', async () => {
    const opened = await openSandbox();
    await requestPack(opened, 'full');
    const response = await opened.post(getPacksPath(PLAIN.id), {});
    expect(response.status).toBe(402);
    const answer = await response.json();
    expect(answer).toEqual({
      status: 'payment_required',
      purchase_id: expect.any(String),
      checkout_url: `${opened.sandbox.baseUrl}/checkout/${answer.purchase_id}`,
      amount: 29,
      currency: 'EUR',
      label: `Tech Pack: ${PLAIN.id}`,
      message: expect.any(String),
    });
    expect(await readStatus(opened, answer.purchase_id)).toMatchObject({
      status: 'payment_required',
      amount: 29,
      currency: 'EUR',
      pack: null,
      pdf: null,
      paid_at: null,
    });
  });

  it('has one allowance per user: another key of the user brings no new one', async () => {
    const opened = await openSandbox();
    expect((await requestPack(opened, 'token')).status).toBe('composing');
    expect((await requestPack(opened, 'full')).status).toBe('payment_required');
    expect((await requestPack(opened, 'other', {}, FOREIGN.id)).status).toBe('composing');
  });

  it('of two requests at the same time only one gets the last of the allowance', async () => {
    const opened = await openSandbox();
    const both = await Promise.all([requestPack(opened, 'full'), requestPack(opened, 'full')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['composing', 'payment_required']);
  });

  it('needs payment at once on a plan without an allowance', async () => {
    const opened = await openSandbox();
    expect((await requestPack(opened, 'no-allowance')).status).toBe('payment_required');
    expect((await requestPack(opened, 'full')).status).toBe('composing');
  });

  it('counts its versions by design', async () => {
    const opened = await openSandbox();
    const first = await requestPack(opened, 'full', {}, PLAIN.id);
    const second = await requestPack(opened, 'full', {}, PLAIN.id);
    await opened.sandbox.control.pay(second.purchase_id);
    opened.clock.time += 20_000;
    expect((await readStatus(opened, first.purchase_id)).pack.version).toBe(1);
    expect((await readStatus(opened, second.purchase_id)).pack.version).toBe(2);
  });

  it.each([
    ['a brand that is no string', { brand: 1 }],
    ['null as brand', { brand: null }],
    ['notes in a list', { designerNotes: ['a'] }],
    ['a piece scope that is an object', { pieceScope: {} }],
    ['sizes as a string', { sizeSelection: 'M' }],
    ['sizes as a list', { sizeSelection: ['M'] }],
    ['a list', []],
    ['half an object', '{'],
  ])('refuses %s, and sells nothing', async (_, body) => {
    const opened = await openSandbox();
    expect(await readRefusal(opened.post(getPacksPath(PLAIN.id), body))).toEqual([400, 'INVALID_REQUEST']);
    expect((await opened.sandbox.control.status()).purchases).toEqual([]);
  });

  it('accepts any sizes and unknown members', async () => {
    const body = { sizeSelection: { system: 'alpha', deep: [{ a: null }] }, more: true };
    expect((await (await openSandbox()).post(getPacksPath(PLAIN.id), body)).status).toBe(202);
  });

  it('is limited to own designs and own purchases', async () => {
    const opened = await openSandbox();
    for (const id of [FOREIGN.id, HOUSE.id, 'GARM-00012']) {
      expect(await readRefusal(opened.post(getPacksPath(id)))).toEqual([404, 'NOT_FOUND']);
    }
    const { purchase_id: id } = await requestPack(opened, 'full');
    const foreign = opened.ask(`/v1/tech-packs/${id}`, { headers: authorizeAs('other') });
    expect(await readRefusal(foreign)).toEqual([404, 'NOT_FOUND']);
    expect((await opened.ask(`/v1/tech-packs/${id.toUpperCase()}`)).status).toBe(200);
  });
});

describe('the checkout', () => {
  async function buyPack() {
    const opened = await openSandbox();
    const { purchase_id: id, checkout_url: url } = await requestPack(opened, 'no-allowance', {}, HOSTILE.id);
    const visit = (path = '', init: RequestInit = {}) => opened.sandbox.fetch(url + path, init);
    return { opened, id, url, visit };
  }

  it('shows the item and the price, escaped, under a strict policy', async () => {
    const { visit, id } = await buyPack();
    const response = await visit();
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(/<script/i);
    expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; co');
    expect(text).toContain('EUR 29.00');
    expect(text).toContain(id);
    expect(text.match(/<button>/g)).toHaveLength(2);
    expect(text).toContain('<html lang="en">');
  });

  it('completes the purchase once when paid', async () => {
    const { opened, visit, id } = await buyPack();
    opened.clock.time += 5000;
    const paid = await visit('/pay', { method: 'POST', redirect: 'manual' });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, `/checkout/${id}`]);
    opened.clock.time += 5000;
    expect((await visit('/pay', { method: 'POST' })).status).toBe(303);
    expect(await readStatus(opened, id)).toMatchObject({
      status: 'composing',
      paid_at: new Date(START + 5000).toISOString(),
      pack: { ready: false },
    });
    expect(await (await visit()).text()).not.toContain('<button>');
    expect(await readRefusal(visit('/cancel', { method: 'POST' }))).toEqual([409, 'PURCHASE_CLOSED']);
    opened.clock.time += 15_000;
    expect(await readStatus(opened, id)).toMatchObject({ status: 'fulfilled', pack: { ready: true } });
  });

  it('ends the purchase when cancelled', async () => {
    const { opened, visit, id } = await buyPack();
    expect((await visit('/cancel', { method: 'POST' })).status).toBe(303);
    expect(await readStatus(opened, id)).toMatchObject({ status: 'cancelled', pack: null, paid_at: null });
    expect(await readRefusal(visit('/pay', { method: 'POST' }))).toEqual([409, 'PURCHASE_CLOSED']);
  });

  it('refuses a payment from another site, and a visit pays nothing', async () => {
    const { opened, visit, id } = await buyPack();
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example']) {
      const forged = visit('/pay', { method: 'POST', headers: { origin } });
      expect(await readRefusal(forged)).toEqual([403, 'ORIGIN_REFUSED']);
    }
    expect(await readRefusal(visit('/pay'))).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect((await readStatus(opened, id)).status).toBe('payment_required');
    expect(
      (await visit('/pay', { method: 'POST', headers: { origin: opened.sandbox.baseUrl } })).status,
    ).toBe(303);
  });

  it('does not exist for a purchase without payment', async () => {
    const opened = await openSandbox();
    const { purchase_id: id } = await requestPack(opened, 'full');
    for (const path of [`/checkout/${id}`, '/checkout/x']) {
      expect(await readRefusal(opened.ask(path))).toEqual([404, 'NOT_FOUND']);
    }
  });
});

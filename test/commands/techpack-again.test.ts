import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Interrupted, Terminated } from '../../src/platform/errors.ts';
import { D1, P1 } from '../service/tech-packs/open-records.ts';
import {
  buildPurchase,
  buildRefusal,
  createOrderService,
  UNPAID,
} from '../service/tech-packs/order-service.ts';
import { createHome, type RunSetting, runToile, type ToileRun } from '../support/run-toile.ts';

const REQUEST = ['techpack', 'request', D1, '--yes'];
// The clock of the tests runs a hundred times as fast, so the whole wait takes a second.
const WAIT = [...REQUEST, '--wait', '--interval', '1s', '--timeout', '100s'];
const FETCH = [...WAIT, '--download', 'pk.pdf'];
// A busy disk does not follow that clock, so a pack that is ready gets a long limit.
const FETCH_READY = [...REQUEST, '--wait', '--timeout', '9h', '--download', 'pk.pdf'];
const READY = { status: 200, body: buildPurchase({ status: 'fulfilled' }, true) };
const ENV = {
  TOILE_BASE_URL: 'https://api.example',
  TOILE_API_KEY: 'svc_sk_x',
  // On a busy machine an answer may take more than the usual limit, which is 0.6 s with this clock.
  TOILE_REQUEST_TIMEOUT: '10m',
};

const startShop = async () => {
  const home = await createHome();
  const at = createOrderService();
  const run = (words: readonly string[], setting: RunSetting = {}) =>
    runToile(words, { home, network: at.network, env: ENV, ...setting });
  return { home, at, run, file: (name: string) => join(home, name) };
};

const readError = ({ err }: ToileRun) => JSON.parse(err.trim().split('\n').at(-1) ?? '').error;
const STATUS = `toile techpack status ${P1}`;

describe('the same command again', () => {
  it.each([
    ['a download that answered 404', { pdf: { status: 404, body: 'no' } }],
    ['a network that failed while it waited', { status: 'nothing' }],
    ['a 404 of a replica that lags', { status: buildRefusal(404) }],
    ['a credential that was refused meanwhile', { status: buildRefusal(401) }],
    ['a service that was down', { status: buildRefusal(503) }],
  ])('shows the existing Tech Pack after %s', async (_, trouble) => {
    const { at, run, file } = await startShop();
    at.status = READY;
    Object.assign(at, trouble);
    const first = await run([...FETCH, '--json', '-q', '--max-wait', '1s']);
    expect(first.code).not.toBe(0);
    expect(first.code).not.toBe(2);
    expect(readError(first)).toMatchObject({ purchase_id: P1, design_id: D1 });
    expect(readError(first).next.join(' ')).toContain(STATUS);
    expect(readError(first).hint).toContain(STATUS);
    expect(first.err).not.toMatch(/run the command again|try again/);
    Object.assign(at, { status: READY, pdf: createOrderService().pdf });
    expect((await run(FETCH_READY)).code).toBe(0);
    expect(readFileSync(file('pk.pdf'), 'utf8')).toMatch(/^%PDF/);
    // With the file in place, the command downloads nothing again.
    const links = at.links;
    expect(await run([...FETCH_READY, '--json'])).toMatchObject({ code: 0 });
    expect(at.links).toBe(links);
    expect(at.posts).toBe(1);
    expect((await run([...REQUEST, '--again'])).code).toBe(0);
    expect(at.posts).toBe(2);
  });

  it.each([
    ['purchase', { purchase_id: '11111111-2222-4333-8444-000000000000' }],
    ['design', { design_id: '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d02' }],
  ])('saves nothing of an answer about another %s', async (_, other) => {
    const { at, run, file, home } = await startShop();
    await run(REQUEST);
    const record = () => readFileSync(join(home, 'toile', 'state', 'purchases.json'), 'utf8');
    const before = record();
    at.status = { status: 200, body: buildPurchase({ status: 'fulfilled', ...other }, true) };
    for (const words of [FETCH_READY, REQUEST, ['techpack', 'status', P1, '--download', 'pk.pdf']]) {
      const wrong = await run([...words, '--json']);
      expect(wrong).toMatchObject({ code: 1, out: '' });
      expect(readError(wrong)).toMatchObject({ code: 'answer_of_another' });
    }
    expect([at.links, record()]).toEqual([0, before]);
    expect(() => readFileSync(file('pk.pdf'))).toThrow();
    // An answer with fewer members is about the same purchase.
    at.status = {
      status: 200,
      body: buildPurchase({ design_id: null, purchase_id: P1.toUpperCase() }, true),
    };
    expect((await run(FETCH_READY)).code).toBe(0);
    expect(at.posts).toBe(1);
  });

  it('shows a ready Tech Pack with exit 0, and how to download it', async () => {
    const { at, run } = await startShop();
    await run(REQUEST);
    at.status = READY;
    const { code, out } = await run([...REQUEST, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      schema: 'toile.techpack-standing/1',
      state: 'ready',
      ready: true,
      next: `${STATUS} --download`.split(' '),
    });
    const shown = await run([...REQUEST, '--no-color'], { columns: 80 });
    expect(shown.out).toMatch(/already requested[\s\S]*ready +yes[\s\S]*To download the PDF:/);
    expect(at.posts).toBe(1);
  });

  it('ignores the status word: the pack is ready when pack.ready is true', async () => {
    const { at, run } = await startShop();
    const done = {
      status: 'fulfilled',
      fulfilled_at: '2026-01-01T00:00:00Z',
      pdf: { download_url: 'https://x/dl/1' },
    };
    at.status = { status: 200, body: buildPurchase(done) };
    expect((await run(FETCH)).code).toBe(8);
    expect((await run(['techpack', 'status', '--download'])).code).toBe(8);
    const { out } = await run(['techpack', 'status', '--no-color'], { columns: 80 });
    expect(out).toMatch(/ready +no/);
    expect(out).toContain('--wait --download');
    expect(JSON.parse((await run([...REQUEST, '--json'])).out)).toMatchObject({
      ready: false,
      state: 'composing',
    });
    expect(at.links).toBe(0);
    // A pack with another status word is ready.
    at.status = { status: 200, body: buildPurchase({ status: 'failed' }, true) };
    expect((await run(FETCH_READY)).code).toBe(0);
  });

  it.each(['true', 'false', 1, {}, [], null])('ignores pack.ready: %j', async (ready) => {
    const { at, run } = await startShop();
    at.status = { status: 200, body: { ...buildPurchase({}, true), pack: { id: 'k', version: 1, ready } } };
    expect((await run(REQUEST)).code).toBe(0);
    expect((await run(['techpack', 'status', '--download'])).code).toBe(8);
    expect(at.links).toBe(0);
  });

  it('sends one order when several run at once, and each shows it', async () => {
    const { at, run } = await startShop();
    at.working = () => new Promise((resolve) => setTimeout(resolve, 60));
    const all = await Promise.all(Array.from({ length: 5 }, () => run([...REQUEST, '--json'])));
    expect(at.posts).toBe(1);
    expect(all.map(({ code }) => code).toSorted()).toEqual([0, 8, 8, 8, 8]);
    for (const { out, err } of all) expect(out + err).not.toMatch(/no answer came/);
  });

  it('sends no second order from a concurrent run when the first was refused', async () => {
    const { at, run } = await startShop();
    at.order = buildRefusal(409);
    let answer = (): void => undefined;
    at.working = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const first = run(REQUEST);
    while (at.posts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const printOutput = (printed: string): void =>
      printed.includes('another toile process is sending this request') ? answer() : undefined;
    const twin = await run(REQUEST, { onStderr: printOutput });
    expect((await first).code).toBe(9);
    expect(twin.code).toBe(1);
    expect(twin.err).toContain('this one sent nothing');
    expect(at.posts).toBe(1);
  });

  it('says that an order is still being sent, and does not know its answer', async () => {
    const { at, run } = await startShop();
    let answer = (): void => undefined;
    at.working = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const first = run(REQUEST);
    while (at.posts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const twin = await run([...REQUEST, '--json', '-q']);
    expect(twin).toMatchObject({ code: 8, out: '' });
    expect(readError(twin)).toMatchObject({
      code: 'being_sent',
      purchase_state: 'sent',
      next: ['toile', 'techpack', 'ls'],
    });
    answer();
    expect((await first).code).toBe(0);
    expect((await run([...REQUEST, '--json'])).code).toBe(8);
    expect(at.posts).toBe(1);
  });

  it('names the account that ordered, where another account may not see it', async () => {
    const { at, run, home } = await startShop();
    mkdirSync(join(home, 'toile', 'state'), { recursive: true });
    const record = { number: 1, design_id: D1, base_url: ENV.TOILE_BASE_URL, account: 'studio' };
    const made = { requested_at: '2026-01-01T00:00:00Z', state: 'composing', purchase_id: P1 };
    writeFileSync(
      join(home, 'toile', 'state', 'purchases.json'),
      JSON.stringify({ version: 2, purchases: [{ ...record, ...made }] }),
    );
    at.status = buildRefusal(404);
    const { code, err } = await run(REQUEST);
    expect(code).toBe(5);
    expect(err).toContain('as account studio');
    expect(err).toContain(`toile techpack request ${D1} --again`);
    expect(at.posts).toBe(0);
  });

  it('sends one order for every form of the design reference, and through api too', async () => {
    const { at, run } = await startShop();
    await run(REQUEST);
    for (const words of [
      ['techpack', 'request', D1.toUpperCase(), '--yes'],
      ['techpack', 'request', `https://app.example/designs/${D1}?tab=1`, '--yes'],
      ['api', '-X', 'POST', `v1/designs/${D1}/tech-packs;x`, '--yes'],
      ['api', '-X', 'POST', `v1/designs/${D1.toUpperCase()}/%74ech-packs/`, '--yes'],
      ['api', '-X', 'POST', '/tech-packs', '--base-url', `https://api.example/v1/designs/${D1}`, '--yes'],
    ]) {
      const { code, out } = await run(words);
      expect([code, out.includes(P1)], words.join(' ')).toEqual([8, true]);
      const unasked = await run(words.filter((word) => word !== '--yes'));
      expect(unasked.code, words.join(' ')).toBe(2);
    }
    for (const id of [`{${D1}}`, D1.replaceAll('-', ''), `urn:uuid:${D1}`, 'GARM-1']) {
      const { code, err } = await run(['api', '-X', 'POST', `v1/designs/${id}/tech-packs`, '--yes']);
      expect([code, err.includes('nothing was sent')], id).toEqual([2, true]);
    }
    expect(at.posts).toBe(1);
  });
});

describe('after an order was sent', () => {
  it.each([500, 502])('a %i is reported without contradiction', async (status) => {
    const { at, run } = await startShop();
    at.order = buildRefusal(status);
    const { code, err } = await run([...REQUEST, '-q']);
    expect(code).toBe(3);
    expect(err).toContain(
      `the service failed (${status}) after the request was sent; it is unknown whether the service accepted it`,
    );
    expect(err).not.toContain('no answer came');
    expect(readError(await run([...REQUEST, '--json']))).toMatchObject({
      code: 'fate_unknown',
      exit: 1,
      purchase_state: 'fate_unknown',
    });
    expect(at.posts).toBe(1);
  });

  it.each(['[1]', '"composing"', 'null', '{}', ''])('a 202 with %j is an invalid answer', async (body) => {
    const { at, run } = await startShop();
    const answer = new Response(body, { status: 202 });
    const network =
      async () =>
      async (_url: string, { method }: { method: string }) => {
        if (method === 'POST') at.posts += 1;
        return answer.clone();
      };
    const { code, out, err } = await run([...REQUEST, '--json'], { network: network as never });
    expect([code, out]).toEqual([3, '']);
    expect(JSON.parse(err).error).toMatchObject({ code: 'fate_unknown', purchase_state: 'fate_unknown' });
    expect((await run(REQUEST)).code).toBe(1);
    expect(at.posts).toBe(1);
  });

  it.each([
    ['while it is sent', 'working', 'composing'],
    ['at the last moment', 'looking', 'ready'],
  ] as const)('a file that appears in place of the PDF %s is not a usage error', async (_, when, state) => {
    const { at, run, file } = await startShop();
    at.status = READY;
    at[when] = async () => writeFileSync(file('pk.pdf'), 'mine');
    const failed = await run([...FETCH_READY, '--json', '-q']);
    expect(failed.code).toBe(1);
    expect(readError(failed)).toMatchObject({ code: 'file_exists', purchase_id: P1, purchase_state: state });
    expect(readError(failed).hint).toMatch(
      /^--clobber overwrites a file; --download FILE sets another path; /,
    );
    expect(readFileSync(file('pk.pdf'), 'utf8')).toBe('mine');
    // Repeating the command prints the same and sends nothing.
    expect(readError(await run([...FETCH_READY, '--json']))).toMatchObject({ exit: 1, purchase_id: P1 });
    at.looking = async () => undefined;
    expect((await run([...FETCH_READY, '--clobber'])).code).toBe(0);
    expect(at.posts).toBe(1);
  });

  it.each([
    ['a filter that is none', ['--json', '--jq', 'bad(']],
    ['a field that there is not', ['--json', '--fields', 'a..b']],
  ])('%s is not a usage error', async (_, flags) => {
    const { at, run } = await startShop();
    const { code, err } = await run([...REQUEST, ...flags]);
    // If the mistake is found before, nothing is sent.
    if (at.posts === 0) return expect(code).toBe(2);
    expect(code).toBe(1);
    expect(JSON.parse(err.trim().split('\n').at(-1) ?? '').error).toMatchObject({ purchase_id: P1 });
  });

  it.each([
    ['Ctrl-C', () => new Interrupted(), 130],
    ['SIGTERM', () => new Terminated(), 143],
  ])(
    '%s while it waits prints the purchase id, with -q too, as text and as data',
    async (_, reason, exit) => {
      const { at, run } = await startShop();
      for (const flags of [['-q'], ['-q', '--json']]) {
        const stop = new AbortController();
        const look = at.looks;
        const ending = run([...REQUEST, '--wait', '--timeout', '9h', ...flags], { signal: stop.signal });
        while (at.looks === look) await new Promise((resolve) => setTimeout(resolve, 5));
        stop.abort(reason());
        const { code, out, err } = await ending;
        expect([code, out]).toEqual([exit, '']);
        expect(err).toContain(`${STATUS} --wait --download`);
        expect(err).toContain(P1);
        expect(err).toContain('composing');
      }
      expect(at.posts).toBe(1);
    },
  );

  it('a signal during the request says that it was sent and that the outcome is unknown', async () => {
    const { at, run } = await startShop();
    const stop = new AbortController();
    at.working = async () => {
      stop.abort(new Terminated());
      await new Promise(() => undefined);
    };
    const { code, err } = await run([...REQUEST, '-q', '--json'], { signal: stop.signal });
    expect(code).toBe(143);
    expect(JSON.parse(err).error).toMatchObject({ code: 'terminated', purchase_state: 'fate_unknown' });
    at.working = async () => undefined;
    expect((await run(REQUEST)).code).toBe(1);
    expect(at.posts).toBe(1);
  });

  it('the end of the waiting time is an answer, and printed with -q too', async () => {
    const { run } = await startShop();
    const { code, out, err } = await run([...WAIT, '-q', '--json']);
    expect(code).toBe(8);
    expect(JSON.parse(out)).toMatchObject({ purchase_id: P1, status: 'composing' });
    expect(JSON.parse(err).error).toMatchObject({
      code: 'not_ready',
      exit: 8,
      purchase_id: P1,
      purchase_state: 'composing',
      next: `${STATUS} --wait --download`.split(' '),
    });
    const text = await run([...WAIT, '-q']);
    expect(text.err).toContain(`${STATUS} --wait --download`);
  });

  it('an invalid purchase id is shown, and neither requested nor printed in a command', async () => {
    const { at, run } = await startShop();
    const id = 'x; touch PWNED';
    at.order = { status: 202, body: { status: 'composing', purchase_id: id, design_id: D1, message: '' } };
    const first = await run([...WAIT, '--json']);
    expect(first.code).toBe(8);
    expect(JSON.parse(first.out).purchase_id).toBe(id);
    const again = await run([...REQUEST, '--json']);
    expect(again.code).toBe(8);
    expect(JSON.parse(again.out)).toMatchObject({ purchase_id: id, next: ['toile', 'techpack', 'ls'] });
    expect((await run(['techpack', 'status'])).code).toBe(2);
    expect((await run(['techpack', 'status', id])).code).toBe(2);
    expect([at.posts, at.looks]).toEqual([1, 0]);
  });
});

describe('the PDF of a Tech Pack', () => {
  it('is checked by the recorded digest, and downloaded by a new link when the first has expired', async () => {
    const { at, run, file } = await startShop();
    const sha256 = 'ab'.repeat(32);
    const link = { download_url: 'https://files.test/dl/1', expires_at: '', sha256 };
    at.status = { status: 200, body: buildPurchase({ pdf: link }, true) };
    const wrong = await run([...FETCH_READY, '--json', '-q']);
    expect(wrong.code).not.toBe(0);
    expect(readError(wrong)).toMatchObject({ purchase_id: P1, purchase_state: 'ready' });
    expect(() => readFileSync(file('pk.pdf'))).toThrow();
    at.status = READY;
    const looks = at.looks;
    let expired = true;
    const network = async () => {
      const fetch = await at.network();
      return async (url: string, init: Parameters<typeof fetch>[1]) => {
        if (!url.includes('/dl/') || !expired) return fetch(url, init);
        expired = false;
        return new Response('{"code":"EXPIRED"}', { status: 403 });
      };
    };
    expect((await run(FETCH_READY, { network: network as never })).code).toBe(0);
    expect(at.looks - looks).toBe(2);
    expect(at.posts).toBe(1);
  });

  it('that was downloaded before is accepted only when it is unchanged', async () => {
    const { at, run, file } = await startShop();
    at.status = READY;
    expect((await run(FETCH_READY)).code).toBe(0);
    writeFileSync(file('pk.pdf'), '%PDF-1.7 of somebody else');
    const again = await run([...FETCH_READY, '--json']);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(readError(again)).toMatchObject({ code: 'file_exists' });
    expect(readFileSync(file('pk.pdf'), 'utf8')).toBe('%PDF-1.7 of somebody else');
    expect(at.posts).toBe(1);
  });

  it('that comes by a new link is checked by the digest of that link', async () => {
    const { at, run, file } = await startShop();
    await run(REQUEST);
    const buildPdf = (number: number, more: object = {}) => ({
      status: 200,
      body: buildPurchase({ pdf: { download_url: `https://files.test/dl/${number}`, ...more } }, true),
    });
    at.status = buildPdf(1);
    const asked: string[] = [];
    const network = async () => {
      const fetch = await at.network();
      return async (url: string, init: Parameters<typeof fetch>[1]) => {
        if (!url.includes('/dl/')) return fetch(url, init);
        asked.push(url.slice(-1));
        if (asked.length > 1) return fetch(url, init);
        at.status = buildPdf(2, { sha256: 'ab'.repeat(32) });
        return new Response('{"code":"EXPIRED"}', { status: 403 });
      };
    };
    const wrong = await run([...FETCH_READY, '--json', '-q'], { network: network as never });
    expect(wrong.code).not.toBe(0);
    expect([...new Set(asked)]).toEqual(['1', '2']);
    expect(() => readFileSync(file('pk.pdf'))).toThrow();
  });
});

// A 429 pauses all processes of the machine; a 503 delays only this request.
it.each([429, 503])('waiting pauses for as long as a %i asks for', async (status) => {
  const { at, run } = await startShop();
  const waits: number[] = [];
  let [looks, last] = [0, 0];
  const network = async () => {
    const fetch = await at.network();
    return async (url: string, init: Parameters<typeof fetch>[1]) => {
      if (!url.includes('/v1/tech-packs/')) return fetch(url, init);
      looks += 1;
      const now = performance.now();
      if (looks > 1) waits.push((now - last) * 100);
      last = now;
      if (looks > 1) return fetch(url, init);
      return new Response('{"error":"slow","code":"RATE_LIMITED"}', {
        status,
        headers: { 'retry-after': '40', 'content-type': 'application/json' },
      });
    };
  };
  at.status = READY;
  const words = [...REQUEST, '--wait', '--interval', '1s', '--timeout', '2m', '--max-wait', '1s'];
  expect((await run(words, { network: network as never })).code).toBe(0);
  // The clock of the tests runs a hundred times as fast.
  expect(waits[0]).toBeGreaterThan(39_000);
  expect(at.posts).toBe(1);
});

it('a 402 is a state: shown, not waited for without a terminal, and never repeated', async () => {
  const { at, run } = await startShop();
  at.order = UNPAID;
  at.status = { status: 200, body: buildPurchase({ status: 'payment_required', pack: null }) };
  expect((await run(REQUEST)).code).toBe(6);
  for (const words of [REQUEST, FETCH]) {
    const { code, out } = await run([...words, '--json']);
    expect(code).toBe(6);
    expect(JSON.parse(out)).toMatchObject({ state: 'payment_due', checkout_url: UNPAID.body.checkout_url });
  }
  at.status = READY;
  expect((await run(FETCH_READY)).code).toBe(0);
  expect(at.posts).toBe(1);
});

it('a certain refusal may be repeated, and the error mentions no money', async () => {
  const { at, run } = await startShop();
  at.order = buildRefusal(409, 'API_PRICING_NOT_CONFIGURED');
  for (const times of [1, 2]) {
    const refused = await run([...REQUEST, '--json']);
    expect(refused.code).toBe(9);
    expect(readError(refused)).not.toHaveProperty('purchase_state');
    expect(at.posts).toBe(times);
  }
});

describe('techpack forget', () => {
  it('asks for confirmation, explains the consequence, and allows another request', async () => {
    const { at, run } = await startShop();
    await run(REQUEST);
    expect(await run(['techpack', 'forget', '1'])).toMatchObject({ code: 2, out: '' });
    expect(await run(['techpack', 'forget'])).toMatchObject({ code: 2 });
    expect(await run(['techpack', 'forget', '1', '--damaged', '--yes'])).toMatchObject({ code: 2 });
    expect(await run(['techpack', 'forget', '7', '--yes'])).toMatchObject({ code: 5 });
    const { code, out } = await run(['techpack', 'forget', P1, '--yes', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      schema: 'toile.techpack-forget/2',
      requests: [{ ref: expect.stringMatching(/^[0-9a-f]{16}$/), purchase_id: P1, state: 'composing' }],
    });
    expect((await run(['techpack', 'ls', '--json'])).out).toContain('"requests":[]');
    expect((await run(REQUEST)).code).toBe(0);
    expect(at.posts).toBe(2);
    expect((await runToile(['help', 'techpack', 'forget'])).out).toContain('This command cancels nothing');
  });

  it('a read does not unlock a damaged record; a person does', async () => {
    const { at, run, home } = await startShop();
    await run(REQUEST);
    const path = join(home, 'toile', 'state', 'purchases.json');
    writeFileSync(path, '{"version": 1, "purch');
    for (const words of [
      ['techpack', 'ls'],
      ['techpack', 'status'],
      REQUEST,
      [...REQUEST, '--again'],
      REQUEST,
    ]) {
      expect(await run(words), words.join(' ')).toMatchObject({ code: 1, out: '' });
    }
    expect(readFileSync(path, 'utf8')).toBe('{"version": 1, "purch');
    // A status by purchase id needs no record.
    expect((await run(['techpack', 'status', P1])).code).toBe(0);
    expect(at.posts).toBe(1);
    expect((await run(['techpack', 'forget', '--damaged', '--yes'])).code).toBe(0);
    expect((await run(REQUEST)).code).toBe(0);
    expect(at.posts).toBe(2);
  });
});

it('an answer that cannot be recorded is an error with the purchase id', async () => {
  const { at, run, home } = await startShop();
  const path = join(home, 'toile', 'state', 'purchases.json');
  at.working = async () => writeFileSync(path, '{"version": 3, "purch');
  const slow = await run([...REQUEST, '--json']);
  expect(slow.code).toBe(1);
  expect(slow.out).toBe('');
  expect(readError(slow)).toMatchObject({
    code: 'unrecorded',
    message: expect.stringContaining(P1),
    purchase_id: P1,
    design_id: D1,
    next: expect.arrayContaining([P1]),
  });
  expect((await run([...REQUEST, '--json'])).code).toBe(1);
  expect(at.posts).toBe(1);
});

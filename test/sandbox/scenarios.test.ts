import { beforeEach, describe, expect, it } from 'vitest';
import { SANDBOX_ASSUMPTIONS, SANDBOX_SCENARIOS, type SandboxScenario } from '../../src/sandbox/index.ts';
import { authorizeAs, MINTED, type OpenSandbox, openSandbox, PLAIN, readRefusal } from './open-sandbox.ts';

const exportsPath = `/v1/designs/${PLAIN.id}/exports`;
const packsPath = `/v1/designs/${MINTED.id}/tech-packs`;

let opened: OpenSandbox;
beforeEach(async () => {
  opened = await openSandbox();
});

const useScenario = (name: SandboxScenario | undefined) => opened.sandbox.control.scenario(name);
const linkOf = async () => (await (await opened.post(exportsPath)).json()).download_url as string;

describe('the scenario', () => {
  it('rate-limited ends after five minutes', async () => {
    await useScenario('rate-limited');
    const refused = await opened.ask('/v1/me');
    expect(refused.headers.get('retry-after')).toBe('300');
    expect(await readRefusal(refused)).toEqual([429, 'RATE_LIMITED']);
    expect((await opened.ask('/v1')).status).toBe(200);
    await opened.sandbox.control.advance(299_000);
    expect((await opened.ask('/v1/me')).headers.get('retry-after')).toBe('1');
    await opened.sandbox.control.advance(1000);
    expect((await opened.ask('/v1/me')).status).toBe(200);
  });

  it('expired-link expires every second link', async () => {
    await useScenario('expired-link');
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await opened.sandbox.fetch(await linkOf())).status);
    expect(statuses).toEqual([403, 200, 403, 200]);
  });

  it('expired-link expires PDF links too', async () => {
    const { purchase_id: id } = await (await opened.post(packsPath)).json();
    opened.clock.time += 20_000;
    await useScenario('expired-link');
    const fetchPdfLink = async () =>
      (await (await opened.ask(`/v1/tech-packs/${id}`)).json()).pdf.download_url;
    expect(await readRefusal(opened.sandbox.fetch(await fetchPdfLink()))).toEqual([403, 'LINK_EXPIRED']);
    expect((await opened.sandbox.fetch(await fetchPdfLink())).status).toBe(200);
  });

  it('payment-required ignores the allowance', async () => {
    await useScenario('payment-required');
    expect((await opened.post(packsPath)).status).toBe(402);
    await useScenario(undefined);
    expect((await opened.post(packsPath)).status).toBe(202);
  });

  it('pricing-not-configured refuses every purchase', async () => {
    await useScenario('pricing-not-configured');
    expect(await readRefusal(opened.post(packsPath))).toEqual([409, 'API_PRICING_NOT_CONFIGURED']);
    expect((await opened.sandbox.control.status()).purchases).toEqual([]);
  });

  it.each(['full', 'no-allowance'])('slow-pack takes an hour for the key %s', async (key) => {
    await useScenario('slow-pack');
    const { purchase_id: id } = await (await opened.post(packsPath, {}, key)).json();
    if (key === 'no-allowance') await opened.sandbox.control.pay();
    await useScenario(undefined);
    const isPackReady = async () => (await (await opened.ask(`/v1/tech-packs/${id}`)).json()).pack.ready;
    await opened.sandbox.control.advance(59 * 60_000);
    expect(await isPackReady()).toBe(false);
    await opened.sandbox.control.advance(60_000);
    expect(await isPackReady()).toBe(true);
  });

  it('failed-pack fails at the time when it would have been ready', async () => {
    await useScenario('failed-pack');
    const { purchase_id: id } = await (await opened.post(packsPath)).json();
    const fetchStatus = async () => (await opened.ask(`/v1/tech-packs/${id}`)).json();
    expect(await fetchStatus()).toMatchObject({ status: 'composing' });
    opened.clock.time += 20_000;
    expect(await fetchStatus()).toMatchObject({
      status: 'failed',
      pack: { ready: false, version: null, composer_status: 'failed', compose_status: 'failed' },
      pdf: null,
      fulfilled_at: null,
    });
  });

  it('unavailable concerns every route except those that end it', async () => {
    const link = await linkOf();
    await useScenario('unavailable');
    for (const path of ['/v1', '/v1/me', link]) {
      expect(await readRefusal(opened.ask(path))).toEqual([503, 'UNAVAILABLE']);
    }
    await useScenario(undefined);
    expect((await opened.ask('/v1')).status).toBe(200);
  });

  it('flaky-network closes the first connection before and the third after the request was carried out', async () => {
    await useScenario('flaky-network');
    const tries: string[] = [];
    for (let n = 0; n < 8; n++) {
      tries.push(
        await opened.post(exportsPath).then(
          ({ status }) => String(status),
          (error: unknown) => (error instanceof TypeError ? 'cut' : 'wrong'),
        ),
      );
    }
    expect(tries).toEqual(['cut', '201', 'cut', '201', 'cut', '201', 'cut', '201']);
    expect((await opened.sandbox.control.status()).exports).toBe(6);
  });

  it('cut-download breaks off a whole file in the middle, and sends the rest when resumed', async () => {
    const link = await linkOf();
    const whole = await (await opened.sandbox.fetch(link)).text();
    await useScenario('cut-download');
    const cut = await opened.sandbox.fetch(link);
    expect(cut.headers.get('content-length')).toBe(String(whole.length));
    const half: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of cut.body as unknown as AsyncIterable<Uint8Array>) half.push(chunk);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'TypeError', cause: { code: 'ECONNRESET' } });
    const got = Buffer.concat(half).toString();
    expect(whole.startsWith(got)).toBe(true);
    expect(got.length).toBe(Math.floor(whole.length / 2));
    const rest = await opened.sandbox.fetch(link, {
      headers: { range: `bytes=${got.length}-`, 'if-range': cut.headers.get('etag') ?? '' },
    });
    expect(got + (await rest.text())).toBe(whole);
  });

  it('must exist', async () => {
    await expect(opened.sandbox.control.scenario('sunny')).rejects.toMatchObject({
      code: 'unknown_scenario',
    });
    await expect(opened.sandbox.control.scenario('constructor')).rejects.toMatchObject({
      code: 'unknown_scenario',
    });
    for (const name of Object.keys(SANDBOX_SCENARIOS)) {
      expect((await opened.sandbox.control.scenario(name)).scenario).toBe(name);
    }
  });
});

it('a key without scopes is refused without a scenario', async () => {
  expect((await opened.ask('/v1/designs', { headers: authorizeAs('scopeless') })).status).toBe(403);
  expect((await opened.ask('/v1/me', { headers: authorizeAs('scopeless') })).status).toBe(200);
});

it('each assumption of the sandbox has a unique name, a value and an explanation', () => {
  expect(new Set(SANDBOX_ASSUMPTIONS.map(({ name }) => name)).size).toBe(SANDBOX_ASSUMPTIONS.length);
  for (const { name, value, about } of SANDBOX_ASSUMPTIONS) {
    expect(Math.min(name.length, value.length, about.length), name).toBeGreaterThan(0);
  }
});

import { describe, expect, it } from 'vitest';
import { AnswerError, ApiError } from '../../../src/service/client/index.ts';
import { GARMENT_RESOURCES } from '../../../src/service/client/resources.ts';
import { Routes } from '../../../src/service/client/routes.ts';
import { createFetch, type FetchRow } from '../../support/create-fetch.ts';

const ID = '0b5f0f5e-6f0b-4f7a-9d57-1f1f6f1f9b11';

function createRoutes(...all: FetchRow[]) {
  const fetch = createFetch(...all);
  return { fetch, client: new Routes({ baseUrl: 'https://host.test', credential: 'svc_sk_x', fetch }) };
}

type Call = (client: Routes) => PromiseLike<unknown>;

describe('each method calls one route', () => {
  const reads: [string, string, Call][] = [
    ['index', 'GET /v1', (c) => c.index()],
    ['me', 'GET /v1/me', (c) => c.me()],
    ['designGraph', `GET /v1/designs/${ID}/graph`, (c) => c.designGraph(ID)],
    [
      'designGraph with a profile',
      `GET /v1/designs/${ID}/graph?profile=factory`,
      (c) => c.designGraph(ID, { profile: 'factory' }),
    ],
    ['designTailorBrief', `GET /v1/designs/${ID}/tailor-brief`, (c) => c.designTailorBrief(ID)],
    ['designDesignTrust', `GET /v1/designs/${ID}/design-trust`, (c) => c.designDesignTrust(ID)],
    ['designConfirmations', `GET /v1/designs/${ID}/confirmations`, (c) => c.designConfirmations(ID)],
    ['garment graph', 'GET /v1/garments/GARM-007/graph', (c) => c.garment('GARM-007', 'graph')],
    [
      'garment with a profile',
      'GET /v1/garments/GARM-7/graph?profile=factory',
      (c) => c.garment('GARM-7', 'graph', { profile: 'factory' }),
    ],
    ['garment brief', 'GET /v1/garments/GARM-7/tailor-brief', (c) => c.garment('GARM-7', 'tailor-brief')],
    ...Object.keys(GARMENT_RESOURCES).flatMap((resource): [string, string, Call][] => {
      const one = resource as keyof typeof GARMENT_RESOURCES;
      const profile = GARMENT_RESOURCES[one].perProfile ? '?profile=factory' : '';
      const options = { profile: 'factory' };
      return [
        [
          `read ${one} of a design`,
          `GET /v1/designs/${ID}/${one}${profile}`,
          (c) => c.read({ kind: 'design', id: ID }, one, options),
        ],
        [
          `read ${one} of a garment`,
          `GET /v1/garments/GARM-7/${one}${profile}`,
          (c) => c.read({ kind: 'garment', id: 'GARM-7' }, one, options),
        ],
      ];
    }),
    ['techPack', 'GET /v1/tech-packs/p-1', (c) => c.techPack('p-1')],
    ['an odd id', 'GET /v1/tech-packs/a%2Fb%20%3F%23%C3%A9', (c) => c.techPack('a/b ?#é')],
    [
      'a resource of tomorrow',
      'GET /v1/garments/GARM-7/look%20book',
      (c) => c.garment('GARM-7', 'look book' as never),
    ],
  ];
  it.each(reads)('%s', async (_, on, call) => {
    const { client: c, fetch } = createRoutes({ on, body: { kept: [1] } });
    expect(await call(c)).toEqual({ kept: [1] });
    expect(fetch.sent).toMatchObject([
      {
        redirect: 'manual',
        credentials: 'omit',
        headers: { authorization: 'Bearer svc_sk_x', accept: 'application/json' },
      },
    ]);
    expect(fetch.sent[0]).not.toHaveProperty('body');
    expect(fetch.sent[0]?.headers).not.toHaveProperty('content-type');
    expect(fetch.sent[0]?.headers).not.toHaveProperty('user-agent');
  });

  it('exportDesign', async () => {
    const on = `POST /v1/designs/${ID}/exports`;
    const { client: c, fetch } = createRoutes(
      { on, status: 201, body: { export: {} } },
      { on, status: 201, body: {} },
    );
    await c.exportDesign(ID, { profile: 'factory', driver: 'json' });
    await c.exportDesign(ID);
    expect(fetch.sent.map((one) => one.body)).toEqual(['{"profile":"factory","driver":"json"}', '{}']);
    expect(fetch.sent[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  });
});

describe('listDesigns', () => {
  const page = { designs: [{ id: ID, name: null, unknown: { deep: true } }], next_before: null };

  it('encodes limit and cursor', async () => {
    const on = 'GET /v1/designs?limit=5&before=2026-01-01T00%3A00%3A00%2B02%3A00';
    const { client: c } = createRoutes({ on, body: page });
    expect(await c.listDesigns({ limit: 5, before: '2026-01-01T00:00:00+02:00' })).toEqual(page);
  });

  it('reads an absent cursor as the last page', async () => {
    const { client: c } = createRoutes({ on: 'GET /v1/designs', body: { designs: [] } });
    expect((await c.listDesigns()).next_before).toBeUndefined();
  });

  it.each([
    ['no designs', {}],
    ['designs that are no list', { designs: {} }],
    ['null', { designs: null, next_before: null }],
    ['a list of something else', { designs: [page.designs[0], null] }],
    ['a cursor that is a number', { designs: [], next_before: 5 }],
  ])('refuses %s', async (_, body) => {
    const { client: c } = createRoutes({ on: 'GET /v1/designs?limit=5', body });
    const error = await c.listDesigns({ limit: 5 }).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({ reason: 'wrong_shape', route: 'GET /v1/designs', status: 200 });
    expect(error.message).toContain('GET /v1/designs: ');
  });
});

describe('requestTechPack', () => {
  const on = `POST /v1/designs/${ID}/tech-packs`;
  const payment = {
    status: 'payment_required',
    purchase_id: null,
    checkout_url: 'https://pay.test/c',
    amount: 25,
  };

  it('accepts 202 as an answer', async () => {
    const { client: c, fetch } = createRoutes({
      on,
      status: 202,
      body: { status: 'composing', purchase_id: null },
    });
    expect(await c.requestTechPack(ID, { brand: 'Ama', sizeSelection: { eu: [36] } })).toMatchObject({
      status: 'composing',
    });
    expect(fetch.sent[0]?.body).toBe('{"brand":"Ama","sizeSelection":{"eu":[36]}}');
  });

  it('accepts 402 with a price as an answer too', async () => {
    const { client: c } = createRoutes({ on, status: 402, body: payment });
    const whole = await c.requestTechPack(ID).withResponse();
    expect(whole).toMatchObject({ status: 402, value: payment });
  });

  it.each([
    ['an error body', { error: 'No plan', code: 'PLAN_REQUIRED' }, 'PLAN_REQUIRED'],
    ['no address to pay at', { ...payment, checkout_url: null }, 'HTTP_402'],
    ['another status', { ...payment, status: 'composing' }, 'HTTP_402'],
    ['a list', [payment], 'HTTP_402'],
    ['a web page', '<html>', 'HTTP_402'],
    ['nothing', '', 'HTTP_402'],
    ['null', 'null', 'HTTP_402'],
  ])('rejects a 402 with %s', async (_, body, code) => {
    const { client: c } = createRoutes({ on, status: 402, body });
    await expect(c.requestTechPack(ID)).rejects.toSatisfy(
      (error) => error instanceof ApiError && error.status === 402 && error.code === code,
    );
  });

  it('rejects a 402 of any other route', async () => {
    const { client: c } = createRoutes({ on: 'GET /v1/me', status: 402, body: payment });
    await expect(c.me()).rejects.toBeInstanceOf(ApiError);
  });

  it('sends one request, for any answer', async () => {
    const { client: c, fetch } = createRoutes({ on, fails: new TypeError('fetch failed') });
    await expect(c.requestTechPack(ID)).rejects.toMatchObject({ name: 'NetworkError' });
    expect(fetch.sent).toHaveLength(1);
  });
});

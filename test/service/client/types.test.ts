import { expect, expectTypeOf, it } from 'vitest';
import {
  type ApiResponse,
  type Call,
  Client,
  type DesignList,
  type Fact,
  type Fetch,
  type GarmentGraph,
  type ResourceBody,
} from '../../../src/service/client/index.ts';
import { createFetch } from '../../support/create-fetch.ts';

// The compiler reads this file too: what is wrong here fails `npm run types`.

it("a call is typed as the promise of its route's answer", async () => {
  const fetch = createFetch(
    { on: 'GET /v1/designs', body: { designs: [] } },
    { on: 'GET /v1/garments/GARM-1/graph', body: {} },
    { on: 'GET /v1/garments/GARM-1/confirmations', body: {} },
  );
  const client = new Client({ baseUrl: 'https://host.test', fetch });
  const call = client.listDesigns();
  expectTypeOf(call).toEqualTypeOf<Call<DesignList>>();
  expectTypeOf(await call).toEqualTypeOf<DesignList>();
  expectTypeOf(await call.withResponse()).toEqualTypeOf<ApiResponse<DesignList>>();
  const both: [DesignList, GarmentGraph] = await Promise.all([call, client.garment('GARM-1', 'graph')]);
  expectTypeOf(await client.garment('GARM-1', 'confirmations')).toEqualTypeOf<ResourceBody>();
  expect(both).toEqual([{ designs: [] }, {}]);
});

it('the status discriminates the type of a Tech Pack request', async () => {
  const body = { status: 'payment_required', checkout_url: 'https://pay.test' };
  const fetch = createFetch({ on: 'POST /v1/designs/d/tech-packs', status: 402, body });
  const client = new Client({ baseUrl: 'https://host.test', fetch });
  const pack = await client.requestTechPack('d', { brand: 'Ama', novel: 3 });
  if (pack.status === 'payment_required') expectTypeOf(pack.checkout_url).toEqualTypeOf<string>();
  else expectTypeOf(pack.design_id).toEqualTypeOf<string>();
  expect(pack).toEqual(body);
});

it("the type of the runtime's fetch is accepted", () => {
  expectTypeOf(globalThis.fetch).toExtend<Fetch>();
  // @ts-expect-error a client needs an address
  expect(() => new Client({})).toThrow();
});

it('optional members may be undefined, the last cursor may be null, and a fact has a type', async () => {
  const fetch = createFetch(
    { on: 'GET /v1/designs', body: { designs: [], next_before: null } },
    { on: 'GET /v1/designs', body: { designs: [], next_before: null } },
    { on: 'POST /v1/designs/d/exports', status: 201, body: {} },
    {
      on: 'GET /v1/garments/GARM-1/graph',
      body: { facts: [{ field: 'fit', value: 'slim', state: 'inferred' }] },
    },
  );
  const client = new Client({ baseUrl: 'https://host.test', fetch });
  const { next_before } = await client.listDesigns({ before: null });
  expect(await client.listDesigns({ before: next_before })).toMatchObject({ designs: [] });
  expect(await client.exportDesign('d', { profile: undefined, driver: undefined })).toEqual({});
  const { facts } = await client.garment('GARM-1', 'graph');
  expectTypeOf(facts).toEqualTypeOf<readonly Fact[] | undefined>();
  expect(facts?.map(({ field, state }) => [field, state])).toEqual([['fit', 'inferred']]);
});

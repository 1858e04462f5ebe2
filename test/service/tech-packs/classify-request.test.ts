import { describe, expect, it } from 'vitest';
import { buildRequestUrl, parseBaseUrl } from '../../../src/service/client/check-request.ts';
import { classifyRequestCost } from '../../../src/service/tech-packs/classify-request.ts';
import fc from '../../support/property.ts';
import { D1 } from './open-records.ts';

const BASE = 'https://api.test/fashion';
/** As it will be sent; undefined where the client refuses the path. */
const buildAddress = (path: string, base = BASE): string | undefined => {
  try {
    return buildRequestUrl(parseBaseUrl(base), path).href;
  } catch {
    return undefined;
  }
};
const classifyPath = (path: string, base?: string) => {
  const address = buildAddress(path, base);
  return address === undefined ? { kind: 'refused' } : classifyRequestCost('POST', address);
};

describe('the route of an order', () => {
  it.each([
    `/v1/designs/${D1}/tech-packs`,
    `v1/designs/${D1}/tech-packs/`,
    `/v1/designs/${D1.toUpperCase()}/tech-packs`,
    `/v1/designs/${D1}/TECH-Packs`,
    `/v1/designs/${D1}/%74ech-packs`,
    `/v1/designs/${D1}/%2574ech-packs`,
    `/v1/designs/${D1}/tech%2Dpacks`,
    `/v1%2Fdesigns%2F${D1}%2Ftech-packs`,
    `/v1/designs/${D1}/tech-packs;x`,
    `/v1/designs/${D1}/tech-packs;a=b/;c`,
    `/v1/designs/${D1};v=1/tech-packs`,
    `/v1/designs/${D1}/tech-packs?dry=1`,
    `/v1/designs/${D1}/tech-packs%3Fdry=1`,
    `/v1/designs/${D1}/tech-packs%20`,
    `/designs/${D1}/tech-packs`,
  ])('is recognized in %s', (path) => {
    expect(classifyPath(path)).toEqual({ kind: 'order', design: D1 });
  });

  it.each([
    [`/tech-packs`, `https://api.test/v1/designs/${D1}`],
    [`/${D1}/tech-packs;x`, `https://api.test/v1/designs`],
    [`tech-packs`, `https://api.test/V1/DESIGNS/${D1.toUpperCase()}/`],
  ])('is recognized in %s below %s', (path, base) => {
    expect(classifyPath(path, base)).toEqual({ kind: 'order', design: D1 });
  });

  it.each([
    `/v1/designs/{${D1}}/tech-packs`,
    `/v1/designs/%7B${D1}%7D/tech-packs`,
    `/v1/designs/${D1.replaceAll('-', '')}/tech-packs`,
    `/v1/designs/urn:uuid:${D1}/tech-packs`,
    `/v1/designs/%22${D1}%22/tech-packs`,
    `/v1/designs/GARM-5117/tech-packs`,
    `/v1/designs/x/${D1}/tech-packs`,
    `/v1/designs//tech-packs`,
    `/v1/tech-packs`,
    `/tech-packs`,
    `/v1/designs/${D1}/tech-packs/x`,
    `/v1/designs/${D1}/tech-packs%00`,
    `/v1/designs/${D1}/tech-packs%00/x`,
    `/v1/designs/${D1}/tech-packs.json`,
    `/v1/designs/${D1}/tech_packs`,
    `/v1/designs/${D1}/techpacks`,
    `/v1/designs/${D1}/tech%E2%80%8B-packs`,
    `/v1/designs/${D1}/%EF%BD%94ech-packs%ff`,
    `/v1/designs/${D1}/%ff%74ech-packs`,
    `/v1/designs/${D1}/tech-packs/x/%252e%252e`,
    `/v1/designs/x/%252e%252e/${D1}/tech-packs`,
    `/v1/designs/${D1}/tech-packs/designs/%252e%252e`,
    `/v1/designs/../${D1}/tech-packs`,
    `/v1//designs//${D1}//tech-packs`,
  ])('is not classified as free in %s, and nothing is sent', (path) => {
    expect(['unclear', 'refused']).toContain(classifyPath(path).kind);
  });

  it.each([
    `/v1/designs/${D1}/exports`,
    `/v1/designs/${D1}/exports?note=tech-packs`,
    `/v1/tech-packs/${D1}/notes`,
    '/v1/anything',
  ])('is not recognized in %s', (path) => {
    expect(classifyPath(path)).toEqual({ kind: 'free' });
  });

  it('is not recognized in a status request, nor in an address with tech-packs in its prefix', () => {
    expect(classifyRequestCost('GET', `${BASE}/v1/designs/${D1}/tech-packs`)).toEqual({ kind: 'free' });
    expect(classifyPath(`/v1/designs/${D1}/exports`, 'https://api.test/tech-packs/api')).toEqual({
      kind: 'free',
    });
  });
});

/** Percent-encodes each sign or not, in so many layers. */
const encodePath = (path: string, how: readonly number[]): string =>
  [...path]
    .map((sign, place) => {
      let text = sign;
      const layers = (how[place % how.length] ?? 0) % 4;
      for (let layer = 0; layer < layers; layer += 1) {
        text = [...text]
          .map((one) =>
            layer === 0 || one === '%' ? `%${one.charCodeAt(0).toString(16).padStart(2, '0')}` : one,
          )
          .join('');
      }
      return text;
    })
    .join('');

it('an order is recognized, with the same design, however its characters are encoded', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(3), { minLength: 3, maxLength: 80 }),
      fc.constantFrom('', '/', ';x', ';a=b', '?q=1', '%20'),
      fc.boolean(),
      (how, end, isUpper) => {
        const path = `/v1/designs/${isUpper ? D1.toUpperCase() : D1}/tech-packs`;
        const address = buildAddress(`/${encodePath(path.slice(1), how)}${end}`);
        if (address === undefined) return;
        expect(classifyRequestCost('POST', address)).toEqual({ kind: 'order', design: D1 });
      },
    ),
    { numRuns: 500 },
  );
});

it('an address that ends in tech-packs is never a free request', () => {
  const noise = fc.string({ maxLength: 8 });
  fc.assert(
    fc.property(
      noise,
      noise,
      fc.constantFrom('/', '//', ';x', '/;', '', '%2f', '%252f', '/%20'),
      (one, two, end) => {
        const address = buildAddress(
          `/${encodeURIComponent(one)}/${encodeURIComponent(two)}/tech-packs${end}`,
        );
        if (address === undefined) return;
        expect(classifyRequestCost('POST', address).kind).not.toBe('free');
      },
    ),
    { numRuns: 500 },
  );
});

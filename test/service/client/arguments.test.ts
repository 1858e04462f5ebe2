import { describe, expect, it } from 'vitest';
import { Client, type ClientOptions, RequestError } from '../../../src/service/client/index.ts';
import { createFetch } from '../../support/create-fetch.ts';

/** What a program without types may hand over. */
const castAny = (value: unknown) => value as never;

describe('creating a client with wrong options fails', () => {
  it.each<[string, unknown, RegExp]>([
    ['without options', undefined, /base address is missing: new Client\(\{ baseUrl/],
    ['with null', null, /base address is missing/],
    ['with an address in place of options', 'https://host.test', /base address is missing/],
    ['without an address', { credential: 'k' }, /base address is missing/],
    ['with a key that is null', { baseUrl: 'https://host.test', credential: null }, /credential/],
    ['with a time that is NaN', { baseUrl: 'https://host.test', timeout: Number.NaN }, /timeout .*NaN/],
    ['with fewer than no tries', { baseUrl: 'https://host.test', maxRetries: -1 }, /maxRetries .*-1/],
    [
      'with a header of two lines',
      { baseUrl: 'https://host.test', headers: { 'x-a': 'a\nb' } },
      /header x-a/,
    ],
  ])('%s', (_, options, says) => {
    const make = () => new Client(options as ClientOptions);
    expect(make).toThrow(RequestError);
    expect(make).toThrow(says);
  });
});

describe('a call with wrong arguments rejects with a message, and sends nothing', () => {
  it.each<[string, (client: Client) => PromiseLike<unknown>, RegExp]>([
    [
      'limit null',
      (c) => c.listDesigns({ limit: castAny(null) }),
      /limit must be a number of at least 1, not null/,
    ],
    ['limit NaN', (c) => c.listDesigns({ limit: Number.NaN }), /limit .* not NaN/],
    ['limit 0', (c) => c.listDesigns({ limit: 0 }), /limit .* not 0/],
    ['limit 1.5', (c) => c.listDesigns({ limit: 1.5 }), /limit .* not 1.5/],
    ['limit as text', (c) => c.listDesigns({ limit: castAny('5') }), /limit .* not a text/],
    ['an id that is a number', (c) => c.designGraph(castAny(5)), /id of the design must be a string/],
    ['options null', (c) => c.me(castAny(null)), /options must be an object, not null/],
    ['a profile in place of options', (c) => c.designGraph('d', castAny('factory')), /options .* not a text/],
    [
      'a profile that is a number',
      (c) => c.garment('GARM-1', 'graph', { profile: castAny(1) }),
      /profile .* 1/,
    ],
    ['no profile at all', (c) => c.exportDesign('d', { profile: '' }), /profile .* not empty/],
    ['no id', (c) => c.designGraph(castAny(undefined)), /id of the design is empty/],
    ['no resource', (c) => c.garment('GARM-1', castAny(undefined)), /id of the resource is empty/],
    ['nothing to read', (c) => c.read(castAny(undefined), 'graph'), /subject .* not undefined/],
    ['a body that is a list', (c) => c.requestTechPack('d', castAny([])), /body must be an object/],
    ['a time that is no number', (c) => c.me({ timeout: castAny('5s') }), /timeout .* not a text/],
    ['a header with a line break', (c) => c.me({ headers: { 'x-a': '\r\n' } }), /header x-a/],
    ['a pack without an id', (c) => c.waitForTechPack(castAny('')), /id of the purchase is empty/],
    ['a wait of NaN', (c) => c.waitForTechPack('p', { atMost: Number.NaN }), /atMost .* NaN/],
  ])('%s', async (_, call, says) => {
    const client = new Client({ baseUrl: 'https://host.test', fetch: createFetch() });
    const failed = call(client);
    await expect(failed).rejects.toBeInstanceOf(RequestError);
    await expect(failed).rejects.toThrow(says);
  });

  it('an error does not repeat a secret that is in the wrong argument', async () => {
    const client = new Client({ baseUrl: 'https://host.test', fetch: createFetch() });
    await expect(client.me(castAny('svc_sk_secret'))).rejects.not.toThrow(/secret/);
    await expect(client.listDesigns({ limit: castAny('svc_sk_secret') })).rejects.not.toThrow(/secret/);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'a walk',
      () => new Client({ baseUrl: 'https://h' }).designs({ pageSize: Number.NaN }),
      /pageSize .* NaN/,
    ],
    [
      'a download of nothing',
      () => new Client({ baseUrl: 'https://h' }).download(castAny(null)),
      /link .* null/,
    ],
    ['a download without a link', () => new Client({ baseUrl: 'https://h' }).download({}), /download_url/],
    [
      'other options',
      () => new Client({ baseUrl: 'https://h' }).withOptions(castAny('x')),
      /options .* a text/,
    ],
  ])('%s throws at once', (_, make, says) => {
    expect(make).toThrow(RequestError);
    expect(make).toThrow(says);
  });
});

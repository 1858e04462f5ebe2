import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  authorizeAs,
  DOCUMENTS,
  FOREIGN,
  HOUSE,
  MINTED,
  type OpenSandbox,
  openSandbox,
  PLAIN,
  readRefusal,
  START,
} from './open-sandbox.ts';

const HOUR = 60 * 60 * 1000;
const getExportsPath = (id: string) => `/v1/designs/${id}/exports`;

async function requestExport(opened: OpenSandbox, body: unknown = {}) {
  const response = await opened.post(getExportsPath(MINTED.id), body);
  expect(response.status).toBe(201);
  return response.json();
}

describe('an export', () => {
  it('returns its record and a link that is valid for an hour', async () => {
    const opened = await openSandbox();
    const answer = await requestExport(opened, { profile: 'factory', driver: 'json' });
    expect(answer.expires_at).toBe(new Date(START + HOUR).toISOString());
    expect(answer.export).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      design_id: MINTED.id,
      garment_id: 'GARM-00012',
      profile: 'factory',
      driver: 'json',
      api_version: '2026-09-15',
      file_name: 'GARM-00012_factory_json.json',
      media_type: 'application/json',
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      layers: [],
      counts: [{ field: 'unresolved', value: 2, state: 'inferred' }],
      created_at: new Date(START).toISOString(),
    });
    const file = await opened.sandbox.fetch(answer.download_url);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes).toHaveLength(answer.export.bytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(answer.export.sha256);
    expect(file.headers.get('content-type')).toBe('application/json');
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="GARM-00012_factory_json.json"',
    );
  });

  it.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['white space', ' \n'],
    ['unknown members', { colour: 'red' }],
  ])('uses the defaults with %s', async (_, body) => {
    const { export: record } = await requestExport(await openSandbox(), body);
    expect(record).toMatchObject({ profile: 'technical_designer', driver: 'illustrator_svg_stage1' });
  });

  it.each([
    ['an unknown driver', { driver: 'dxf' }],
    ['an empty driver', { driver: '' }],
    ['a driver of another type', { driver: ['json'] }],
    ['null as driver', { driver: null }],
    ['an unknown profile', { profile: 'cutter' }],
    ['null as profile', { profile: null }],
    ['an array', []],
    ['a string', '"json"'],
    ['null', 'null'],
    ['half an object', '{"driver":'],
    ['text', 'driver=json'],
  ])('refuses %s', async (_, body) => {
    const { post } = await openSandbox();
    expect(await readRefusal(post(getExportsPath(PLAIN.id), body))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('refuses invalid UTF-8 and endless nesting', async () => {
    const { ask, post } = await openSandbox();
    const headers = { ...authorizeAs('full'), 'content-type': 'application/json' };
    const body = new Uint8Array([0x7b, 0xff, 0x7d]);
    expect(await readRefusal(ask(getExportsPath(PLAIN.id), { method: 'POST', headers, body }))).toEqual([
      400,
      'INVALID_REQUEST',
    ]);
    const deep = `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`;
    expect(await readRefusal(post(getExportsPath(PLAIN.id), deep))).toEqual([400, 'INVALID_REQUEST']);
  });

  it('refuses a body above 64 KiB, with any Content-Length', async () => {
    const { ask, post } = await openSandbox();
    const large = JSON.stringify({ note: 'x'.repeat(64 * 1024) });
    expect(await readRefusal(post(getExportsPath(PLAIN.id), large))).toEqual([413, 'BODY_TOO_LARGE']);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(4096)) });
    const headers = { ...authorizeAs('full'), 'content-type': 'application/json', 'content-length': '2' };
    const init = { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit;
    expect(await readRefusal(ask(getExportsPath(PLAIN.id), init))).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it('accepts JSON only', async () => {
    const { ask } = await openSandbox();
    const send = (type: string) =>
      ask(getExportsPath(PLAIN.id), {
        method: 'POST',
        headers: { ...authorizeAs('full'), 'content-type': type },
        body: '{}',
      });
    expect(await readRefusal(send('text/plain'))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await readRefusal(send('application/jsonx'))).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect((await send('Application/JSON; charset=utf-8')).status).toBe(201);
    expect((await send('application/vnd.example+json')).status).toBe(201);
  });

  it('is refused for designs of another owner', async () => {
    const { post } = await openSandbox();
    for (const id of [FOREIGN.id, HOUSE.id, 'GARM-00012', 'x']) {
      expect(await readRefusal(post(getExportsPath(id)))).toEqual([404, 'NOT_FOUND']);
    }
  });
});

it.each([
  ['縮緬.svg', `attachment; filename="__.svg"; filename*=UTF-8''%E7%B8%AE%E7%B7%AC.svg`],
  [
    'a "b"\r\n(1).svg',
    `attachment; filename="a__b____1_.svg"; filename*=UTF-8''a%20%22b%22%0D%0A%281%29.svg`,
  ],
])('the file name %j cannot break a header', async (fileName, header) => {
  const fetchDocuments = async () => ({
    ...DOCUMENTS,
    renderExportDocument: (...given: Parameters<typeof DOCUMENTS.renderExportDocument>) => ({
      ...DOCUMENTS.renderExportDocument(...given),
      fileName,
    }),
  });
  const opened = await openSandbox({ documents: fetchDocuments });
  const { download_url: link } = await requestExport(opened);
  expect((await opened.sandbox.fetch(link)).headers.get('content-disposition')).toBe(header);
});

describe('a download link', () => {
  it('expires after an hour on the clock of the sandbox', async () => {
    const opened = await openSandbox();
    const { download_url: link } = await requestExport(opened);
    opened.clock.time += HOUR - 1;
    expect((await opened.sandbox.fetch(link)).status).toBe(200);
    opened.clock.time += 1;
    expect(await readRefusal(opened.sandbox.fetch(link))).toEqual([403, 'LINK_EXPIRED']);
  });

  it('cannot be extended or changed to another document', async () => {
    const opened = await openSandbox();
    const [one, other] = [await requestExport(opened), await requestExport(opened)];
    const tamper = (change: (url: URL) => void) => {
      const url = new URL(one.download_url);
      change(url);
      return readRefusal(opened.sandbox.fetch(String(url)));
    };
    expect(await tamper((url) => url.searchParams.set('until', '99999999999999'))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await tamper((url) => url.searchParams.delete('signature'))).toEqual([404, 'NOT_FOUND']);
    expect(await tamper((url) => url.searchParams.set('signature', 'é'))).toEqual([404, 'NOT_FOUND']);
    const moved = await tamper((url) => {
      url.pathname = `/dl/${other.export.id}`;
    });
    expect(moved).toEqual([404, 'NOT_FOUND']);
  });

  it('serves ranges, and the whole document for an invalid range', async () => {
    const opened = await openSandbox();
    const { download_url: link } = await requestExport(opened);
    const whole = await (await opened.sandbox.fetch(link)).text();
    const size = whole.length;
    const ask = (range: string, more: Record<string, string> = {}) =>
      opened.sandbox.fetch(link, { headers: { range, ...more } });
    const fetchPart = async (range: string, from: number, to: number) => {
      const response = await ask(range);
      expect([range, response.status]).toEqual([range, 206]);
      expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${size}`);
      expect(response.headers.get('content-length')).toBe(String(to - from));
      expect(await response.text()).toBe(whole.slice(from, to));
    };
    await fetchPart('bytes=0-0', 0, 1);
    await fetchPart('bytes=10-19', 10, 20);
    await fetchPart('bytes=10-', 10, size);
    await fetchPart('bytes=-5', size - 5, size);
    await fetchPart(`bytes=-${size * 2}`, 0, size);
    await fetchPart(`bytes=5-${size * 2}`, 5, size);
    for (const range of ['bytes=5-4', 'bytes=', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,3-4']) {
      const response = await ask(range);
      expect([range, response.status, (await response.text()).length]).toEqual([range, 200, size]);
    }
    for (const range of [`bytes=${size}-`, 'bytes=99999-', 'bytes=-0']) {
      const response = await ask(range);
      expect(response.headers.get('content-range')).toBe(`bytes */${size}`);
      expect(await readRefusal(response)).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
    }
  });

  it('continues only the same document', async () => {
    const opened = await openSandbox();
    const { download_url: link } = await requestExport(opened);
    const { headers } = await opened.sandbox.fetch(link, { method: 'HEAD' });
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(headers.get('accept-ranges')).toBe('bytes');
    const continueDownload = (ifRange: string) =>
      opened.sandbox.fetch(link, { headers: { range: 'bytes=3-', 'if-range': ifRange } });
    expect((await continueDownload(etag)).status).toBe(206);
    expect((await continueDownload(`W/${etag}`)).status).toBe(200);
    expect((await continueDownload('Fri, 20 Nov 2026 09:00:00 GMT')).status).toBe(200);
    const known = await opened.sandbox.fetch(link, { headers: { 'if-none-match': `"x", ${etag}` } });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });

  it('needs no credential and ignores one', async () => {
    const opened = await openSandbox();
    const { download_url: link } = await requestExport(opened);
    expect((await opened.sandbox.fetch(link, { headers: authorizeAs('nobody') })).status).toBe(200);
  });
});

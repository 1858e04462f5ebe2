import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerError, Client, type ClientOptions } from '../../../src/service/client/index.ts';
import { catchFailure } from '../../support/catch-failure.ts';
import { createFolder } from '../../support/create-folder.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';

const WHOLE = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 7) % 251));
const DIGEST = createHash('sha256').update(WHOLE).digest('hex');

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A storage that answers each request in its own way, the last one for ever. */
const startStorage = async (...answers: [Answer, ...Answer[]]) => {
  const asked: IncomingMessage['headers'][] = [];
  const base = await startLoopbackServer((request, response) => {
    asked.push(request.headers);
    (answers[asked.length - 1] ?? answers.at(-1))?.(request, response);
  });
  return { origin: base, asked };
};

/** So many bytes from where it is asked for, and then the end of the connection; all of it without a number. */
const sendBytes =
  (bytes = Number.POSITIVE_INFINITY, { etag = '"one"', of = WHOLE, ranges = true } = {}): Answer =>
  ({ headers }, response) => {
    const asked = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1];
    const from = ranges && asked !== undefined && headers['if-range'] === etag ? Number(asked) : 0;
    response.writeHead(from > 0 ? 206 : 200, {
      ...(etag !== '' && { etag }),
      'content-length': of.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${of.length - 1}/${of.length}` }),
    });
    const part = of.subarray(from, from + bytes);
    if (from + part.length >= of.length) response.end(part);
    else response.write(part, () => setTimeout(() => response.destroy(), 5));
  };

const sendStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end('{"error":"No.","code":"NO"}');

const createStorageClient = (origin: string, more: Partial<ClientOptions> = {}) =>
  new Client({ baseUrl: `${origin}/api`, credential: 'svc_sk_kept', ...more });

const read = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0));

describe('a download', () => {
  it('delivers every byte once however often the connection breaks, and shows no credential', async () => {
    const { origin, asked } = await startStorage(
      sendBytes(100_000),
      sendBytes(1),
      sendBytes(150_000),
      sendBytes(),
    );
    const progress: number[] = [];
    const document = createStorageClient(origin).download(`${origin}/dl`, {
      sha256: DIGEST.toUpperCase(),
      onProgress: (done, total) => progress.push(done / (total ?? 0)),
    });
    expect((await read(document)).equals(WHOLE)).toBe(true);
    expect(progress.at(-1)).toBe(1);
    expect(asked.map(({ range }) => range)).toEqual([
      undefined,
      expect.stringMatching(/^bytes=\d+-$/),
      expect.stringMatching(/^bytes=\d+-$/),
      expect.stringMatching(/^bytes=\d+-$/),
    ]);
    for (const headers of asked) {
      expect(headers.authorization).toBeUndefined();
      expect(headers['accept-encoding']).toMatch(/^identity/);
    }
  });

  it('is also a stream, and closes its connection when the reader stops', async () => {
    const { origin } = await startStorage(sendBytes(120_000), sendBytes());
    const stream = createStorageClient(origin).download(`${origin}/dl`).stream();
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    expect(bytes.equals(WHOLE)).toBe(true);

    let ended: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (ended = resolve));
    const slow = await startStorage((_, response) => {
      response.writeHead(200, { 'content-length': '1000000' }).write('x');
      response.on('close', ended);
    });
    const reader = createStorageClient(slow.origin).download(`${slow.origin}/dl`).stream().getReader();
    await reader.read();
    await reader.cancel();
    await closed;
  });

  it('checks the document against the digest of the answer', async () => {
    const { origin } = await startStorage((_, response) => {
      response.writeHead(200, { 'repr-digest': `sha-256=:${'A'.repeat(43)}=:` }).end(WHOLE);
    });
    await expect(read(createStorageClient(origin).download(`${origin}/dl`))).rejects.toMatchObject({
      reason: 'wrong_digest',
    });
  });

  it('accepts the link, size and digest of an export', async () => {
    const { origin } = await startStorage(sendBytes());
    const exported = { download_url: '/dl', export: { bytes: WHOLE.length, sha256: DIGEST } };
    expect((await read(createStorageClient(origin).download(exported))).length).toBe(WHOLE.length);
    const other = { ...exported, export: { bytes: WHOLE.length, sha256: '0'.repeat(64) } };
    await expect(read(createStorageClient(origin).download(other))).rejects.toMatchObject({
      reason: 'wrong_digest',
    });
    const longer = { ...exported, export: { bytes: WHOLE.length + 1 } };
    await expect(read(createStorageClient(origin).download(longer))).rejects.toMatchObject({
      reason: 'wrong_size',
    });
  });

  it.each(['', ' ', -1, 1.5, true, {}, 'many'])(
    'ignores an export record with the size %j',
    async (bytes) => {
      const { origin } = await startStorage(sendBytes());
      const exported = { download_url: '/dl', export: { bytes } };
      expect((await read(createStorageClient(origin).download(exported))).length).toBe(WHOLE.length);
    },
  );

  it.each<[string, [Answer, ...Answer[]], object]>([
    [
      'another document after the break',
      [sendBytes(1000), sendBytes(undefined, { etag: '"two"' })],
      { reason: 'changed' },
    ],
    [
      'the same tag for a document of another size',
      [sendBytes(1000), sendBytes(undefined, { of: WHOLE.subarray(1) })],
      { reason: 'changed' },
    ],
    ['a break without a tag', [sendBytes(1000, { etag: '' })], { name: 'NetworkError' }],
    ['a break with a weak tag', [sendBytes(1000, { etag: 'W/"one"' })], { name: 'NetworkError' }],
    ['a link that has expired', [sendStatus(403)], { name: 'ForbiddenError', status: 403 }],
    ['a page that is not there', [sendStatus(404)], { name: 'NotFoundError', message: /GET \[link\]/ }],
    ['nothing but breaks', [sendBytes(0)], { name: 'NetworkError' }],
  ])('ends with an error: %s', async (_, answers, error) => {
    const { origin } = await startStorage(...answers);
    const reason = await catchFailure(
      read(createStorageClient(origin).download(`${origin}/dl?signature=secret`)),
    );
    const { message, ...rest } = error as { message?: RegExp };
    expect(reason).toMatchObject(rest);
    if (message) expect(reason.message).toMatch(message);
    expect(reason.message).not.toContain('secret');
  });

  it('waits for busy storage, but not forever for silent storage', async () => {
    const busy = await startStorage(sendStatus(503, { 'retry-after': '0' }), sendBytes());
    expect((await read(createStorageClient(busy.origin).download(`${busy.origin}/dl`))).equals(WHOLE)).toBe(
      true,
    );

    const silent = await startStorage(() => undefined);
    const document = createStorageClient(silent.origin).download(`${silent.origin}/dl`, { timeout: 20 });
    await expect(read(document)).rejects.toMatchObject({ name: 'TimeoutError', route: 'GET [link]' });

    const controller = new AbortController();
    const stopped = read(
      createStorageClient(silent.origin).download(`${silent.origin}/dl`, { signal: controller.signal }),
    );
    controller.abort('enough');
    await expect(stopped).rejects.toBe('enough');
  });

  it('sends no header that the runtime would add', async () => {
    const { origin, asked } = await startStorage(sendBytes());
    const given: unknown[] = [];
    const fetch: ClientOptions['fetch'] = (url, init) => {
      given.push(init.credentials);
      return globalThis.fetch(url, init);
    };
    await read(createStorageClient(origin, { fetch }).download(`${origin}/dl`));
    expect(given).toStrictEqual(['omit']);
    expect(asked[0]?.authorization).toBeUndefined();
  });

  it('follows redirects, but not from https to http', async () => {
    const { origin } = await startStorage(sendStatus(302, { location: '/other' }), sendBytes());
    expect((await read(createStorageClient(origin).download(`${origin}/dl`))).equals(WHOLE)).toBe(true);

    const createRedirect = async () => ({
      status: 200,
      url: 'http://storage.test/x',
      headers: new Headers(),
      body: new Response('x').body,
      text: async () => '',
    });
    const client = new Client({ baseUrl: 'https://host.test', fetch: createRedirect });
    await expect(read(client.download('https://storage.test/x'))).rejects.toMatchObject({
      reason: 'redirect',
    });
    await expect(read(client.download('http://storage.test/x'))).rejects.toThrow(/plain http/);
    await expect(read(client.download('ftp://storage.test/x'))).rejects.toThrow(/begins with ftp:/);
  });
});

it('fetch is called without a receiver, as browsers require', async () => {
  const called: unknown[] = [];
  async function fetch(this: unknown) {
    called.push(this);
    return new Response('{}', { headers: { 'content-type': 'application/json' } });
  }
  const client = new Client({ baseUrl: 'https://host.test', fetch });
  await client.me();
  await read(client.download('/dl'));
  expect(called).toEqual([undefined, undefined]);
});

describe('saving to a file', () => {
  it('writes the whole document and replaces an older file', async () => {
    const { origin } = await startStorage(sendBytes(100_000), sendBytes());
    const place = createFolder();
    const path = join(place, 'a.bin');
    await writeFile(path, 'old');
    const received = await createStorageClient(origin).download(`${origin}/dl`).save(path);
    expect(received).toEqual({ bytes: WHOLE.length, sha256: DIGEST });
    expect((await readFile(path)).equals(WHOLE)).toBe(true);
    expect(await readdir(place)).toEqual(['a.bin']);
  });

  it('leaves the older file alone when the document is the wrong one', async () => {
    const { origin } = await startStorage(sendBytes());
    const place = createFolder();
    const path = join(place, 'a.bin');
    await writeFile(path, 'old');
    const document = createStorageClient(origin).download(`${origin}/dl`, { sha256: '0'.repeat(64) });
    await expect(document.save(path)).rejects.toBeInstanceOf(AnswerError);
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(place)).toEqual(['a.bin']);
  });

  it('refuses an empty name, and explains why a file cannot be created', async () => {
    const document = createStorageClient('http://127.0.0.1:9').download('/dl');
    await expect(document.save('')).rejects.toMatchObject({ name: 'RequestError' });
    await expect(document.save(join(createFolder(), 'none', 'a'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('stops a document of unknown size that never ends', async () => {
  const piece = new Uint8Array(64 * 2 ** 20);
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(piece) });
  const client = new Client({
    baseUrl: 'https://service.example',
    credential: 'k',
    fetch: async () => new Response(body),
  });
  const all = client.download('https://files.example/a');
  await expect(async () => {
    for await (const _ of all);
  }).rejects.toThrow('states no size');
});

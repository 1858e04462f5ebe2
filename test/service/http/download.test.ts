import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LinkDownloadOptions } from '../../../src/service/http/download-from-link.ts';
import type { DocumentSink } from '../../../src/service/http/download-receiver.ts';
import { createHttpFetch } from '../../../src/service/http/http-fetch.ts';
import {
  createMemorySink,
  DOCUMENT,
  type DocumentAnswer,
  download,
  KIND,
  SHA,
  sendCut,
  sendStatus,
  sendWhole,
  startDocumentServer,
} from './document-server.ts';

const STRONG = { etag: '"v1"' };

describe('a download that breaks off', () => {
  it('resumes by range where the server gave a strong validator', async () => {
    const { origin, seen } = await startDocumentServer(sendCut(70_000, STRONG), sendWhole);
    const { done, sink } = download(origin);
    expect(await done).toStrictEqual({ bytes: DOCUMENT.length, sha256: SHA });
    expect(sink.bytes().equals(DOCUMENT)).toBe(true);
    expect(seen[1]?.headers.range).toMatch(/^bytes=\d+-$/);
    expect(seen[1]?.headers['if-range']).toBe('"v1"');
  });

  it.each([[{}], [{ etag: 'W/"v1"' }], [{ 'last-modified': 'Sat, 21 Nov 2026 09:00:00 GMT' }]])(
    'starts over with %j',
    async (headers) => {
      const { origin, seen } = await startDocumentServer(sendCut(70_000, headers), sendWhole);
      const { done, sink } = download(origin);
      await done;
      expect(sink.bytes().equals(DOCUMENT)).toBe(true);
      expect(seen[1]?.headers.range).toBeUndefined();
    },
  );

  it('starts over when the document changed meanwhile', async () => {
    const { origin } = await startDocumentServer(sendCut(70_000, STRONG), (_, response) => {
      response.writeHead(200, { 'content-length': DOCUMENT.length, etag: '"v2"' }).end(DOCUMENT);
    });
    const { done, sink } = download(origin);
    await done;
    expect(sink.bytes().equals(DOCUMENT)).toBe(true);
  });

  it.each([
    ['begins elsewhere', `bytes 5-${DOCUMENT.length - 1}/${DOCUMENT.length}`],
    ['is of another size', `bytes 70000-199998/199999`],
    ['is not said to be one', ''],
  ])('accepts no range answer that %s', async (_, range) => {
    const replyWrong: DocumentAnswer = (__, response) => {
      response.writeHead(206, { 'content-length': 4, ...(range && { 'content-range': range }) }).end('junk');
    };
    const { origin } = await startDocumentServer(sendCut(70_000, STRONG), replyWrong, sendWhole);
    const { done, sink } = download(origin);
    await done;
    expect(sink.bytes().equals(DOCUMENT)).toBe(true);
  });

  it('ends after a number of attempts, with a message without the link', async () => {
    const { origin, seen } = await startDocumentServer(sendCut(10));
    const error = await download(origin).done.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ exit: 3, code: 'connection_lost' });
    expect(JSON.stringify(error) + String(error)).not.toContain('secret');
    expect(seen.length).toBeLessThan(8);
  });

  it('resumes after a 503 when it asks for a short wait, and ends when it asks for a long one', async () => {
    const { origin } = await startDocumentServer(sendStatus(503, { 'retry-after': '1' }), sendWhole);
    await download(origin).done;
    const busy = await startDocumentServer(sendStatus(503, { 'retry-after': '3600' }), sendWhole);
    await expect(download(busy.origin).done).rejects.toMatchObject({ exit: 3 });
    expect(busy.seen).toHaveLength(1);
  });
});

describe('a download to stdout', () => {
  it('goes on when the same bytes come again', async () => {
    const { origin } = await startDocumentServer(sendCut(70_000), sendCut(30_000), sendWhole);
    const { done, sink } = download(origin, { sink: createMemorySink(false) });
    await done;
    expect(sink.bytes().equals(DOCUMENT)).toBe(true);
  });

  it('is an error when other bytes come', async () => {
    const other = Buffer.concat([DOCUMENT.subarray(0, 100), randomBytes(DOCUMENT.length - 100)]);
    const { origin } = await startDocumentServer(sendCut(70_000), (_, response) => {
      response.writeHead(200, { 'content-length': other.length }).end(other);
    });
    await expect(download(origin, { sink: createMemorySink(false) }).done).rejects.toMatchObject({
      code: 'broken_off',
      exit: 1,
    });
  });
});

describe('an expired link', () => {
  it.each([400, 401, 403, 404, 410])('with status %i is replaced once', async (code) => {
    const { origin } = await startDocumentServer(sendStatus(code), sendWhole);
    let renewed = 0;
    const renew = async () => {
      renewed += 1;
      return { ...KIND, url: '/other', bytes: DOCUMENT.length, sha256: SHA };
    };
    await download(origin, { renewLink: renew }).done;
    expect(renewed).toBe(1);
    const dead = await startDocumentServer(sendStatus(code));
    await expect(download(dead.origin, { renewLink: renew }).done).rejects.toMatchObject({
      code: 'download_failed',
    });
    expect(dead.seen).toHaveLength(2);
  });

  it('is resumed under a new link only when the digest is the same', async () => {
    for (const [sha256, range] of [
      [SHA, true],
      [undefined, false],
    ] as const) {
      const { origin, seen } = await startDocumentServer(sendCut(70_000, STRONG), sendStatus(403), sendWhole);
      const link = { ...KIND, url: '/a', bytes: DOCUMENT.length, sha256 };
      const { done, sink } = download(origin, { link, renewLink: async () => ({ ...link, url: '/b' }) });
      await done;
      expect(sink.bytes().equals(DOCUMENT)).toBe(true);
      expect(seen[2]?.headers.range !== undefined).toBe(range);
    }
  });
});

describe('downloaded bytes', () => {
  const encodeBase64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64');
  const listFields = (hex: string): readonly Record<string, string>[] => [
    { 'repr-digest': `sha-512=:${'A'.repeat(86)}==:, sha-256=:${encodeBase64(hex)}:` },
    { 'content-digest': `sha-256=:${encodeBase64(hex)}:` },
    { digest: `SHA-256=${encodeBase64(hex)}` },
  ];
  const OTHER = 'ab'.repeat(32);

  it.each(listFields(OTHER))('are checked against the digest of the answer: %o', async (wrong) => {
    const field = Object.keys(wrong)[0] ?? '';
    const sent =
      (headers: Record<string, string>): DocumentAnswer =>
      (_, response) =>
        void response.writeHead(200, headers).end(DOCUMENT);
    const refused = { code: 'wrong_digest', exit: 1 };
    await expect(download((await startDocumentServer(sent(wrong))).origin).done).rejects.toMatchObject(
      refused,
    );
    const right = listFields(SHA).find((one) => field in one);
    const { done } = download((await startDocumentServer(sent(right ?? {}))).origin);
    await expect(done).resolves.toMatchObject({ sha256: SHA });
  });

  it('are checked as a whole also after a range answer, and not against the digest of a range', async () => {
    const [stated = {}, content = {}] = listFields(OTHER);
    const replyBroken = (headers: Record<string, string>) =>
      startDocumentServer(sendCut(70_000, { ...STRONG, ...headers }), sendWhole);
    await expect(download((await replyBroken(stated)).origin).done).rejects.toMatchObject({
      code: 'wrong_digest',
    });
    const ofPart: DocumentAnswer = (request, response) => {
      for (const [name, value] of Object.entries(content)) response.setHeader(name, value);
      sendWhole(request, response);
    };
    const parts = await startDocumentServer(sendCut(70_000, STRONG), ofPart);
    await expect(download(parts.origin).done).resolves.toMatchObject({ sha256: SHA });
    expect(parts.seen[1]?.headers.range).toBe('bytes=70000-');
  });

  it('are checked against the given size and digest', async () => {
    const { origin } = await startDocumentServer(sendWhole);
    const downloadWrong = (link: object) => download(origin, { link: { ...KIND, url: '/x', ...link } }).done;
    await expect(downloadWrong({ sha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'wrong_digest',
      exit: 1,
    });
    await expect(downloadWrong({ bytes: 5 })).rejects.toMatchObject({ code: 'wrong_size' });
    await expect(downloadWrong({ bytes: DOCUMENT.length + 1 })).rejects.toMatchObject({ code: 'wrong_size' });
    await expect(downloadWrong({ sha256: SHA.toUpperCase() })).resolves.toMatchObject({
      bytes: DOCUMENT.length,
    });
  });

  it('are requested without credentials and without compression', async () => {
    const { origin, seen } = await startDocumentServer(sendWhole);
    await download(origin).done;
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]?.headers.cookie).toBeUndefined();
    expect(seen[0]?.headers['accept-encoding']).toBe('identity');
  });

  it('are requested without headers of the runtime, redirects included', async () => {
    const { origin } = await startDocumentServer(sendStatus(302, { location: '/moved' }), sendWhole);
    const asked: unknown[] = [];
    const fetch: LinkDownloadOptions['fetch'] = (url, init) => {
      asked.push(init.credentials);
      return createHttpFetch()(url, init);
    };
    await download(origin, { fetch }).done;
    expect(asked).toStrictEqual(['omit', 'omit']);
  });
});

describe('a download link', () => {
  it('is followed through redirects, without credentials', async () => {
    const { origin, seen } = await startDocumentServer(sendStatus(302, { location: '/moved' }), sendWhole);
    await download(origin).done;
    expect(seen.map(({ url }) => url)).toStrictEqual(['/file?signature=secret', '/moved']);
  });

  it('is not redirected forever', async () => {
    const { origin, seen } = await startDocumentServer(sendStatus(302, { location: '/again' }));
    await expect(download(origin).done).rejects.toMatchObject({ exit: 3 });
    expect(seen.length).toBeLessThan(15);
  });

  it.each([
    'http://files.example/x',
    'https://user:word@files.example/x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://files.example/x',
  ])('%s is not fetched for a service that is reached by https', async (url) => {
    const fetch = () => Promise.reject(new Error('must not be asked'));
    const { done } = download('https://api.example', { fetch, link: { ...KIND, url } });
    const error = await done.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'bad_link', exit: 3 });
    expect(String(error)).not.toContain(url);
  });
});

it('a body that stops coming ends the download', async () => {
  const { origin, seen } = await startDocumentServer((_, response) => {
    response.writeHead(200, { 'content-length': DOCUMENT.length });
    response.write(DOCUMENT.subarray(0, 10));
  });
  const error = await download(origin, { timeouts: { idle: 1000, headers: 0 } }).done.catch(
    (caught: unknown) => caught,
  );
  expect(error).toMatchObject({ code: 'answer_stalled', exit: 3 });
  expect(seen.length).toBeGreaterThan(1);
});

it('an abort ends the download with its reason', async () => {
  const stop = new AbortController();
  const { origin } = await startDocumentServer((_, response) => {
    response.writeHead(200, { 'content-length': DOCUMENT.length });
    response.write(DOCUMENT.subarray(0, 10));
    setTimeout(() => stop.abort(new Error('Ctrl-C')), 20);
  });
  await expect(download(origin, { signal: stop.signal }).done).rejects.toThrow('Ctrl-C');
});

it('an abort ends the download also when the body ignores it', async () => {
  const stop = new AbortController();
  const neverAnswer: LinkDownloadOptions['fetch'] = async () => {
    setTimeout(() => stop.abort(new Error('nobody reads')), 1);
    return new Response(new ReadableStream());
  };
  const { done } = download('http://127.0.0.1', { fetch: neverAnswer, signal: stop.signal });
  await expect(done).rejects.toThrow('nobody reads');
});

it('a write error of the disk is not retried', async () => {
  const { origin, seen } = await startDocumentServer(sendWhole);
  const sink: DocumentSink = {
    write: () => Promise.reject(new Error('disk full')),
    startOver: async () => true,
  };
  await expect(download(origin, { sink } as never).done).rejects.toThrow('disk full');
  expect(seen).toHaveLength(1);
});

it('a document of unknown size that never ends is stopped', async () => {
  const piece = new Uint8Array(64 * 2 ** 20);
  let cancelled = 0;
  const body = {
    getReader: () => ({
      read: async () => ({ done: false, value: piece }),
      cancel: async () => void cancelled++,
    }),
  };
  const response = { status: 200, headers: new Headers(), body, text: async () => '' };
  let written = 0;
  const { done } = download('https://files.example', {
    fetch: async () => response,
    link: { ...KIND, url: '/file' },
    sink: {
      write: async ({ length }) => {
        written += length;
      },
      startOver: async () => true,
    },
  });
  await expect(done).rejects.toMatchObject({ code: 'document_too_large', exit: 3 });
  expect(written).toBeLessThanOrEqual(2 ** 30);
});

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MIN_DOWNLOAD_PROGRESS } from '../../../src/platform/size-limits.ts';
import type { DocumentKind } from '../../../src/service/http/document-inspector.ts';
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

/** A document without a known size or digest. */
const BARE = { link: { ...KIND, url: '/x' } };
const STRONG = { etag: '"v1"' };

const sendBody =
  (body: string | Uint8Array, headers: Record<string, string> = {}): DocumentAnswer =>
  (_, response) => {
    response.writeHead(200, headers).end(body);
  };

describe('a wrong document', () => {
  it.each<[DocumentKind, string, string]>([
    ['pdf', '<!doctype html><title>Sign in</title>', 'a web page'],
    ['pdf', '', 'nothing'],
    ['svg', '{"error":"expired","code":"GONE"}', 'an error (expired)'],
    ['json', '{"error":"expired","code":"GONE"}', 'an error (expired)'],
    ['json', '<html>', 'a web page'],
  ])('%s: %s is requested once, and nothing of it is written', async (kind, body, words) => {
    const { origin, seen } = await startDocumentServer(sendBody(body));
    for (const described of [
      {},
      { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') },
    ]) {
      const { done, sink } = download(origin, {
        link: { kind, url: '/x', ...described },
        sink: createMemorySink(false),
      });
      const error = await done.catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'not_the_document', exit: 3, hint: expect.anything() });
      expect(String(error)).toContain(words);
      expect(sink.bytes()).toHaveLength(0);
    }
    expect(seen).toHaveLength(2);
  });

  it('is refused in the middle too, when a page arrives instead of the rest', async () => {
    const { origin } = await startDocumentServer(
      sendCut(70_000, STRONG),
      sendBody('<!doctype html><title>Sign in</title>'),
    );
    await expect(download(origin).done).rejects.toMatchObject({ code: 'not_the_document' });
  });
});

describe('an incomplete document', () => {
  const half = DOCUMENT.subarray(0, 120_000);

  it.each<[string, DocumentAnswer]>([
    [
      'its packing broke off under the right length',
      (_, response) => {
        const packed = gzipSync(DOCUMENT);
        const cut = packed.subarray(0, packed.length / 2);
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': cut.length }).end(cut);
      },
    ],
    ['whoever passed it on ended it in good order', sendBody(half)],
    [
      'only the connection ends it',
      (_, response) => {
        response.useChunkedEncodingByDefault = false;
        response.shouldKeepAlive = false;
        response.writeHead(200).end(half);
      },
    ],
  ])('is deleted where %s', async (_, answer) => {
    const { origin } = await startDocumentServer(answer);
    await expect(download(origin, BARE).done).rejects.toMatchObject({
      code: 'not_whole',
      exit: 3,
      hint: expect.anything(),
    });
  });

  it('is requested again, and saved when it is complete', async () => {
    for (const canStartOver of [true, false]) {
      const { origin } = await startDocumentServer(sendBody(half), sendBody(DOCUMENT));
      const { done, sink } = download(origin, { ...BARE, sink: createMemorySink(canStartOver) });
      await done;
      expect(sink.bytes().equals(DOCUMENT)).toBe(true);
    }
  });

  it('is not completed from a range answer without a total length', async () => {
    const replyInChunks: DocumentAnswer = (_, response) => {
      response.writeHead(200, STRONG);
      response.write(DOCUMENT.subarray(0, 70_000), () => setTimeout(() => response.destroy(), 10));
    };
    const replyWithPart: DocumentAnswer = ({ headers }, response) => {
      const at = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
      const rest = DOCUMENT.subarray(at, at + 50_000);
      response
        .writeHead(206, { ...STRONG, 'content-range': `bytes ${at}-${at + rest.length - 1}/*` })
        .end(rest);
    };
    const { origin, seen } = await startDocumentServer(
      replyInChunks,
      replyWithPart,
      sendBody(DOCUMENT, STRONG),
    );
    const { done, sink } = download(origin, BARE);
    await done;
    expect(sink.bytes().equals(DOCUMENT)).toBe(true);
    expect(seen.map(({ headers }) => headers.range !== undefined)).toStrictEqual([false, true, false]);
  });
});

describe('an expiring link', () => {
  const described = { ...KIND, bytes: DOCUMENT.length, sha256: SHA };

  it('is renewed as long as bytes arrive in between', async () => {
    const upTo =
      (end: number): DocumentAnswer =>
      ({ headers }, response) => {
        const at = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
        response.writeHead(at > 0 ? 206 : 200, {
          ...STRONG,
          'content-length': DOCUMENT.length - at,
          ...(at > 0 && { 'content-range': `bytes ${at}-${DOCUMENT.length - 1}/${DOCUMENT.length}` }),
        });
        response.write(DOCUMENT.subarray(at, end), () => setTimeout(() => response.destroy(), 10));
      };
    const expired = sendStatus(403);
    const { origin } = await startDocumentServer(
      upTo(40_000),
      expired,
      upTo(80_000),
      expired,
      upTo(120_000),
      expired,
      sendWhole,
    );
    let renewed = 0;
    const renew = async () => ({ ...described, url: `/${++renewed}` });
    const { done, sink } = download(origin, { renewLink: renew, link: { ...described, url: '/0' } });
    await done;
    expect(renewed).toBe(3);
    expect(sink.bytes().equals(DOCUMENT)).toBe(true);
  });

  it('is not renewed twice without progress, and not forever when each download starts over', async () => {
    let renewed = 0;
    const renew = async () => ({ ...KIND, url: `/${++renewed}` });
    const dead = await startDocumentServer(
      sendCut(40_000, STRONG),
      sendStatus(403),
      sendStatus(403),
      sendStatus(403),
    );
    await expect(download(dead.origin, { ...BARE, renewLink: renew }).done).rejects.toMatchObject({
      code: 'download_failed',
    });
    expect(renewed).toBe(1);
    let at = 1_000;
    let isCut = false;
    const replyFurther: DocumentAnswer = (request, response) => {
      isCut = !isCut;
      at += 1;
      if (isCut) sendCut(at, STRONG)(request, response);
      else sendStatus(403)(request, response);
    };
    const endless = await startDocumentServer(replyFurther);
    await expect(download(endless.origin, { ...BARE, renewLink: renew }).done).rejects.toMatchObject({
      exit: 3,
    });
    expect(endless.seen.length).toBeLessThan(15);
  });
});

describe('an endless download', () => {
  const parts =
    (bytes: number, ended: (response: Parameters<DocumentAnswer>[1]) => void): DocumentAnswer =>
    ({ headers }, response) => {
      const at = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0);
      response.writeHead(at > 0 ? 206 : 200, {
        ...STRONG,
        'content-length': DOCUMENT.length - at,
        ...(at > 0 && { 'content-range': `bytes ${at}-${DOCUMENT.length - 1}/${DOCUMENT.length}` }),
      });
      response.write(DOCUMENT.subarray(at, at + bytes), () => ended(response));
    };

  it('of one byte per connection is stopped', async () => {
    const { origin, seen } = await startDocumentServer(
      parts(1, (response) => setTimeout(() => response.destroy(), 5)),
    );
    await expect(download(origin).done).rejects.toMatchObject({
      code: 'too_slow',
      exit: 3,
      hint: expect.anything(),
    });
    expect(seen).toHaveLength(MIN_DOWNLOAD_PROGRESS.tries);
  });

  it('of many connections with enough bytes each is not stopped', async () => {
    const { origin, seen } = await startDocumentServer(
      parts(8_000, (response) => setTimeout(() => response.destroy(), 2)),
    );
    await download(origin).done;
    expect(seen.length).toBeGreaterThan(MIN_DOWNLOAD_PROGRESS.tries);
  });

  it('of one byte now and then is stopped, but not before its time', async () => {
    let now = 0;
    const clock = {
      now: () => now,
      sleep: async (_: number, signal?: AbortSignal) => signal?.throwIfAborted(),
    };
    let sent = 0;
    /** A body of bytes, each a minute after the last. */
    const createDripping = async () => ({
      status: 200,
      headers: new Headers({ 'content-length': String(DOCUMENT.length) }),
      text: async () => '',
      body: {
        getReader: () => ({
          read: async () => {
            now += 60_000;
            sent += 1;
            return { done: false, value: DOCUMENT.subarray(sent - 1, sent) };
          },
        }),
      },
    });
    const { done } = download('http://127.0.0.1:1', { clock, fetch: createDripping });
    await expect(done).rejects.toMatchObject({ code: 'too_slow', exit: 3 });
    expect(now).toBe(MIN_DOWNLOAD_PROGRESS.within + 60_000);
  });
});

it('a download does not wait for weeks, however long the configured limit is', async () => {
  const { origin, seen } = await startDocumentServer(
    sendStatus(503, { 'retry-after': '3000000' }),
    sendWhole,
  );
  const waiting = download(origin, { maxWait: Number.POSITIVE_INFINITY });
  await expect(waiting.done).rejects.toMatchObject({ exit: 3, details: { status: 503 } });
  expect(seen).toHaveLength(1);
});

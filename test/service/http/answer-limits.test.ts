import { createServer, type RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseResponseJson } from '../../../src/platform/json/parse-json.ts';
import { MAX_RETRY_AFTER_MS, RESPONSE_LIMITS } from '../../../src/platform/size-limits.ts';
import { Routes } from '../../../src/service/client/routes.ts';
import { createHttpFetch } from '../../../src/service/http/http-fetch.ts';
import { createRetryingFetch } from '../../../src/service/http/retrying-fetch.ts';
import { readBoundedText } from '../../../src/service/http/send-attempt.ts';
import { catchFailure } from '../../support/catch-failure.ts';
import { createQuickClock, realClock } from './clocks.ts';
import { getPort, listenOnLoopback, startRawServer } from './raw-server.ts';

/** Starts a server that counts requests, and returns a client for it. */
const startCountingServer = async (answer: RequestListener) => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    response.on('error', () => undefined);
    answer(request, response);
  });
  await listenOnLoopback(server);
  const fetch = createRetryingFetch({
    fetch: createHttpFetch(),
    clock: realClock,
    random: () => 0,
    tries: 3,
  });
  const baseUrl = `http://127.0.0.1:${getPort(server)}`;
  return { client: new Routes({ baseUrl, fetch, parse: parseResponseJson }), requests: () => requests };
};

const json = { 'content-type': 'application/json' };
const MIB = 2 ** 20;
const block = Buffer.alloc(MIB, ' ');

/** Writes blocks until the client disconnects. */
const writeForever: RequestListener = (_, response) => {
  response.writeHead(200, json);
  const writeMore = (): void => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', writeMore);
  writeMore();
};

describe('limits of an answer', () => {
  it.each<[string, RequestListener]>([
    ['that never ends', writeForever],
    [
      'that is said to be too long',
      (_, response) =>
        void response.writeHead(200, { ...json, 'content-length': RESPONSE_LIMITS.bytes + 1 }).write('{'),
    ],
    [
      'that is short as long as it is packed',
      (_, response) =>
        response
          .writeHead(200, { ...json, 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(RESPONSE_LIMITS.bytes + MIB, '['))),
    ],
  ])('%s ends at once with its own message', async (_, answer) => {
    const { client, requests } = await startCountingServer(answer);
    const { cause } = await catchFailure(client.me());
    expect(cause).toMatchObject({
      exit: 3,
      code: 'answer_too_large',
      message: `the answer is longer than ${RESPONSE_LIMITS.bytes / MIB} MiB, the limit of toile`,
      hint: expect.anything(),
    });
    expect(requests()).toBe(1);
  });

  it('nesting that is too deep is an error, and is not requested again', async () => {
    const { client, requests } = await startCountingServer((_, response) =>
      response.writeHead(200, json).end('['.repeat(5_000)),
    );
    const { cause } = await catchFailure(client.me());
    expect(cause).toMatchObject({ exit: 3, code: 'answer_too_deep' });
    expect(requests()).toBe(1);
  });

  it.each([
    ...[null, '0', '-5', '1.5', '3', 'many', '10, 10'].map((length) => [200, length] as const),
    ...[null, '3', '9007199254740993'].map((length) => [500, length] as const),
  ])('an answer of status %i that declares a length of %s is read whole', async (status, declared) => {
    const chunks = ['{"é":', '', '"ü', 'x'.repeat(5_000), '"}'].map((text) => Buffer.from(text));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const headers: Record<string, string> = declared === null ? {} : { 'content-length': declared };
    const text = await readBoundedText(new Response(body, { status, headers }));
    expect(text).toBe(`{"é":"ü${'x'.repeat(5_000)}"}`);
  });

  it('a failed answer keeps its status, however long its text is', async () => {
    const { client } = await startCountingServer((_, response) => {
      response.writeHead(404, json);
      response.end(`{"error":"${'no '.repeat(RESPONSE_LIMITS.errorBytes)}"}`);
    });
    expect(await catchFailure(client.me())).toMatchObject({ name: 'NotFoundError', status: 404 });
  });

  it('headers that are too large are an error, and are not requested again', async () => {
    const head = `HTTP/1.1 200 OK\r\nx-much: ${'a'.repeat(200_000)}\r\ncontent-length: 2\r\n\r\n{}`;
    const { origin, connections } = await startRawServer((socket) => socket.end(head));
    const fetch = createRetryingFetch({
      fetch: createHttpFetch(),
      clock: realClock,
      random: () => 0,
      tries: 3,
    });
    const { cause } = await catchFailure(new Routes({ baseUrl: origin, fetch }).me());
    expect(cause).toMatchObject({ exit: 3, code: 'headers_too_large' });
    expect(connections()).toBe(1);
  });
});

describe('Retry-After', () => {
  const sendPatiently = async (retryAfter: string, status = 429) => {
    const clock = createQuickClock();
    const fetch = createRetryingFetch({
      fetch: async () =>
        new Response('{"code":"RATE_LIMITED"}', { status, headers: { 'retry-after': retryAfter } }),
      clock,
      random: () => 0,
      maxWait: Number.POSITIVE_INFINITY,
      timeouts: { headers: 0, idle: 0, body: 0 },
      tries: 2,
    });
    const { cause } = await catchFailure(new Routes({ baseUrl: 'http://host.test', fetch }).me());
    return { cause, clock };
  };

  it.each(['3000000', '99999999999', String(10n ** 400n), String(MAX_RETRY_AFTER_MS / 1000 + 1)])(
    'of %.20s seconds is never waited for, with any limit',
    async (seconds) => {
      const { cause, clock } = await sendPatiently(seconds);
      expect(cause).toMatchObject({ name: 'RateLimited', exit: 7 });
      expect(clock.waits).toStrictEqual([]);
    },
  );

  it('of a day is waited for when the limit allows it', async () => {
    const { clock } = await sendPatiently(String(MAX_RETRY_AFTER_MS / 1000));
    expect(clock.waits).toStrictEqual([MAX_RETRY_AFTER_MS]);
  });

  it('is shown in days and hours', async () => {
    expect((await sendPatiently('3000000')).cause).toMatchObject({
      hint: 'try again in 35 days',
      details: { retry_after: 3_000_000 },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { Routes } from '../../../src/service/client/routes.ts';
import { chooseFetch } from '../../../src/service/http/choose-fetch.ts';
import { createHttpFetch } from '../../../src/service/http/http-fetch.ts';
import { createRetryingFetch } from '../../../src/service/http/retrying-fetch.ts';
import type { RawFetch, RequestTimeouts } from '../../../src/service/http/transport-options.ts';
import { catchFailure } from '../../support/catch-failure.ts';
import { sleepInSteps } from '../../support/sleep-in-steps.ts';
import { realClock } from './clocks.ts';
import { buildAnswer, findUnusedAddress, startRawServer } from './raw-server.ts';

const OK = buildAnswer('200 OK', '{"plan":"studio","n":56.0}');

/** Waits between tries take a hundredth of their time; limits on answers are short, and as long as the work needs. */
function createRoutes(
  baseUrl: string,
  timeouts: Partial<RequestTimeouts> = {},
  tries = 3,
  fetch: RawFetch = createHttpFetch(),
) {
  const clock = {
    now: realClock.now,
    sleep: (ms: number, signal?: AbortSignal) => sleepInSteps(ms < 10_000 ? ms : ms / 100, signal),
  };
  const retrying = createRetryingFetch({ fetch, clock, random: () => 0, timeouts, tries });
  return new Routes({ baseUrl, credential: 'svc_sk_x', fetch: retrying });
}

describe('over a real connection', () => {
  it.each([
    ['is reset', (socket) => socket.resetAndDestroy()],
    ['ends without a word', (socket) => socket.end()],
    ['is cut in the head', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le')],
    ['is cut in the body', (socket) => socket.end(OK.slice(0, -8))],
    [
      'is cut between chunks',
      (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"pla\r\n'),
    ],
    ['answers 502 with a web page', (socket) => socket.end(buildAnswer('502 Bad Gateway', '<html>'))],
    [
      'answers 429',
      (socket) => socket.end(buildAnswer('429 Too Many Requests', '{}', { 'retry-after': '0' })),
    ],
  ] as [string, Parameters<typeof startRawServer>[0]][])(
    'a read that %s is sent again and gets through',
    async (_, bad) => {
      const { origin, connections } = await startRawServer((socket, request, number) =>
        number === 1 ? bad(socket, request, number) : socket.end(OK),
      );
      const whole = await createRoutes(origin).me().withResponse();
      expect(whole.text).toBe('{"plan":"studio","n":56.0}');
      expect(connections()).toBe(2);
    },
  );

  it.each(['is reset', 'is cut'])(
    'a Tech Pack request whose connection %s is not sent again',
    async (how) => {
      const { origin, connections } = await startRawServer((socket) =>
        how === 'is reset' ? socket.resetAndDestroy() : socket.end(OK.slice(0, -8)),
      );
      const error = await catchFailure(createRoutes(origin).requestTechPack('d'));
      expect(error).toMatchObject({
        route: 'POST /v1/designs/d/tech-packs',
        cause: { exit: 3, code: 'connection_lost' },
      });
      expect(error.name).toBe(how === 'is reset' ? 'NetworkError' : 'AnswerError');
      await realClock.sleep(50);
      expect(connections()).toBe(1);
    },
  );

  it('a server that accepts the request and hangs ends with a timeout', async () => {
    const { origin, connections } = await startRawServer(() => {});
    const error = await catchFailure(createRoutes(origin, { headers: 40 }, 2).me());
    expect(error).toMatchObject({ name: 'NetworkError', cause: { exit: 3, code: 'answer_timeout' } });
    expect(connections()).toBe(2);
  });

  it('a body that stops ends with a timeout', async () => {
    const { origin } = await startRawServer((socket) => void socket.write(OK.slice(0, -8)));
    // Nothing else would end it.
    const error = await catchFailure(createRoutes(origin, { idle: 40, body: 0 }, 1).me());
    expect(error).toMatchObject({
      name: 'AnswerError',
      reason: 'cut_short',
      cause: { code: 'answer_stalled' },
    });
  });

  it('a body that trickles forever ends although it is never idle', async () => {
    const { origin } = await startRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const drip = setInterval(() => socket.write('1\r\n \r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    const error = await catchFailure(createRoutes(origin, { idle: 1000, body: 120 }, 1).me());
    expect(error).toMatchObject({ reason: 'cut_short', cause: { code: 'answer_stalled' } });
  });

  it('a body that trickles and ends is read whole, also with characters cut in two', async () => {
    const body = Buffer.from('{"name":"Größe – 寸法"}');
    const { origin } = await startRawServer(async (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`);
      for (const byte of body) {
        socket.write(Buffer.from([byte]));
        await realClock.sleep(2);
      }
    });
    expect(await createRoutes(origin, { idle: 9_000 }).me()).toEqual({ name: 'Größe – 寸法' });
  });

  it('five megabytes arrive whole', async () => {
    const text = JSON.stringify({
      nodes: Array.from({ length: 50_000 }, (_, i) => ({ id: i, text: 'é'.repeat(40) })),
    });
    const { origin } = await startRawServer((socket) => socket.end(buildAnswer('200 OK', text)));
    expect((await createRoutes(origin).designGraph('d').withResponse()).text).toBe(text);
  });

  it('a redirect is refused without reading its endless body', async () => {
    const { origin } = await startRawServer((socket) => {
      socket.write('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 1000\r\n\r\nx');
    });
    const error = await catchFailure(createRoutes(origin).me());
    expect(error).toMatchObject({ name: 'AnswerError', reason: 'redirect' });
  });

  it.each([
    ['the fetch of the runtime', {}],
    ['the fetch for proxies', { HTTP_PROXY: 'http://127.0.0.1:9' }],
  ])('an answer that is not HTTP is explained with %s', async (_, environment) => {
    const { origin } = await startRawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    const fetch = await chooseFetch(environment);
    expect(await catchFailure(createRoutes(origin, {}, 1, fetch).me())).toMatchObject({
      cause: { exit: 3, code: 'not_http' },
    });
  });

  it('a port without a listener is explained', async () => {
    const origin = await findUnusedAddress();
    const error = await catchFailure(createRoutes(origin, {}, 1).me());
    expect(error.cause).toMatchObject({
      code: 'connection_refused',
      message: `${origin.slice('http://'.length)} refused the connection`,
    });
  });

  it('an unknown host is explained', async () => {
    const error = await catchFailure(createRoutes('http://host.invalid', {}, 1).me());
    expect(['unknown_host', 'no_name_service']).toContain((error.cause as Record<string, unknown>).code);
  });

  it('an abort ends a running request with its reason and closes the connection', async () => {
    let closed = false;
    const controller = new AbortController();
    const { origin } = await startRawServer((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      setTimeout(() => controller.abort('ctrl-c'), 10);
    });
    expect(await catchFailure(createRoutes(origin).me({ signal: controller.signal }))).toBe('ctrl-c');
    await expect.poll(() => closed).toBe(true);
  });

  it('an abort ends a wait at once', async () => {
    const controller = new AbortController();
    const { origin } = await startRawServer((socket) => {
      socket.end(buildAnswer('503 Service Unavailable', '', { 'retry-after': '9' }));
      setTimeout(() => controller.abort('ctrl-c'), 30);
    });
    // Every wait is longer than a test may take.
    const clock = {
      ...realClock,
      sleep: (_: number, signal?: AbortSignal) => realClock.sleep(120_000, signal),
    };
    const fetch = createRetryingFetch({ fetch: createHttpFetch(), clock, random: () => 0, tries: 3 });
    const client = new Routes({ baseUrl: origin, credential: 'svc_sk_x', fetch });
    expect(await catchFailure(client.me({ signal: controller.signal }))).toBe('ctrl-c');
  });
});

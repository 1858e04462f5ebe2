import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from '../../../src/service/client/request.ts';
import { chooseSingleSender, type NetworkEnvironment } from '../../../src/service/http/choose-fetch.ts';
import { createRetryingFetch } from '../../../src/service/http/retrying-fetch.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { type CertificateAuthority, createAuthority } from './certificate-authority.ts';
import { realClock } from './clocks.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { buildAnswer, findUnusedAddress, getPort, listenOnLoopback } from './raw-server.ts';

const TAKEN = '{"status":"composing","purchase_id":null}';

/** Listens for raw bytes and counts the requests in them, over all connections. */
const startCountingServer = async (serve: (socket: Socket, number: number) => void) => {
  let posts = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const more = data.toString('latin1').split('POST ').length - 1;
      posts += more;
      if (more > 0) serve(socket, posts);
    });
  });
  await listenOnLoopback(server);
  return { origin: `http://127.0.0.1:${getPort(server)}`, posts: () => posts };
};

/** Sends one Tech Pack request as the program does. Resolves with its status, or with what failed. */
const sendOrder = async (
  baseUrl: string,
  environment: NetworkEnvironment = {},
  patience = 400,
): Promise<unknown> => {
  const fetch = createRetryingFetch({
    fetch: await chooseSingleSender(environment),
    clock: realClock,
    random: () => 0,
    maxWait: 2_000,
    timeouts: { headers: patience, idle: patience },
  });
  const requested = { method: 'POST', path: '/v1/designs/d/tech-packs', text: '{}', accept: [402] };
  return request({ baseUrl, credential: 'svc_sk_x', fetch }, requested).then(
    ({ status }) => status,
    (error: unknown) => error,
  );
};

describe('a paid request is sent once', () => {
  const statuses = Array.from({ length: 400 }, (_, index) => 200 + index);

  it.each(['close', 'keep-alive'])(
    'after an answer of any status, with connection: %s',
    async (connection) => {
      for (const status of statuses) {
        const isBare = status === 204 || status === 205 || status === 304;
        const { origin, posts } = await startCountingServer((socket) => {
          const body = isBare ? '' : TAKEN;
          const headers = { connection, location: '/v1/elsewhere', 'retry-after': '0' };
          const text = buildAnswer(`${status} S`, body, {
            ...headers,
            'www-authenticate': 'Basic realm="x"',
          });
          if (connection === 'close') socket.end(text);
          else socket.write(text);
        });
        await sendOrder(origin);
        expect([status, posts()]).toStrictEqual([status, 1]);
      }
    },
    120_000,
  );

  it.each([100, 101, 102, 103, 110, 150, 199])(
    'when an informational status precedes the answer: %i',
    async (status) => {
      const between = `HTTP/1.1 ${status} Between\r\n\r\n`;
      const ways: readonly ((socket: Socket) => void)[] = [
        (socket) => socket.write(between + buildAnswer('202 Accepted', TAKEN)),
        (socket) => socket.end(between),
        (socket) => socket.write(between),
        (socket) => socket.write(between.repeat(50) + buildAnswer('421 Misdirected', TAKEN)),
      ];
      for (const way of ways) {
        const { origin, posts } = await startCountingServer(way);
        await sendOrder(origin);
        expect(posts()).toBe(1);
      }
    },
    20_000,
  );

  it.each<[string, (socket: Socket) => void]>([
    ['is reset before the answer', (socket) => socket.resetAndDestroy()],
    ['ends before the answer', (socket) => socket.end()],
    ['ends in the head', (socket) => socket.end('HTTP/1.1 202 Acc')],
    ['ends in the body', (socket) => socket.end(buildAnswer('202 Accepted', TAKEN).slice(0, -5))],
    [
      'is reset in the body',
      (socket) => socket.write(buildAnswer('202 A', TAKEN).slice(0, -5), () => socket.resetAndDestroy()),
    ],
    [
      'is reset after the answer',
      (socket) =>
        socket.write(buildAnswer('202 A', TAKEN, { connection: 'keep-alive' }), () =>
          socket.resetAndDestroy(),
        ),
    ],
    ['stays silent', () => undefined],
    [
      'answers twice',
      (socket) => socket.write(buildAnswer('202 A', TAKEN, { connection: 'keep-alive' }).repeat(2)),
    ],
    ['answers what is no HTTP', (socket) => socket.end('SSH-2.0-x\r\n')],
    [
      'has a length that does not fit',
      (socket) => socket.end(buildAnswer('202 A', TAKEN, { 'content-length': '9999' })),
    ],
    [
      'has trailers',
      (socket) =>
        socket.end(
          'HTTP/1.1 202 A\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n2\r\n{}\r\n0\r\nx: 1\r\n\r\n',
        ),
    ],
    [
      'has broken chunks',
      (socket) => socket.end('HTTP/1.1 202 A\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    ],
    [
      'offers another protocol',
      (socket) =>
        socket.end(
          'HTTP/1.1 426 Upgrade\r\nupgrade: h2c\r\nconnection: upgrade\r\ncontent-length: 0\r\n\r\n',
        ),
    ],
  ])('when its connection %s', async (_, way) => {
    const { origin, posts } = await startCountingServer(way);
    await sendOrder(origin);
    expect(posts()).toBe(1);
  });

  it('when the connection closes before it is written and another one is open', async () => {
    let connections = 0;
    let posts = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.on('data', () => {
        posts += 1;
      });
      if (connections === 1) socket.resetAndDestroy();
      else socket.end(buildAnswer('202 Accepted', TAKEN));
    });
    await listenOnLoopback(server);
    await sendOrder(`http://127.0.0.1:${getPort(server)}`);
    expect(posts).toBeLessThanOrEqual(1);
    expect(connections).toBe(1);
  });

  it('each on its own connection', async () => {
    const { origin, posts } = await startCountingServer((socket) =>
      socket.write(buildAnswer('202 A', TAKEN, { connection: 'keep-alive' })),
    );
    expect([await sendOrder(origin), await sendOrder(origin)]).toStrictEqual([202, 202]);
    expect(posts()).toBe(2);
    expect(await sendOrder(await findUnusedAddress())).toMatchObject({
      cause: { code: 'connection_refused' },
    });
  });

  it('and its answer is read although a gateway compressed it unasked', async () => {
    const packed = gzipSync(TAKEN);
    const { origin } = await startCountingServer((socket) => {
      socket.write(
        `HTTP/1.1 202 A\r\ncontent-encoding: gzip\r\ncontent-length: ${packed.length}\r\nconnection: close\r\n\r\n`,
      );
      socket.end(packed);
    });
    expect(await sendOrder(origin)).toBe(202);
  });
});

describe('through a proxy', () => {
  it.each([200, 202, 401, 407, 421, 429, 502, 503])('without TLS, which answers %i', async (status) => {
    const { origin, posts } = await startCountingServer((socket) =>
      socket.end(buildAnswer(`${status} S`, TAKEN)),
    );
    await sendOrder('http://api.test', { HTTP_PROXY: origin });
    expect(posts()).toBe(1);
  });
});

describe.skipIf(isToolMissing('openssl', 'openssl'))('through a TLS proxy with a private authority', () => {
  let ca: CertificateAuthority;
  let leaf: { key: string; cert: string };
  beforeAll(() => {
    ca = createAuthority();
    leaf = ca.issue('api.test');
  });
  afterAll(() => ca.remove());
  const send = (proxy: Gateway, more: NetworkEnvironment = {}) =>
    // A handshake takes longer on a busy machine.
    sendOrder(
      'https://api.test',
      { HTTPS_PROXY: `http://${proxy.address}`, TOILE_CA_FILE: ca.file, ...more },
      10_000,
    );

  it.each([200, 421, 407, 503])('in a tunnel whose far end answers %i', async (status) => {
    const proxy = await startGateway(leaf, undefined, status);
    await send(proxy);
    expect([proxy.tunnels.length, proxy.requests.length]).toStrictEqual([1, 1]);
    expect(proxy.requests[0]?.headers.authorization).toBe('Bearer svc_sk_x');
  });

  it('and not at all when the tunnel is refused or the authority is unknown', async () => {
    const [refusing, strange] = [await startGateway(leaf, 403), await startGateway(leaf)];
    expect(await send(refusing)).toMatchObject({ cause: { code: 'proxy_refused' } });
    expect(await send(strange, { TOILE_CA_FILE: '' })).toMatchObject({
      cause: { code: 'certificate_unknown_issuer' },
    });
    expect([...refusing.requests, ...strange.requests]).toStrictEqual([]);
  });
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createHttpFetch } from '../../../src/service/http/http-fetch.ts';
import { buildAnswer, getPort, listenOnLoopback, startRawServer } from './raw-server.ts';

const createInit = (signal: AbortSignal = new AbortController().signal) =>
  ({ method: 'GET', headers: {}, redirect: 'manual', credentials: 'omit', signal }) as const;

const OK = buildAnswer('200 OK', '{}', { connection: 'keep-alive' });

it('sends requests one after the other over one connection', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('data', () => void socket.write(OK));
  });
  await listenOnLoopback(server);
  const fetch = createHttpFetch();
  for (let count = 0; count < 3; count++)
    expect(await (await fetch(`http://127.0.0.1:${getPort(server)}`, createInit())).text()).toBe('{}');
  expect(connections).toBe(1);
});

it('sends other requests than reads over new connections', async () => {
  const { origin, connections } = await startRawServer((socket) => socket.write(OK));
  const fetch = createHttpFetch();
  for (const method of ['POST', 'POST', 'DELETE'])
    await (await fetch(origin, { ...createInit(), method, body: '{}' })).text();
  expect(connections()).toBe(3);
});

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('states the length of the body of %s', async (method) => {
  let received = '';
  const { origin } = await startRawServer((socket, request) => {
    received = request;
    socket.end(OK);
  });
  await (await createHttpFetch()(origin, { ...createInit(), method, body: '{"ä":1}' })).text();
  expect(received.toLowerCase()).toContain('content-length: 8\r\n');
});

it('sends a read again at once when the server has just closed the connection', async () => {
  const { origin, connections } = await startRawServer((socket) => socket.write(OK, () => socket.destroy()));
  const fetch = createHttpFetch();
  for (let count = 0; count < 20; count++)
    expect(await (await fetch(origin, createInit())).text()).toBe('{}');
  expect(connections()).toBe(20);
});

it('reports an invalid chunk as invalid HTTP', async () => {
  const { origin } = await startRawServer((socket) =>
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\nzz\r\n'),
  );
  const response = await createHttpFetch()(origin, createInit());
  await expect(response.text()).rejects.toMatchObject({ code: expect.stringMatching(/^HPE_/) });
});

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
] as const)('decodes a body with content-encoding %s', async (encoding, compress) => {
  const body = compress('{"name":"Größe"}');
  const { origin } = await startRawServer((socket) => {
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.end(body);
  });
  expect(await (await createHttpFetch()(origin, createInit())).text()).toBe('{"name":"Größe"}');
});

it('joins repeated headers as fetch does', async () => {
  const { origin } = await startRawServer((socket) =>
    socket.end('HTTP/1.1 200 OK\r\nVia: a\r\nvia: b\r\nset-cookie: c=1\r\nset-cookie: d=2\r\n\r\n'),
  );
  const { headers } = await createHttpFetch()(origin, createInit());
  const listed: string[] = [];
  headers.forEach?.((value, name) => void listed.push(`${name}: ${value}`));
  expect(listed).toEqual(['set-cookie: c=1', 'set-cookie: d=2', 'via: a, b']);
  expect(headers.get('VIA')).toBe('a, b');
  expect(headers.get('constructor')).toBeNull();
});

it('reports a server that switches protocols as a closed connection', async () => {
  const { origin } = await startRawServer((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  );
  await expect(createHttpFetch()(origin, createInit())).rejects.toMatchObject({ code: 'ECONNRESET' });
});

const startSilentServer = async (): Promise<Server> => {
  const server = createServer((socket) => void socket.on('error', () => undefined).resume());
  await listenOnLoopback(server);
  return server;
};

it('stops to connect after the limit when the server completes no TLS handshake', async () => {
  const port = getPort(await startSilentServer());
  await expect(createHttpFetch(40)(`https://127.0.0.1:${port}/`, createInit())).rejects.toMatchObject({
    code: 'ETIMEDOUT',
  });
});

it.each(['before the response', 'in the body', 'after a body that was not read'])(
  'closes the connection when the signal aborts %s',
  async (when) => {
    const server = await startSilentServer();
    const connected = once(server, 'connection');
    const stop = new AbortController();
    const response = createHttpFetch()(`http://127.0.0.1:${getPort(server)}/`, createInit(stop.signal));
    response.catch(() => undefined);
    const [socket] = await connected;
    const closed = once(socket, 'close');
    if (when === 'before the response') {
      stop.abort(new Error('stopped'));
      await expect(response).rejects.toThrow('stopped');
    } else {
      socket.write(when === 'in the body' ? OK.slice(0, -1) : OK);
      const { body } = await response;
      const reader = body?.getReader();
      if (when === 'in the body') {
        await reader?.read();
        const next = reader?.read();
        stop.abort(new Error('stopped'));
        await expect(next).rejects.toThrow('stopped');
      } else stop.abort(new Error('stopped'));
    }
    await closed;
  },
);

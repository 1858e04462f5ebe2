import { createServer, type RequestListener, type Server } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { plainFetch } from '../../src/transport/plain-fetch.ts';
import { onTheWire, opened, portOf } from './wire.ts';

const fetch = plainFetch(10_000);
const signal = new AbortController().signal;
const init = (more: object = {}) => ({
  method: 'GET',
  headers: {},
  redirect: 'manual' as const,
  credentials: 'omit' as const,
  signal,
  ...more,
});

const serving = async (answer: RequestListener): Promise<{ origin: string; server: Server }> => {
  const server = createServer(answer);
  await opened(server);
  return { origin: `http://127.0.0.1:${portOf(server)}`, server };
};

describe('a fetch over plain HTTP', () => {
  it('sends what it was given, and gives what came', async () => {
    const { origin } = await serving((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        response.setHeader('X-Twice', ['a', 'b']);
        response.writeHead(418).end(JSON.stringify([request.method, request.headers['x-one'], body]));
      });
    });
    const answer = await fetch(`${origin}/`, init({ method: 'POST', headers: { 'x-one': '1' }, body: 'é' }));
    expect(answer.status).toBe(418);
    expect(answer.headers.get('X-TWICE')).toBe('a, b');
    expect(answer.headers.get('x-none')).toBeNull();
    expect(JSON.parse(await answer.text())).toEqual(['POST', '1', 'é']);
  });

  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['', (text: string) => Buffer.from(text)],
    ['something', (text: string) => Buffer.from(text)],
  ])('unpacks what came packed as "%s"', async (packing, pack) => {
    const { origin } = await serving((_, response) =>
      response
        .writeHead(200, packing === '' ? {} : { 'content-encoding': packing })
        .end(pack('ä'.repeat(99))),
    );
    expect(await (await fetch(origin, init())).text()).toBe('ä'.repeat(99));
  });

  it('says that a body which is packed and cut is broken', async () => {
    const packed = gzipSync(Buffer.from('x'.repeat(1e5)));
    const { origin } = await serving((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.length });
      response.write(packed.subarray(0, 60));
      setTimeout(() => response.destroy(), 50);
    });
    await expect((await fetch(origin, init())).text()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('follows no redirect', async () => {
    const { origin } = await serving((_, response) => response.writeHead(302, { location: '/b' }).end('no'));
    const answer = await fetch(origin, init());
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/b']);
    await answer.body?.cancel?.();
  });

  it('takes no name and password from an address', async () => {
    const { origin } = await serving((_, response) => response.end());
    await expect(fetch(origin.replace('//', '//a:b@'), init())).rejects.toThrow('a name in it');
  });

  it('ends with its signal, before the answer and in its middle', async () => {
    const { origin } = await serving((request, response) => {
      if (request.url === '/head') return;
      response.writeHead(200);
      response.write('begun');
    });
    for (const path of ['/head', '/body']) {
      const stop = new AbortController();
      const why = new Error('enough');
      setTimeout(() => stop.abort(why), 50);
      const whole = fetch(`${origin}${path}`, init({ signal: stop.signal })).then((answer) => answer.text());
      await expect(whole).rejects.toBe(why);
      await expect(fetch(origin, init({ signal: stop.signal }))).rejects.toBe(why);
    }
  });

  it('reads again over a new connection where a kept one had been closed', async () => {
    let asked = 0;
    // It closes after each answer, and does not say so.
    const { origin, connections } = await onTheWire((socket) => {
      asked += 1;
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok');
      socket.once('data', () => socket.resetAndDestroy());
    });
    for (let at = 0; at < 4; at += 1) expect(await (await fetch(origin, init())).text()).toBe('ok');
    expect(asked).toBe(4);
    expect(connections()).toBe(4);
  });

  it('writes over a connection of its own, which nobody can be closing', async () => {
    const ports = new Set<number | undefined>();
    const { origin } = await serving((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    for (const method of ['GET', 'POST', 'POST']) await (await fetch(origin, init({ method }))).text();
    expect(ports.size).toBe(3);
  });

  it('gives up on a host that takes no connection', async () => {
    // It takes the connection, and says nothing of encryption.
    const { origin } = await onTheWire(() => undefined);
    const secure = origin.replace('http:', 'https:');
    await expect(plainFetch(100)(secure, init())).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });
});

import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createRemoteControl,
  createSandbox,
  type SandboxServer,
  serveSandbox,
} from '../../src/sandbox/index.ts';
import { isReachableElsewhere } from '../support/is-reachable-elsewhere.ts';
import {
  authorizeAs,
  createClock,
  createSeededBytes,
  DOCUMENTS,
  FEW,
  MINTED,
  PLAIN,
  readRefusal,
} from './open-sandbox.ts';

/** More than the buffers between two sockets hold. */
const LARGE = { ...MINTED, graph: () => JSON.stringify({ filler: 'x'.repeat(20_000_000) }) };

const running: SandboxServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

async function start(port?: number): Promise<SandboxServer> {
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: createClock(),
    random: createSeededBytes(),
    garments: [...FEW.filter(({ id }) => id !== MINTED.id), LARGE],
    documents: async () => DOCUMENTS,
  });
  const one = await serveSandbox(sandbox, port === undefined ? {} : { port });
  running.push(one);
  return one;
}

/** Sends raw bytes and returns the answer of the server until it closes the connection. */
function sendRaw({ address }: SandboxServer, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('close', () => resolve(heard)).on('error', reject);
  });
}

const post = (one: SandboxServer, path: string) =>
  fetch(one.baseUrl + path, {
    method: 'POST',
    headers: { ...authorizeAs('full'), 'content-type': 'application/json' },
    body: '{}',
  });

describe('a running sandbox', () => {
  it('answers on loopback as in the process', async () => {
    const one = await start();
    expect(one.address).toMatch(/^127\.0\.0\.1:\d+$/);
    const response = await fetch(`${one.baseUrl}/v1/designs/${PLAIN.id}/graph`, {
      headers: authorizeAs('full'),
    });
    expect(await response.text()).toBe(PLAIN.graph('technical_designer'));
    expect(response.headers.get('date')).toBe('Fri, 20 Nov 2026 09:00:00 GMT');
    expect((await fetch(`${one.baseUrl}/v1/me`)).status).toBe(401);
    const head = await fetch(`${one.baseUrl}/v1`, { method: 'HEAD' });
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(100);
  });

  it('creates links to itself', async () => {
    const one = await start();
    const answer = await (await post(one, `/v1/designs/${PLAIN.id}/exports`)).json();
    expect(answer.download_url.startsWith(`${one.baseUrl}/dl/`)).toBe(true);
    const part = await fetch(answer.download_url, { headers: { range: 'bytes=0-9' } });
    expect([part.status, (await part.text()).length]).toEqual([206, 10]);
  });

  it('explains that its port is in use', async () => {
    const { address } = await start();
    await expect(start(Number(address.split(':')[1]))).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('refuses host names of other machines, and pages of other sites', async () => {
    const one = await start();
    const get = (path: string, ...headers: string[]) =>
      sendRaw(one, [`GET ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
    const port = one.address.split(':')[1];
    for (const path of ['/v1', '/', '/nothing', '/_sandbox/status', '/dl/x', '/checkout/x']) {
      expect(await get(path, 'Host: evil.example')).toMatch(/^HTTP\/1\.1 403 .*HOST_REFUSED/s);
      expect(await get(path, `Host: 127.0.0.1:${port}`, 'Origin: https://evil.example')).toContain(
        'ORIGIN_REFUSED',
      );
    }
    for (const host of ['127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', '0.0.0.0', '[::2]']) {
      expect([host, await get('/v1', `Host: ${host}:${port}`)]).toEqual([
        host,
        expect.stringContaining('HOST_REFUSED'),
      ]);
    }
    for (const host of ['localhost', `localhost:${port}`, `[::1]:${port}`, '127.0.0.1', 'LOCALHOST']) {
      expect([host, await get('/v1', `Host: ${host}`)]).toEqual([
        host,
        expect.stringMatching(/^HTTP\/1\.1 200/),
      ]);
    }
    expect(await get('/v1', `Host: localhost:${port}`, `Origin: http://localhost:${port}`)).toMatch(
      /^HTTP\/1\.1 200/,
    );
    expect(await get('/v1', `Host: user@127.0.0.1:${port}`)).toMatch(/^HTTP\/1\.1 40[03]/);
    expect(await get('/v1', 'Host: ')).toMatch(/^HTTP\/1\.1 40[03]/);
    expect(await sendRaw(one, 'GET /v1 HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 40[03]/);
    expect(await get('http://evil.example/v1', `Host: 127.0.0.1:${port}`)).not.toMatch(/^HTTP\/1\.1 200/);
  });

  it('closes the connection in the scenario flaky-network, and cuts the body in cut-download', async () => {
    const one = await start();
    const link = (await (await post(one, `/v1/designs/${PLAIN.id}/exports`)).json()).download_url;
    await one.control.scenario('flaky-network');
    await expect(fetch(`${one.baseUrl}/v1`)).rejects.toThrow(TypeError);
    expect((await fetch(`${one.baseUrl}/v1`)).status).toBe(200);
    await one.control.scenario('cut-download');
    const cut = await fetch(link);
    expect(cut.status).toBe(200);
    await expect(cut.arrayBuffer()).rejects.toThrow(TypeError);
  });

  it('refuses a large body and keeps running', async () => {
    const one = await start();
    const response = await fetch(`${one.baseUrl}/v1/designs/${PLAIN.id}/exports`, {
      method: 'POST',
      headers: { ...authorizeAs('full'), 'content-type': 'application/json' },
      body: JSON.stringify({ note: 'x'.repeat(3_000_000) }),
    }).catch((error: unknown) => error);
    // The answer may meet a sender that is still writing and sees its connection end instead.
    if (response instanceof Response) expect(await readRefusal(response)).toEqual([413, 'BODY_TOO_LARGE']);
    else expect(response).toBeInstanceOf(TypeError);
    expect((await fetch(`${one.baseUrl}/v1`)).status).toBe(200);
  });

  it('keeps running when clients disconnect in the middle of a request or a response', async () => {
    const one = await start();
    const port = Number(one.address.split(':')[1]);
    const key = 'Authorization: Bearer svc_sk_sandbox_full';
    const requests = [
      `POST /v1/designs/${PLAIN.id}/exports HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"a`,
      `GET /v1/designs/${MINTED.id}/graph HTTP/1.1\r\nHost: 127.0.0.1\r\n${key}\r\n\r\n`,
    ];
    for (const request of requests) {
      for (const after of [0, 0, 1, 5, 20]) {
        await new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write(request);
            setTimeout(() => socket.resetAndDestroy(), after);
          });
          socket.on('error', () => undefined).on('close', () => resolve());
        });
      }
    }
    expect((await fetch(`${one.baseUrl}/v1`)).status).toBe(200);
    expect((await one.control.status()).exports).toBe(0);
  });

  it('stops at once, also with open connections', async () => {
    const one = await start();
    const port = Number(one.address.split(':')[1]);
    const idle = connect(port, '127.0.0.1');
    const half = connect(port, '127.0.0.1', () =>
      half.write('POST /v1/me HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le'),
    );
    for (const socket of [idle, half]) socket.on('error', () => undefined);
    await Promise.all([idle, half].map((socket) => new Promise((done) => socket.once('connect', done))));
    const closed = [idle, half].map((socket) => new Promise((done) => socket.once('close', done)));
    await one.close();
    await Promise.all([one.ended, ...closed]);
    await expect(fetch(`${one.baseUrl}/v1`)).rejects.toThrow(TypeError);
    await one.close();
  });
});

describe('control from another process', () => {
  const connect = (address: string, secret: string, fetch: typeof globalThis.fetch = globalThis.fetch) =>
    createRemoteControl(address, secret, fetch, new AbortController().signal);

  it('has the same effect as in the process', async () => {
    const one = await start();
    const control = connect(one.baseUrl, one.secret);
    expect(await control.status()).toEqual(await one.control.status());
    const { purchase_id: id } = await (await post(one, `/v1/designs/${MINTED.id}/tech-packs`)).json();
    await expect(control.pay()).rejects.toMatchObject({ name: 'SandboxError', code: 'nothing_to_pay' });
    await expect(control.pay(id)).rejects.toMatchObject({ code: 'not_payable' });
    await expect(control.pay('x')).rejects.toMatchObject({ code: 'unknown_purchase' });
    const { purchase_id: second } = await (await post(one, `/v1/designs/${MINTED.id}/tech-packs`)).json();
    expect(await control.pay()).toMatchObject({ purchase_id: second, status: 'composing', amount: 29 });
    expect((await control.advance(20_000)).purchases.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    for (const ms of [0, -1, Number.NaN, 1e15]) {
      await expect(control.advance(ms)).rejects.toMatchObject({ code: 'invalid_time' });
    }
    expect((await control.scenario('unavailable')).scenario).toBe('unavailable');
    expect((await control.scenario(undefined)).scenario).toBeNull();
    await expect(control.scenario('x')).rejects.toMatchObject({ code: 'unknown_scenario' });
    expect((await control.revoke('token')).revoked).toEqual(['token']);
    await expect(control.revoke('x')).rejects.toMatchObject({ code: 'unknown_key' });
    expect(await control.reset()).toMatchObject({ offset_ms: 0, revoked: [], purchases: [], scenario: null });
  });

  it('is refused without the secret of this run', async () => {
    const one = await start();
    for (const secret of ['', 'x', `${one.secret}0`]) {
      await expect(connect(one.baseUrl, secret).reset()).rejects.toMatchObject({
        code: 'control_refused',
      });
    }
    expect(
      await readRefusal(fetch(`${one.baseUrl}/_sandbox/status`, { headers: authorizeAs('full') })),
    ).toEqual([403, 'CONTROL_SECRET_REQUIRED']);
  });

  it('explains that no sandbox runs, or that another program answers', async () => {
    const one = await start();
    await one.close();
    await expect(connect(one.baseUrl, one.secret).status()).rejects.toMatchObject({
      code: 'control_unreachable',
    });
    const replyWithPage = async () => new Response('<html>', { status: 200 });
    await expect(connect('http://127.0.0.1:1', 's', replyWithPage).status()).rejects.toMatchObject({
      code: 'control_refused',
    });
  });
});

it('a signal ends a request, and is not watched after it', async () => {
  const sandbox = await createSandbox({
    store: createMemoryJournal(),
    clock: createClock(),
    random: createSeededBytes(),
    garments: FEW,
  });
  const aborter = new AbortController();
  let listening = 0;
  const { addEventListener, removeEventListener } = aborter.signal;
  aborter.signal.addEventListener = (...given: unknown[]) => {
    listening++;
    return Reflect.apply(addEventListener, aborter.signal, given);
  };
  aborter.signal.removeEventListener = (...given: unknown[]) => {
    listening--;
    return Reflect.apply(removeEventListener, aborter.signal, given);
  };
  const { signal } = aborter;
  for (let n = 0; n < 3; n++)
    expect((await sandbox.fetch(`${sandbox.baseUrl}/v1`, { signal })).status).toBe(200);
  await new Promise((done) => setTimeout(done, 0));
  expect(listening).toBe(0);
  const asked = sandbox.fetch(`${sandbox.baseUrl}/v1`, { signal });
  aborter.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  await expect(sandbox.fetch(`${sandbox.baseUrl}/v1`, { signal })).rejects.toThrow('enough');
});

it.runIf(process.platform === 'linux')('the sandbox answers at no other address of the machine', async () => {
  const { address } = await start();
  expect(address).toMatch(/^127\.0\.0\.1:/);
  expect(await isReachableElsewhere(Number(address.split(':')[1]))).toBe(false);
});

import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import {
  type CallbackServer,
  parsePastedRedirect,
  startCallbackServer,
} from '../../src/auth/oauth/callback-server.ts';
import { isReachableElsewhere } from '../support/is-reachable-elsewhere.ts';

const STATE = 'a'.repeat(64);

const openCallbackServer = async (): Promise<{ loopback: CallbackServer; port: number; host: string }> => {
  const loopback = await startCallbackServer();
  onTestFinished(() => loopback.close());
  const { port, host } = new URL(loopback.url);
  return { loopback, port: Number(port), host };
};

/** Sends raw bytes, including requests that `fetch` cannot send, and returns the answer. */
const sendBytes = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    let output = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      output += part;
    });
    // A connection that closes during the write counts as an answer.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(output.split('\r\n')[0] ?? ''));
  });

it('the callback server opens the browser with one address only', async () => {
  const { loopback, port, host } = await openCallbackServer();
  let came = 0;
  const returned = loopback.waitForState(STATE);
  void returned.then(() => {
    came += 1;
  });
  const right = `/callback?code=c&state=${STATE}`;
  const request = (target: string, { method = 'GET', as = host, more = '' } = {}) =>
    `${method} ${target} HTTP/1.1\r\nHost: ${as}\r\n${more}\r\n`;
  for (const [bytes, status] of [
    [request('//'), 404],
    [request('//evil.example/callback'), 404],
    [request('///'), 404],
    [request('/'), 404],
    [request('/callback'), 400],
    [request('/callback/'), 404],
    [request('/callback#x'), 404],
    [request('/%63allback?x'), 404],
    [request('/callback?state=%'), 400],
    [request('/callback?state=%ff%fe&code=c'), 400],
    [request(`/callback?code=c&state=${STATE.slice(1)}`), 400],
    [request(`/callback?code=c&state=x&state=${STATE}`), 400],
    [request('/callback?code=c'), 400],
    [request('/callback?code=c&state='), 400],
    [request('*', { method: 'OPTIONS' }), 404],
    [request('http://['), 404],
    [request(`http://${host}${right}`), 404],
    [request(`http://evil.example${right}`), 404],
    [request(right, { method: 'POST' }), 404],
    [request(right, { method: 'HEAD' }), 404],
    [request(right, { method: 'PUT', more: 'Content-Length: 3\r\n\r\nabc' }), 404],
    [request(right, { as: 'evil.example' }), 404],
    [request(right, { as: `localhost:${port}` }), 404],
    [request(right, { as: `127.0.0.1:${port}.evil.example` }), 404],
    [request(right, { as: '' }), 404],
    [`GET ${right} HTTP/1.0\r\n\r\n`, 404],
    [request(right, { more: `X: ${'x'.repeat(100_000)}\r\n` }), 431],
    [`GET /${'x'.repeat(100_000)} HTTP/1.1\r\n`, 431],
    ['\r\n\r\n\0\0\0', 400],
    ['GET\r\n\r\n', 400],
    ['GET callback HTTP/1.1\r\n\r\n', 400],
    ['\x16\x03\x01\x02\x00\x01\x00', 400],
  ] as const) {
    const printed = await sendBytes(port, bytes);
    expect(printed, bytes.slice(0, 60)).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
  }
  await sendBytes(port, request('evil.example:443', { method: 'CONNECT' }));
  await sendBytes(port, '');
  expect(came).toBe(0);
  expect(await sendBytes(port, request(right))).toMatch(/ 200 /);
  expect((await returned).get('code')).toBe('c');
});

it('no other site sees the address that contains the code', async () => {
  const { loopback } = await openCallbackServer();
  void loopback.waitForState(STATE);
  const { headers } = await fetch(`${loopback.url}?code=c&state=${STATE}`);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'");
});

it('every visit gets its own response', async () => {
  const { loopback } = await openCallbackServer();
  const [first, second] = [loopback.waitForState('one'), loopback.waitForState('two')];
  const callBack = async (state: string, code: string) =>
    (await fetch(`${loopback.url}?code=${code}&state=${state}`)).status;
  expect(await callBack('one', 'a')).toBe(200);
  expect((await first).get('code')).toBe('a');
  // Somebody loads the page again.
  expect(await callBack('one', 'b')).toBe(200);
  expect(await callBack('three', 'c')).toBe(400);
  expect(await callBack('two', 'd')).toBe(200);
  expect((await second).get('code')).toBe('d');
  expect((await first).get('code')).toBe('a');
});

it('the callback server answers this machine only', async () => {
  const { port } = await openCallbackServer();
  // All of 127.0.0.0/8 is this machine, and only one address of it was asked for.
  const reached = await new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.2', timeout: 2000 });
    onTestFinished(() => void socket.destroy());
    socket.once('connect', () => resolve(true));
    for (const event of ['error', 'timeout']) socket.once(event, () => resolve(false));
  });
  expect(reached).toBe(false);
});

it('the callback server reuses its port, or takes another when that is in use', async () => {
  const { port } = await openCallbackServer();
  const other = await startCallbackServer(port);
  expect(new URL(other.url).port).not.toBe(String(port));
  other.close();
  const back = await startCallbackServer(Number(new URL(other.url).port));
  expect(back.url).toBe(other.url);
  back.close();
});

it.each([
  ['another state', `http://127.0.0.1:7777/callback?code=c&state=${STATE.replace('a', 'b')}`],
  ['no state', 'http://127.0.0.1:7777/callback?code=c'],
  ['another port', `http://127.0.0.1:7778/callback?code=c&state=${STATE}`],
  ['another host', `http://127.0.0.2:7777/callback?code=c&state=${STATE}`],
  ['another scheme', `https://127.0.0.1:7777/callback?code=c&state=${STATE}`],
  ['another path', `http://127.0.0.1:7777/callback/x?code=c&state=${STATE}`],
  ['no address', `code=c&state=${STATE}`],
  ['nothing', ''],
])('a pasted address with %s is refused', (_, text) => {
  expect(parsePastedRedirect(text, 'http://127.0.0.1:7777/callback', STATE)).toBeUndefined();
});

it('a pasted address with blanks around it is accepted', () => {
  const text = `  http://127.0.0.1:7777/callback?code=c&state=${STATE}\n`;
  expect(parsePastedRedirect(text, 'http://127.0.0.1:7777/callback', STATE)?.get('code')).toBe('c');
});

it.runIf(process.platform === 'linux')(
  'the callback server listens at no other address of the machine',
  async () => {
    expect(await isReachableElsewhere((await openCallbackServer()).port)).toBe(false);
  },
);

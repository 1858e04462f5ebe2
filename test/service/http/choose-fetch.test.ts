import { chmodSync, writeFileSync } from 'node:fs';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/platform/errors.ts';
import { Routes } from '../../../src/service/client/routes.ts';
import {
  chooseFetch,
  loadTrustedRoots,
  type NetworkEnvironment,
} from '../../../src/service/http/choose-fetch.ts';
import { createRetryingFetch } from '../../../src/service/http/retrying-fetch.ts';
import { catchFailure } from '../../support/catch-failure.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { isToolMissing } from '../../support/is-tool-missing.ts';
import { runAsOrdinaryUser } from '../../support/ordinary-user.ts';
import { type CertificateAuthority, createAuthority } from './certificate-authority.ts';
import { realClock } from './clocks.ts';
import { type Gateway, startGateway } from './gateway.ts';
import { findUnusedAddress, getPort, listenOnLoopback } from './raw-server.ts';

/** Through the whole of the transport, with one try more than none. */
async function createRoutes(environment: NetworkEnvironment, baseUrl: string): Promise<Routes> {
  const fetch = createRetryingFetch({
    fetch: await chooseFetch(environment),
    clock: realClock,
    random: () => 0,
    tries: 2,
  });
  return new Routes({ baseUrl, credential: 'svc_sk_x', fetch });
}

const catchReason = async (call: PromiseLike<unknown>): Promise<unknown> => (await catchFailure(call)).cause;

const FAR = 'https://api.test';
const THROUGH = { through: 'proxy' };

describe.skipIf(isToolMissing('openssl', 'openssl'))('a proxy with a private certificate authority', () => {
  let ca: CertificateAuthority;
  let leaf: { key: string; cert: string };
  beforeAll(() => {
    ca = createAuthority();
    leaf = ca.issue('api.test');
  });
  afterAll(() => ca.remove());

  const createFetchThrough = (proxy: Gateway, more: NetworkEnvironment = {}) => ({
    HTTPS_PROXY: `http://${proxy.address}`,
    TOILE_CA_FILE: ca.file,
    ...more,
  });

  it('works when its authority is configured', async () => {
    const proxy = await startGateway(leaf);
    expect(await (await createRoutes(createFetchThrough(proxy), FAR)).me()).toEqual(THROUGH);
    expect(proxy.tunnels.map((one) => one.line)).toEqual(['CONNECT api.test:443']);
    expect(proxy.requests).toMatchObject([
      { line: 'GET /v1/me', headers: { host: 'api.test', authorization: 'Bearer svc_sk_x' } },
    ]);
    expect(proxy.tunnels[0]?.headers).not.toHaveProperty('authorization');
  });

  it('gets the user name and password of its address', async () => {
    const proxy = await startGateway(leaf);
    const HTTPS_PROXY = `http://ama:s%40w@${proxy.address}`;
    await (await createRoutes(createFetchThrough(proxy, { HTTPS_PROXY }), FAR)).me();
    const sent = `Basic ${Buffer.from('ama:s@w').toString('base64')}`;
    expect(proxy.tunnels[0]?.headers['proxy-authorization']).toBe(sent);
    expect(proxy.requests[0]?.headers).not.toHaveProperty('proxy-authorization');
  });

  it.each([
    ['in lower case', (a: string) => ({ https_proxy: `http://${a}` })],
    [
      'lower case before upper',
      (a: string) => ({ https_proxy: `http://${a}`, HTTPS_PROXY: 'http://nowhere.invalid' }),
    ],
    ['without a scheme', (a: string) => ({ HTTPS_PROXY: a })],
    ['for all schemes', (a: string) => ({ ALL_PROXY: `http://${a}` })],
    ['beside a SOCKS proxy', (a: string) => ({ HTTPS_PROXY: a, ALL_PROXY: 'socks5://nowhere.invalid' })],
  ])('is found %s', async (_, environment) => {
    const proxy = await startGateway(leaf);
    const all = { TOILE_CA_FILE: ca.file, ...environment(proxy.address) };
    expect(await (await createRoutes(all, FAR)).me()).toEqual(THROUGH);
  });

  it('is explained when its authority is not configured, and is tried once', async () => {
    const proxy = await startGateway(leaf);
    const error = await catchReason(
      (await createRoutes(createFetchThrough(proxy, { TOILE_CA_FILE: undefined }), FAR)).me(),
    );
    expect(error).toMatchObject({ exit: 3, code: 'certificate_unknown_issuer' });
    expect((error as { hint: string }).hint).toContain('TOILE_CA_FILE');
    expect(proxy.tunnels).toHaveLength(1);
    expect(proxy.requests).toEqual([]);
  });

  it('with the certificate of another host gets no key', async () => {
    const proxy = await startGateway(ca.issue('other.test'));
    const error = await catchReason((await createRoutes(createFetchThrough(proxy), FAR)).me());
    expect(error).toMatchObject({ code: 'certificate_of_another_host' });
    expect(proxy.requests).toEqual([]);
  });

  it('with an expired certificate gets no key', async () => {
    const proxy = await startGateway(ca.issue('api.test', -1));
    const error = await catchReason((await createRoutes(createFetchThrough(proxy), FAR)).me());
    expect(error).toMatchObject({ code: 'certificate_expired' });
    expect(proxy.requests).toEqual([]);
  });

  it.each([
    [407, 'proxy_sign_in'],
    [403, 'proxy_refused'],
  ])('that refuses a tunnel with %i is tried once', async (status, code) => {
    const proxy = await startGateway(leaf, status);
    expect(await catchReason((await createRoutes(createFetchThrough(proxy), FAR)).me())).toMatchObject({
      exit: 3,
      code,
    });
    expect(proxy.tunnels).toHaveLength(1);
  });

  it('that is not reachable is named in the error instead of the service', async () => {
    const HTTPS_PROXY = await findUnusedAddress();
    const error = await catchReason((await createRoutes({ HTTPS_PROXY }, FAR)).me());
    expect(error).toMatchObject({ exit: 3, code: 'connection_refused' });
    const { message, hint } = error as { message: string; hint: string };
    expect(message).toContain(HTTPS_PROXY.slice('http://'.length));
    expect(hint).toContain('HTTPS_PROXY');
  });

  it('with an unknown host name is named in the error', async () => {
    const error = await catchReason(
      (await createRoutes({ HTTPS_PROXY: 'http://proxy.invalid:3128' }, FAR)).me(),
    );
    expect((error as Error).message).toContain('proxy.invalid');
  });

  it.each(['api.test', '.test', '*', 'x, api.test:443'])('is skipped by NO_PROXY=%s', async (NO_PROXY) => {
    const proxy = await startGateway(leaf);
    const error = await catchReason((await createRoutes(createFetchThrough(proxy, { NO_PROXY }), FAR)).me());
    expect(['unknown_host', 'no_name_service']).toContain((error as { code: string }).code);
    expect(proxy.tunnels).toEqual([]);
  });

  it('is not used for https when only HTTP_PROXY is set', async () => {
    const proxy = await startGateway(leaf);
    const environment = { HTTP_PROXY: `http://${proxy.address}`, TOILE_CA_FILE: ca.file };
    await catchReason((await createRoutes(environment, FAR)).me());
    expect(proxy.tunnels).toEqual([]);
  });

  it('gets an ordinary request for plain http', async () => {
    const proxy = await startGateway(leaf);
    const client = await createRoutes({ HTTP_PROXY: `http://${proxy.address}` }, 'http://api.test/base');
    expect(await client.me()).toEqual(THROUGH);
    expect(proxy.requests).toMatchObject([
      { line: 'GET http://api.test/base/v1/me', headers: { host: 'api.test' } },
    ]);
    expect(proxy.tunnels).toEqual([]);
  });

  it('a service with a private certificate works without a proxy', async () => {
    const server = createHttps(ca.issue('127.0.0.1'), (_, response) => response.end('{"direct":true}'));
    await listenOnLoopback(server);
    const origin = `https://127.0.0.1:${getPort(server)}`;
    expect(await (await createRoutes({ TOILE_CA_FILE: ca.file }, origin)).me()).toEqual({ direct: true });
    expect(await catchReason((await createRoutes({}, origin)).me())).toMatchObject({
      code: 'certificate_unknown_issuer',
    });
  });

  it('does not replace the authorities of the runtime', async () => {
    const extra = join(ca.folder, 'extra.pem');
    writeFileSync(extra, ca.issue('extra.test').cert);
    const roots = await loadTrustedRoots(join(ca.file), extra);
    expect(roots.length).toBeGreaterThan(rootCertificates.length);
    expect(roots).toContain(rootCertificates[0]);
  });

  it('does not replace the authorities of the system', async () => {
    const runtime = { rootCertificates: ['bundled'], getCACertificates: () => ['bundled', 'of the system'] };
    const roots = await loadTrustedRoots(join(ca.file), undefined, runtime);
    expect(roots).toStrictEqual(['bundled', 'of the system', expect.stringContaining('BEGIN CERTIFICATE')]);
  });

  it.each([
    ['does not exist', 'gone.pem', undefined],
    ['contains no certificate', 'empty.pem', ''],
    ['contains no certificate', 'key.pem', '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n'],
    [
      'contains a damaged certificate',
      'bad.pem',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    ],
    ['cannot be read', '.', undefined],
  ])('a file that %s is refused: %s', async (says, name, text) => {
    const file = join(ca.folder, name);
    if (text !== undefined) writeFileSync(file, text);
    const made = chooseFetch({ TOILE_CA_FILE: file });
    await expect(made).rejects.toBeInstanceOf(UsageError);
    await expect(made).rejects.toThrow(says);
  });

  it.skipIf(process.platform === 'win32')('a file without read permission is refused', async () => {
    const path = createFolder();
    chmodSync(path, 0o755);
    const file = join(path, 'secret.pem');
    writeFileSync(file, leaf.cert);
    await chooseFetch({ TOILE_CA_FILE: file });
    chmodSync(file, 0);
    await runAsOrdinaryUser(() =>
      expect(chooseFetch({ TOILE_CA_FILE: file })).rejects.toThrow('cannot be read'),
    );
  });
});

describe('an address of this machine', () => {
  it.each(['127.0.0.1', '127.0.0.5', 'localhost', '::1'])(
    'is reached without the proxy: %s',
    async (host) => {
      const server = createHttp((_, response) => response.end('{"direct":true}'));
      await new Promise<void>((up, down) => server.once('error', down).listen(0, host, up)).catch((error) => {
        if (host === '127.0.0.1' || host === 'localhost') throw error;
      });
      if (!server.listening) return;
      const shown = host.includes(':') ? `[${host}]` : host;
      const HTTP_PROXY = await findUnusedAddress();
      const client = await createRoutes({ HTTP_PROXY }, `http://${shown}:${getPort(server)}`);
      expect(await client.me()).toEqual({ direct: true });
      server.closeAllConnections();
      server.close();
    },
  );
});

it.each([
  ['nonsense with space', /does not contain the address/],
  ['http://', /does not contain the address/],
  ['ftp://host:1', /ftp:/],
  ['socks5://ama:secret@host:1', /socks5:/],
])('an unusable proxy is refused: %s', async (ALL_PROXY, says) => {
  const made = chooseFetch({ ALL_PROXY });
  await expect(made).rejects.toBeInstanceOf(UsageError);
  await expect(made).rejects.toThrow(says);
  await expect(made).rejects.not.toThrow(/secret/);
});

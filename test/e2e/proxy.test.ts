import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CertificateAuthority, createAuthority } from '../service/http/certificate-authority.ts';
import { startGateway } from '../service/http/gateway.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { createEnv, createTempFolder, runProgram } from '../support/run-program.ts';

describe.skipIf(isToolMissing('openssl', 'openssl'))('the built program with a proxy that opens TLS', () => {
  let ca: CertificateAuthority;
  let leaf: { readonly key: string; readonly cert: string };
  beforeAll(() => {
    ca = createAuthority();
    leaf = ca.issue('api.test');
  });
  afterAll(() => ca.remove());

  const runBehindProxy = async (more: (address: string) => Record<string, string>) => {
    const proxy = await startGateway(leaf);
    const env = createEnv(await createTempFolder(), {
      TOILE_BASE_URL: 'https://api.test',
      TOILE_API_KEY: 'svc_sk_x',
      ...more(proxy.address),
    });
    const run = await runProgram(['api', '/v1/me', '--json', '--max-wait', '0'], { env });
    return { proxy, run };
  };

  it('reads through it when its certificate authority is named', async () => {
    const { proxy, run } = await runBehindProxy((address) => ({
      HTTPS_PROXY: `http://ama:s%40w@${address}`,
      TOILE_CA_FILE: ca.file,
    }));
    expect(run).toMatchObject({ exitCode: 0, stdout: '{"through":"proxy"}', stderr: '' });
    expect(proxy.tunnels.map(({ line }) => line)).toStrictEqual(['CONNECT api.test:443']);
    expect(proxy.tunnels[0]?.headers['proxy-authorization']).toBe(
      `Basic ${Buffer.from('ama:s@w').toString('base64')}`,
    );
    expect(proxy.requests).toMatchObject([
      { line: 'GET /v1/me', headers: { host: 'api.test', authorization: 'Bearer svc_sk_x' } },
    ]);
  });

  it('does not trust it before that, and sends no key', async () => {
    const { proxy, run } = await runBehindProxy((address) => ({ HTTPS_PROXY: `http://${address}` }));
    expect(run).toMatchObject({ exitCode: 3, stdout: '' });
    expect(run.stderr).toContain('TOILE_CA_FILE');
    expect(proxy.requests).toStrictEqual([]);
  });

  it('bypasses it when NO_PROXY says so', async () => {
    const { proxy, run } = await runBehindProxy((address) => ({
      HTTPS_PROXY: `http://${address}`,
      NO_PROXY: 'api.test',
      TOILE_CA_FILE: ca.file,
    }));
    expect(run).toMatchObject({ exitCode: 3, stdout: '' });
    expect(proxy.tunnels).toStrictEqual([]);
  });
});

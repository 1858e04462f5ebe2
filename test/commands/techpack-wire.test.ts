import { describe, expect, it } from 'vitest';
import { D1, P1 } from '../service/tech-packs/open-records.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { createHome, runToile } from '../support/run-toile.ts';

/** A service on a real socket that answers every Tech Pack request the same, and counts them. */
const startService = async (status: number, body: string, type = 'application/json') => {
  let posts = 0;
  const base = await startLoopbackServer((request, response) => {
    if (request.method === 'POST') posts += 1;
    request.resume();
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  const home = await createHome();
  const env = {
    TOILE_BASE_URL: base,
    TOILE_API_KEY: 'svc_sk_x',
  };
  const request = (...more: readonly string[]) =>
    runToile(['techpack', 'request', D1, '--yes', '--json', ...more], { home, env, haste: 1 });
  return { request, posts: () => posts };
};

const STATED = JSON.stringify({ error: 'no', code: 'NO' });

describe('one command sends one request', () => {
  it.each([202, 307, 401, 402, 403, 404, 408, 409, 421, 425, 429, 500, 502, 503])(
    'when the answer is %i',
    async (status) => {
      const at = await startService(status, STATED);
      await at.request();
      expect(at.posts()).toBe(1);
    },
  );

  it.each([401, 403, 404, 409, 410, 429])(
    'a %i of a gateway is not a refusal of the service',
    async (status) => {
      const at = await startService(status, '<html>no</html>', 'text/html');
      const { code, err } = await at.request();
      expect(code).toBe(3);
      expect(JSON.parse(err).error).toMatchObject({ code: 'fate_unknown', design_id: D1 });
      expect((await at.request()).code).toBe(1);
      expect(at.posts()).toBe(1);
      await at.request('--again');
      expect(at.posts()).toBe(2);
    },
  );

  it.each([
    ['error alone', '{"error":"no"}'],
    ['code alone', '{"code":"NO"}'],
    ['members that are no texts', '{"error":{"message":"no"},"code":403}'],
    ['a list', '[{"error":"no","code":"NO"}]'],
  ])('a 403 with %s is not a refusal of the service', async (_, body) => {
    const at = await startService(403, body);
    expect((await at.request()).code).toBe(3);
    expect((await at.request()).code).toBe(1);
    expect(at.posts()).toBe(1);
  });

  it('a request that the service refused may be repeated', async () => {
    const at = await startService(403, STATED);
    await at.request();
    await at.request();
    expect(at.posts()).toBe(2);
  });

  it('an accepted purchase is found again', async () => {
    const at = await startService(
      202,
      JSON.stringify({ status: 'composing', purchase_id: P1, design_id: D1 }),
    );
    expect((await at.request()).code).toBe(0);
    await at.request();
    expect(at.posts()).toBe(1);
  });
});

import { expect, it } from 'vitest';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { createEnv, createTempFolder, runProgram } from '../support/run-program.ts';

it('a limit that one process learned is known to the next: exit 7 with the seconds, and no request', async () => {
  let requests = 0;
  const base = await startLoopbackServer((_, res) => {
    requests += 1;
    res.writeHead(429, { 'retry-after': '300' }).end('{"error":"slow down","code":"RATE_LIMITED"}');
  });
  const env = createEnv(await createTempFolder(), {
    TOILE_BASE_URL: base,
    TOILE_API_KEY: 'svc_sk_e2e',
  });
  for (const _ of [1, 2]) {
    const { exitCode, stdout, stderr } = await runProgram(['me', '--json', '--max-wait', '3s'], { env });
    expect({ exitCode, stdout }).toEqual({ exitCode: 7, stdout: '' });
    const { error } = JSON.parse(stderr);
    expect(error.retry_after).toBeGreaterThan(270);
    expect(error.retry_after).toBeLessThanOrEqual(301);
  }
  expect(requests).toBe(1);
  const { stdout } = await runProgram(['quota', '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject({ left: 0, limit: 300 });
  expect(stdout).not.toContain('svc_sk_');
});

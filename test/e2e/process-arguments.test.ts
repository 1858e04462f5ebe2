import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { followConsent } from '../auth/follow-consent.ts';
import { createEnv, createTempFolder, runProgram, startProgram } from '../support/run-program.ts';
import { createFakeBrowser, watchArguments } from '../support/watch-arguments.ts';

/** Starts a sandbox and creates an environment with a fake browser. */
const setUp = async () => {
  const browser = createFakeBrowser();
  const env = createEnv(await createTempFolder(), browser.env);
  const child = startProgram(['sandbox', 'start', '--json'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  const first = await new Promise<string>((resolve) => lines.once('line', resolve));
  const { base_url, keys } = JSON.parse(first) as {
    base_url: string;
    keys: { name: string; key: string }[];
  };
  const key = keys.find(({ name }) => name === 'no-allowance')?.key ?? '';
  return { browser, env, baseUrl: base_url, key };
};

/** All users can read the arguments of all processes, so these may contain no secret. */
describe.runIf(process.platform === 'linux')('the list of processes shows nothing that can be used', () => {
  it('during a sign-in with the browser', async () => {
    const { browser, env, baseUrl } = await setUp();
    const watch = watchArguments();
    const connector = `${baseUrl}/connector`;
    const child = startProgram(['login', '--web', '--connector-url', connector, '--insecure-storage'], {
      env,
    });
    const { argv, page } = await browser.shown();
    const address = /href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(address).toMatch(/[?&]state=/);
    expect(argv).toEqual([expect.stringMatching(/browser-pages\/[-0-9a-f]+\.html$/)]);
    await fetch(await followConsent(address));
    expect((await child).exitCode).toBe(0);
    const seen = watch.stop();
    const { searchParams } = new URL(address);
    const usable = ['state', 'code_challenge'].map((name) => searchParams.get(name) ?? '');
    expect(seen.some((line) => line.includes(argv[0] ?? '-'))).toBe(true);
    expect(seen.filter((line) => usable.some((one) => line.includes(one)))).toEqual([]);
  });

  it('when a checkout page is opened', async () => {
    const { browser, env, baseUrl, key } = await setUp();
    const watch = watchArguments();
    const buyer = { ...env, TOILE_BASE_URL: baseUrl, TOILE_API_KEY: key };
    const asked = await runProgram(['techpack', 'request', 'GARM-5117', '--yes', '--open', '--json'], {
      env: buyer,
    });
    expect(asked.exitCode, asked.stderr).toBe(6);
    const { checkout_url: address } = JSON.parse(asked.stdout) as { checkout_url: string };
    const { argv, env: had, page } = await browser.shown();
    const seen = watch.stop();
    expect(had.filter((line) => /^TOILE_|svc_sk_/.test(line))).toEqual([]);
    expect(page).toContain(`href="${address}"`);
    expect(seen.some((line) => line.includes(argv[0] ?? '-'))).toBe(true);
    expect(seen.filter((line) => line.includes(new URL(address).pathname))).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEnv, createTempFolder, runProgram, startProgram } from '../support/run-program.ts';
import { isBrowserMissing, startBrowser } from '../support/start-browser.ts';

/** A sandbox that other programs reach, and the environment to reach it with. */
const startSandbox = async () => {
  const home = await createTempFolder();
  const env = createEnv(home, { TOILE_HOME: join(home, 'toile') });
  const child = startProgram(['sandbox', 'start', '--json'], { env });
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await child;
  });
  const first = await new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  const { base_url, keys } = JSON.parse(first) as { base_url: string; keys: { name: string; key: string }[] };
  const TOILE_API_KEY = keys.find(({ name }) => name === 'no-allowance')?.key ?? '';
  return { home, base_url, env: { ...env, TOILE_BASE_URL: base_url, TOILE_API_KEY } };
};

describe.skipIf(isBrowserMissing)('in a real browser', () => {
  it('a Tech Pack is paid for, from the 402 to the PDF on disk', async () => {
    const { home, env, base_url } = await startSandbox();
    const unpaid = await runProgram(['techpack', 'request', 'GARM-5117', '--yes', '--json'], { env });
    expect(unpaid.exitCode).toBe(6);
    const { checkout_url, purchase_id } = JSON.parse(unpaid.stdout);
    expect(checkout_url).toContain(base_url);

    const browser = await startBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(checkout_url);
    expect(await page.textContent('body')).toContain('29');
    await page.getByRole('button', { name: /^pay/i }).click();
    await page.getByRole('status').filter({ hasText: 'Paid' }).waitFor();

    await runProgram(['sandbox', 'advance', '1m'], { env });
    const pdf = join(home, 'pack.pdf');
    const words = ['techpack', 'status', purchase_id, '--wait', '--download', pdf, '--json'];
    const taken = await runProgram(words, { env });
    expect(taken.exitCode).toBe(0);
    expect(JSON.parse(taken.stdout)).toMatchObject({ schema: 'toile.techpack/1', file: pdf });
    const bytes = await readFile(pdf);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(bytes.subarray(-10).toString()).toContain('%%EOF');
  }, 60_000);
});

describe.skipIf(process.platform !== 'linux')('--open', () => {
  it('without a browser is no failure, and the address is printed', async () => {
    const { env } = await startSandbox();
    const { exitCode, stdout, stderr } = await runProgram(
      ['techpack', 'request', 'GARM-5117', '--yes', '--open', '--json'],
      { env: { ...env, PATH: '/nonexistent' } },
    );
    expect(exitCode).toBe(6);
    expect(JSON.parse(stdout).checkout_url).toMatch(/^http:/);
    expect(stderr).toContain('could not open the checkout address');
  });
});

it('a running sandbox is paid, advanced and set to a scenario by another command', async () => {
  const { env, base_url } = await startSandbox();
  await runProgram(['techpack', 'request', 'GARM-5117', '--yes'], { env });
  const runJson = async (...words: string[]) =>
    JSON.parse((await runProgram([...words, '--json'], { env })).stdout);
  expect(await runJson('sandbox', 'pay')).toMatchObject({ base_url, status: 'composing' });
  expect(await runJson('sandbox', 'advance', '61m')).toMatchObject({ base_url, offset_ms: 3_660_000 });
  expect(await runJson('techpack', 'status')).toMatchObject({ pack: { ready: true } });
  expect(await runJson('sandbox', 'scenario', 'unavailable')).toMatchObject({
    base_url,
    scenario: 'unavailable',
  });
  const elsewhere = await runProgram(['sandbox', 'status', '--base-url', 'http://127.0.0.1:9', '--json'], {
    env,
  });
  expect(elsewhere.exitCode).toBe(2);
  const embedded = JSON.parse(
    (await runProgram(['--sandbox', 'sandbox', 'status', '--json'], { env })).stdout,
  );
  expect(embedded).toMatchObject({ base_url: null, scenario: null });
  for (const words of [
    ['scenario', 'nope'],
    ['advance', '-5m'],
    ['advance', 'soon'],
    ['pay', 'nope'],
  ]) {
    const { exitCode, stdout } = await runProgram(['sandbox', ...words], { env });
    expect([exitCode === 0, stdout]).toStrictEqual([false, '']);
  }
});

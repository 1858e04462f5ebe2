/** The built client in Node 20, 22, 24 and 26, Deno, Bun and headless Chromium, against a simulated service. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { CheckResult } from '../runtimes/conformance.ts';
import { installRuntime, RUNTIMES } from '../runtimes/runtimes.ts';
import { startStandInService } from '../runtimes/stand-in-service.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { getOrSkip } from '../support/get-or-skip.ts';
import { isBrowserMissing, startBrowser } from '../support/start-browser.ts';

const CLIENT = fileURLToPath(new URL('../../dist/client.js', import.meta.url));
const terminal = await bundleProgram(new URL('../runtimes/conformance-in-terminal.ts', import.meta.url));
const conformance = await bundleProgram(new URL('../runtimes/conformance.ts', import.meta.url));
afterAll(() => Promise.all([terminal, conformance].map((file) => rm(file))));

const startService = async (): Promise<string> => {
  const { origin, close } = await startStandInService({
    '/client.js': CLIENT,
    '/conformance.js': conformance,
  });
  onTestFinished(close);
  return origin;
};

const expectAllPassed = (results: readonly CheckResult[]): void => {
  expect(results.filter(({ error }) => error !== undefined)).toStrictEqual([]);
  expect(results.map(({ name }) => name)).toContain('every method is one route');
};

it.for(RUNTIMES)('$name', async (runtime, context) => {
  const program = await getOrSkip(context, runtime.name, () => installRuntime(runtime));
  const { stdout } = await execa(program, [...runtime.args, terminal, CLIENT, await startService()], {
    cwd: tmpdir(),
    timeout: 60_000,
  });
  const results = JSON.parse(stdout) as readonly CheckResult[];
  context.task.meta.summary = [`${runtime.name}: ${results.length} promises`];
  expectAllPassed(results);
});

it.skipIf(isBrowserMissing)('Chromium', async () => {
  const origin = await startService();
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.context().addCookies([{ name: 'a', value: 'b', url: origin }]);
  await page.goto(origin);
  // As text: what is written here is made ready for this runner, and the page has none.
  const conformed = `Promise.all(['/conformance.js', '/client.js'].map((file) => import(file))).then(
    ([{ checkConformance }, client]) => checkConformance(client, location.origin, { browser: true }),
  )`;
  expectAllPassed(await page.evaluate<readonly CheckResult[]>(conformed));
});

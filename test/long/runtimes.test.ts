/** The built client in Node 20, 22, 24 and 26, Deno, Bun and headless Chromium, against a stand-in of the service. */
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Result } from '../runtimes/conformance.ts';
import { programOf, RUNTIMES } from '../runtimes/runtimes.ts';
import { standIn } from '../runtimes/stand-in.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { getOrSkip } from '../support/get-or-skip.ts';
import { isBrowserMissing, startBrowser } from '../support/start-browser.ts';

const CLIENT = fileURLToPath(new URL('../../dist/client.js', import.meta.url));
const terminal = await bundleProgram(new URL('../runtimes/terminal.ts', import.meta.url));
const conformance = await bundleProgram(new URL('../runtimes/conformance.ts', import.meta.url));
afterAll(() => Promise.all([terminal, conformance].map((file) => rm(file))));

const service = async (): Promise<string> => {
  const { origin, close } = await standIn({ '/client.js': CLIENT, '/conformance.js': conformance });
  onTestFinished(close);
  return origin;
};

const allHold = (results: readonly Result[]): void => {
  expect(results.filter(({ error }) => error !== undefined)).toStrictEqual([]);
  expect(results.map(({ name }) => name)).toContain('every method is one route');
};

it.for(RUNTIMES)('$name', async (runtime, context) => {
  const program = await getOrSkip(context, runtime.name, () => programOf(runtime));
  const { stdout } = await execa(program, [...runtime.args, terminal, CLIENT, await service()], {
    cwd: tmpdir(),
    timeout: 60_000,
  });
  const results = JSON.parse(stdout) as readonly Result[];
  context.task.meta.told = [`${runtime.name}: ${results.length} promises`];
  allHold(results);
});

it.skipIf(isBrowserMissing)('Chromium', async () => {
  const origin = await service();
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.context().addCookies([{ name: 'a', value: 'b', url: origin }]);
  await page.goto(origin);
  // As text: what is written here is made ready for this runner, and the page has none.
  const conformed = `Promise.all(['/conformance.js', '/client.js'].map((file) => import(file))).then(
    ([{ conform }, client]) => conform(client, location.origin, { browser: true }),
  )`;
  allHold(await page.evaluate<readonly Result[]>(conformed));
});

/** Every example of docs/client.md in Node 20, 22, 24 and 26, Deno, Bun and headless Chromium, against the sandbox. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { type ExampleResult, parseExamples } from '../runtimes/examples.ts';
import { startExamplesService } from '../runtimes/examples-service.ts';
import { installRuntime, RUNTIMES } from '../runtimes/runtimes.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { getOrSkip } from '../support/get-or-skip.ts';
import { isBrowserMissing, startBrowser } from '../support/start-browser.ts';

const toPath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const CLIENT = toPath('dist/client.js');
const examples = parseExamples(await readFile(toPath('docs/client.md'), 'utf8'));
const terminal = await bundleProgram(new URL('../runtimes/examples-in-terminal.ts', import.meta.url));
const program = await bundleProgram(new URL('../runtimes/examples.ts', import.meta.url));
afterAll(() => Promise.all([terminal, program].map((file) => rm(file))));

const expectAllRan = (ran: readonly ExampleResult[], of: typeof examples): void => {
  expect(ran.filter(({ error, said }) => error !== undefined || said.length === 0)).toStrictEqual([]);
  expect(ran.map(({ name }) => name)).toStrictEqual(of.map(({ name }) => name));
};

it.for(RUNTIMES)('$name', async (runtime, context) => {
  const executable = await getOrSkip(context, runtime.name, () => installRuntime(runtime));
  const cwd = await mkdtemp(join(tmpdir(), 'toile-examples-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const mayWrite = runtime.name === 'Deno' ? ['--allow-write'] : [];
  const words = [terminal, CLIENT, JSON.stringify(examples), JSON.stringify(await startExamplesService())];
  const { stdout } = await execa(executable, [...runtime.args, ...mayWrite, ...words], {
    cwd,
    timeout: 60_000,
  });
  const ran = JSON.parse(stdout) as readonly ExampleResult[];
  context.task.meta.summary = [`${runtime.name}: ${ran.length} examples`];
  expectAllRan(ran, examples);
});

it.skipIf(isBrowserMissing)('Chromium', async ({ task }) => {
  const scope = await startExamplesService({ '/client.js': CLIENT, '/examples.js': program });
  const here = examples.filter(({ where }) => where === '');
  const browser = await startBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${scope.baseUrl}/page`);
  // As text: what is a function here was rewritten for the runner of tests.
  const words = [here, scope].map((value) => JSON.stringify(value)).join(', ');
  const ran = await page.evaluate<readonly ExampleResult[]>(
    `Promise.all(['/examples.js', '/client.js'].map((file) => import(file)))
      .then(([{ runExamples }, client]) => runExamples(client, ${words}))`,
  );
  task.meta.summary = [`Chromium: ${ran.length} examples`];
  expectAllRan(ran, here);
});

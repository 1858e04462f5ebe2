/**
 * Runs the built client in Node 20, 22, 24 and 26, Deno, Bun and headless Chromium: `npm run test:runtimes`.
 * `--client FILE` takes another build. A runtime that cannot be had is skipped, and fails where CI is set.
 */

import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { chromium as driver } from 'playwright-core';
import { chromium, programOf, RUNTIMES } from '../test/runtimes/runtimes.mjs';
import { standIn, TERMINAL_PROGRAM } from '../test/runtimes/stand-in.mjs';
import { tally } from '../test/support/tally.mjs';

const run = promisify(execFile);
const built = fileURLToPath(new URL('../dist/client.js', import.meta.url));
const { values } = parseArgs({ options: { client: { type: 'string', default: built } } });
const client = resolve(values.client);
await access(client).catch(() => {
  throw new Error(`${client} is not built yet: npm run build`);
});

const say = (line) => process.stdout.write(`${line}\n`);
const sum = tally();

async function inTerminal(runtime, origin) {
  const program = await programOf(runtime).catch((error) => {
    throw new Skip(
      `npm install ${runtime.package}@${runtime.range} (${String(error.message).split('\n')[0]})`,
    );
  });
  const version = (await run(program, ['--version'])).stdout.split('\n')[0];
  const args = [...runtime.args, TERMINAL_PROGRAM, client, origin];
  const { stdout } = await run(program, args, { cwd: tmpdir(), timeout: 60_000 });
  return { version, results: JSON.parse(stdout) };
}

async function inBrowser(_, origin) {
  const executablePath = await chromium();
  if (!executablePath) throw new Skip('apt-get install chromium, or set CHROMIUM_PATH');
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await driver.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    await page.context().addCookies([{ name: 'a', value: 'b', url: origin }]);
    await page.goto(origin);
    const results = await page.evaluate(async () => {
      const files = ['/conformance.mjs', '/client.js'];
      const [{ conform }, module] = await Promise.all(files.map((file) => import(file)));
      return conform(module, location.origin, { browser: true });
    });
    return { version: browser.version(), results };
  } finally {
    await browser.close();
  }
}

/** What to do to have the runtime. */
class Skip extends Error {}

for (const [runtime, how] of [
  ...RUNTIMES.map((one) => [one, inTerminal]),
  [{ name: 'Chromium' }, inBrowser],
]) {
  const service = await standIn(client);
  try {
    const { version, results } = await how(runtime, service.origin);
    const wrong = results.filter(({ error }) => error);
    if (wrong.length > 0 || results.length === 0) sum.wrong();
    else sum.held();
    say(`${runtime.name} (${version}): ${results.length - wrong.length} of ${results.length} hold`);
    for (const { name, error } of wrong) say(`  not so: ${name}\n    ${error}`);
  } catch (error) {
    if (error instanceof Skip) sum.skip(runtime.name, `to have it: ${error.message}`);
    else {
      sum.wrong();
      say(`${runtime.name}: ${error.stack}`);
    }
  } finally {
    service.close();
  }
}
sum.end();

/**
 * Runs the end-to-end tests of the built program on every supported Node: `npm run test:nodes`. The tests start the
 * program with the Node that runs them, so each run is one of that Node alone. A Node that cannot be had is skipped,
 * and fails where CI is set.
 */

import { execFile, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programOf, RUNTIMES } from '../test/runtimes/runtimes.mjs';
import { tally } from '../test/support/tally.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const FOLDERS = ['test/e2e', 'test/pty', 'test/system/folders.test.ts'];

const say = (line) => process.stdout.write(`${line}\n`);
const ended = (child) => new Promise((resolve) => child.on('close', resolve));
const sum = tally();

for (const runtime of RUNTIMES.filter(({ name }) => name.startsWith('Node'))) {
  let program;
  try {
    program = await programOf(runtime);
  } catch (error) {
    sum.skip(runtime.name, `it could not be installed (${String(error.message).split('\n')[0]})`);
    continue;
  }
  const version = (await promisify(execFile)(program, ['--version'])).stdout.trim();
  say(`${runtime.name} (${version})`);
  // First on the path, so that what the tests start by the name of node is the same one.
  const env = { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` };
  const child = spawn(program, [vitest, 'run', ...FOLDERS], { cwd: root, env, stdio: 'inherit' });
  const code = await ended(child);
  if (code === 0) sum.held();
  else sum.wrong();
  say(`${runtime.name} (${version}): ${code === 0 ? 'all hold' : `failed with ${code}`}`);
}
sum.end();

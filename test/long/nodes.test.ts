/**
 * The end-to-end tests of the built program on every supported Node. The tests start the program with the Node that
 * runs them, so each run is one of that Node alone.
 */
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { NODES, programOf } from '../runtimes/runtimes.ts';
import { having } from '../support/peer.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const FOLDERS = ['test/e2e', 'test/pty', 'test/system/folders.test.ts'];

/** What this run of vitest tells its own workers is no business of the other. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_)/.test(name)));

it.for(NODES)('$name', async (node, context) => {
  const program = await having(context, node.name, () => programOf(node));
  const { stdout: version } = await execa(program, ['--version']);
  const ran = await execa(program, [vitest, 'run', ...FOLDERS], {
    cwd: root,
    // First on the path, so that what the tests start by the name of node is the same one.
    env: { ...env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` },
    extendEnv: false,
    reject: false,
    all: true,
  });
  expect(ran.exitCode, `${version}\n${ran.all.slice(-20_000)}`).toBe(0);
});

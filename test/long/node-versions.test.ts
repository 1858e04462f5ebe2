/**
 * The end-to-end tests of the built program on every supported Node. The tests start the program with the Node that
 * runs them, so each run is one of that Node alone.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { installRuntime, NODES } from '../runtimes/runtimes.ts';
import { createFolder, join } from '../support/create-folder.ts';
import { getOrSkip } from '../support/get-or-skip.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
/** A test that starts Node as a user who cannot read the folder of an installed Node. */
const OTHER_USER = 'test/e2e/odd-machines.test.ts';
/** The modes and the tests that run in them. */
const RUNS = [
  ['test', ['test/platform/system/app-directories.test.ts']],
  ['programs', ['test/e2e/', 'test/pty/']],
] as const;

/** The environment without variables of this run of vitest. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_)/.test(name)));

/** A file in a report of vitest. */
interface TestReport {
  readonly name: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

const hasRun = ({ name, assertionResults }: TestReport, place: string): boolean =>
  name.replaceAll('\\', '/').includes(place) && assertionResults.some(({ status }) => status === 'passed');

it.for(NODES)('$name', async (node, context) => {
  const program = await getOrSkip(context, node.name, () => installRuntime(node));
  const { stdout: version } = await execa(program, ['--version']);
  for (const [mode, places] of RUNS) {
    const report = join(createFolder(), 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const ran = await execa(
      program,
      [vitest, 'run', '--mode', mode, '--exclude', OTHER_USER, ...reporters, ...places],
      {
        cwd: root,
        // First on the path, so that what the tests start by the name of node is the same one.
        env: { ...env, PATH: `${dirname(program)}${delimiter}${process.env.PATH ?? ''}` },
        extendEnv: false,
        reject: false,
        all: true,
      },
    );
    expect(ran.exitCode, `${version}\n${ran.all.slice(-20_000)}`).toBe(0);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: readonly TestReport[];
    };
    // A name that no file has is no failure to vitest as long as another has one.
    for (const place of places)
      expect(
        testResults.filter((file) => hasRun(file, place)),
        place,
      ).not.toEqual([]);
  }
});

/**
 * Builds `build/`: the program as one executable for each platform, with its runtime and the keychain binding inside.
 * `npm run build:bin [-- --target NAME ...]`; the default is all targets. Only the executable for this machine is
 * run here; test/long/artefacts.test.ts also runs those for linux-arm64 and windows-x64.
 */

import { execFile } from 'node:child_process';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { root } from './build/bundle-options.ts';
import { buildExecutable } from './executable/build-executable.ts';
import { findTarget, getExecutableName, OWN_TARGET, TARGETS } from './executable/targets.ts';
import { formatDigests } from './release/statements.ts';
import { computeFileDigest } from './release/tools.ts';

const run = promisify(execFile);
const print = (text: string): boolean => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: { target: { type: 'string', multiple: true }, out: { type: 'string', default: 'build' } },
});
const targets = (values.target ?? Object.keys(TARGETS)).map((name) => ({ name, target: findTarget(name) }));
const out = resolve(root, values.out);
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

await mkdir(out, { recursive: true });
const digests: Record<string, string> = {};
for (const { name, target } of targets) {
  const fileName = getExecutableName(`toile-${name}`, target);
  const file = join(out, fileName);
  try {
    await buildExecutable(name, file, version);
  } catch (error) {
    const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
    print(`${name}: not built: ${(stderr || message).trim().split('\n').at(-1)}`);
    process.exitCode = 1;
    continue;
  }
  digests[fileName] = await computeFileDigest(file);
  const size = `${((await stat(file)).size / 1e6).toFixed(1)} MB`;
  if (name !== OWN_TARGET) {
    print(`${name}: built, not run (${size})`);
    continue;
  }
  const { stdout } = await run(file, ['--version'], { env: {}, cwd: out });
  if (stdout !== `toile ${version}\n`)
    throw new Error(`${file} --version prints ${JSON.stringify(stdout)}, expected toile ${version}`);
  print(`${name}: built and run (${size})`);
}
await writeFile(join(out, 'SHA256SUMS'), formatDigests(digests));

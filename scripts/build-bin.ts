/**
 * Builds `build/`: the program as one executable for each platform, with its runtime and the keychain binding inside.
 * `npm run build:bin [-- --target NAME ...]`; the default is all targets. Only the executable for this machine is
 * run here; test/long/artefacts.test.ts also runs those for linux-arm64 and windows-x64.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { root } from './build/bundle-options.ts';
import { buildExecutable } from './executable/build.ts';
import { exe, OWN, TARGETS, targetNamed } from './executable/targets.ts';

const run = promisify(execFile);
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: { target: { type: 'string', multiple: true }, out: { type: 'string', default: 'build' } },
});
const wanted = values.target ?? Object.keys(TARGETS);
wanted.forEach(targetNamed);
const out = resolve(root, values.out);
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

/** Returns the error output of a failed program, or the reason why it did not start. */
const said = (error: unknown): string => {
  const { stderr, message } = error as { readonly stderr?: string; readonly message: string };
  return stderr || message;
};

await mkdir(out, { recursive: true });
const sums: string[] = [];
for (const name of wanted) {
  const file = join(out, `toile-${name}${exe(targetNamed(name))}`);
  try {
    await buildExecutable(name, file, version);
  } catch (error) {
    say(`${name}: not built: ${said(error).trim().split('\n').at(-1)}`);
    process.exitCode = 1;
    continue;
  }
  const digest = createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
  sums.push(`${digest}  toile-${name}${exe(targetNamed(name))}`);
  const size = `${((await stat(file)).size / 1e6).toFixed(1)} MB`;
  if (name !== OWN) {
    say(`${name}: built, not run (${size})`);
    continue;
  }
  const { stdout } = await run(file, ['--version'], { env: {}, cwd: out });
  if (stdout !== `toile ${version}\n`) throw new Error(`${file} says ${stdout}`);
  say(`${name}: built and run (${size})`);
}
await writeFile(join(out, 'SHA256SUMS'), sums.map((line) => `${line}\n`).join(''));

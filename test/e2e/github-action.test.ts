import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createEnv, createTempFolder } from '../support/run-program.ts';

interface Step {
  readonly id?: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly required: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const action: Action = parse(await readFile('action.yml', 'utf8'));

/** Runs the steps of the action as a runner does: each in its shell, with the inputs where they are named. */
const runAction = async (inputs: Readonly<Record<string, string>>) => {
  const home = await createTempFolder();
  const [paths, outputs] = [join(home, 'paths'), join(home, 'outputs')];
  await Promise.all([writeFile(paths, ''), writeFile(outputs, '')]);
  const fillTemplate = (value: string): string =>
    value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name] ?? '');
  let failed: string | undefined;
  for (const { shell, env, run } of action.runs.steps) {
    expect(shell).toBe('bash');
    const wanted = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, fillTemplate(value)]),
    );
    // What is written into the script itself could be anybody's words.
    expect(run).not.toContain('${{');
    const { exitCode, stderr } = await execa(
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run],
      {
        cwd: home,
        env: createEnv(home, {
          ...wanted,
          PATH: process.env.PATH ?? '',
          RUNNER_TEMP: join(home, 'temp dir'),
          GITHUB_PATH: paths,
          GITHUB_OUTPUT: outputs,
        }),
        extendEnv: false,
        reject: false,
      },
    );
    if (exitCode !== 0) {
      failed = stderr;
      break;
    }
  }
  const path = (await readFile(paths, 'utf8')).trim();
  return { failed, path, outputs: await readFile(outputs, 'utf8') };
};

describe('action.yml', () => {
  let tarball = '';
  let digest = '';
  let made = '';

  // A package of the same name that needs nothing of a registry.
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'toile-action-'));
    made = folder;
    const bin = join(folder, 'package', 'bin');
    await mkdir(bin, { recursive: true });
    const scripts = { install: 'echo ran > ran', postinstall: 'echo ran > ran' };
    const manifest = { name: 'toile', version: '0.1.0', bin: { toile: 'bin/toile.js' }, scripts };
    await writeFile(join(folder, 'package', 'package.json'), JSON.stringify(manifest));
    await writeFile(join(bin, 'toile.js'), "#!/usr/bin/env node\nconsole.log('toile 0.1.0');\n");
    await chmod(join(bin, 'toile.js'), 0o755);
    tarball = join(folder, 'toile.tgz');
    await execa('tar', ['-czf', tarball, '-C', folder, 'package']);
    digest = createHash('sha256')
      .update(await readFile(tarball))
      .digest('hex');
  });

  afterAll(() => rm(made, { recursive: true, force: true }));

  const createInputs = (more: Readonly<Record<string, string>> = {}) => ({
    'package-url': pathToFileURL(tarball).href,
    sha256: digest,
    version: '0.1.0',
    ...more,
  });

  it('is a composite of steps that requires address, digest and version', () => {
    expect(action.runs.using).toBe('composite');
    expect(Object.keys(action.inputs)).toEqual(['package-url', 'sha256', 'version']);
    for (const { required } of Object.values(action.inputs)) expect(required).toBe(true);
    const ids = action.runs.steps.map(({ id }) => id);
    expect(action.outputs.version?.value).toBe(`\${{ steps.${ids[0]}.outputs.version }}`);
  });

  it('adds toile to the PATH of the following steps', async () => {
    const { failed, path, outputs } = await runAction(createInputs());
    expect(failed).toBeUndefined();
    expect(outputs).toBe('version=0.1.0\n');
    expect((await execa(join(path, 'toile'), ['--version'])).stdout).toBe('toile 0.1.0');
    // Nothing that a package would run runs.
    expect(await readdir(join(path, '..', 'lib', 'node_modules', 'toile'))).not.toContain('ran');
  });

  it('accepts a digest in capitals, and uses no program that macOS runners lack', async () => {
    expect((await runAction(createInputs({ sha256: digest.toUpperCase() }))).failed).toBeUndefined();
    // They have bash 3.2 and shasum.
    for (const { run } of action.runs.steps)
      expect(run).not.toMatch(/sha256sum|\$\{\w+(,,|\^\^|@)|mapfile|declare -A/);
  });

  it.each([
    ['another digest', { sha256: '0'.repeat(64) }],
    ['no digest', { sha256: '' }],
    ['a digest with more behind it', { sha256: `${'0'.repeat(64)}  other` }],
    ['another version', { version: '0.2.0' }],
    ['an address with nothing there', { 'package-url': 'file:///no/such/toile.tgz' }],
    ['an address that is a flag', { 'package-url': '--version' }],
  ])('installs nothing for the following steps with %s', async (_, more) => {
    const { failed, path, outputs } = await runAction(createInputs(more));
    expect(failed).not.toBeUndefined();
    expect(path).toBe('');
    expect(outputs).toBe('');
  });
});

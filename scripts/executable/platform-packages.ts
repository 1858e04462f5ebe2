/** Installs packages for other platforms from the registry: the runtime and the keychain binding. */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build/bundle-options.ts';
import { BUN, type Target } from './targets.ts';

const run = promisify(execFile);
const KEYRING = '@napi-rs/keyring';
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'toile-executables');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}
const lockIn = async (file: string): Promise<Lock> => JSON.parse(await readFile(file, 'utf8')) as Lock;

/** Moves the package into place. Another run may have done it meanwhile, with the same result. */
const settle = (from: string, to: string): Promise<void> =>
  rename(from, to).catch(async () => rm(from, { recursive: true, force: true }));

/** Returns the folder of a package, which is installed on first use outside of the project. Throws for a different digest. */
async function packageFolder(name: string, version: string, digest: string): Promise<string> {
  const folder = join(cache, `${name.replace('/', '+')}@${version}`);
  const lock = join('node_modules', '.package-lock.json');
  if (!(await lockIn(join(folder, lock)).catch(() => undefined))) {
    await mkdir(cache, { recursive: true });
    const fresh = await mkdtemp(join(cache, '.fresh-'));
    await writeFile(join(fresh, 'package.json'), '{"private":true}\n');
    const npm = ['install', '--force', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
    await run('npm', npm, { cwd: fresh, shell: process.platform === 'win32' });
    await settle(fresh, folder);
  }
  const { packages } = await lockIn(join(folder, lock));
  const got = packages[`node_modules/${name}`]?.integrity;
  if (got !== digest) throw new Error(`${name} ${version} is not what was tried: its digest is ${got}`);
  return join(folder, 'node_modules', name);
}

/** Returns the file of the runtime for a target. */
export const runtimeOf = async ({ bun, digest, system }: Target): Promise<string> =>
  join(
    await packageFolder(`@oven/bun-${bun}`, BUN, digest),
    'bin',
    `bun${system === 'windows' ? '.exe' : ''}`,
  );

/** Returns the folder of the keychain binding for a target, with the version and digest of the lock. */
export async function bindingOf({ keyring }: Target): Promise<string> {
  const { packages } = await lockIn(join(root, 'package-lock.json'));
  const { version, integrity } = packages[`node_modules/${KEYRING}-${keyring}`] ?? {};
  if (version === undefined || integrity === undefined)
    throw new Error(`the lock does not say what ${KEYRING}-${keyring} is: npm run lock`);
  return packageFolder(`${KEYRING}-${keyring}`, version, integrity);
}

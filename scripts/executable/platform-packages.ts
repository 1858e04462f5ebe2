/** Installs packages for other platforms from the registry: the runtime and the keychain binding. */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../build/bundle-options.ts';
import { BUN, getExecutableName, type Target } from './targets.ts';

const run = promisify(execFile);
const KEYRING = '@napi-rs/keyring';
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'toile-executables');

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
}
const readLock = async (file: string): Promise<Lock> => JSON.parse(await readFile(file, 'utf8')) as Lock;

/** Installs a package outside of the project, unless it is there, and returns its folder. Throws for a different digest. */
async function installPackage(name: string, version: string, digest: string): Promise<string> {
  const folder = join(cache, `${name.replace('/', '+')}@${version}`);
  const lock = join('node_modules', '.package-lock.json');
  if (!(await readLock(join(folder, lock)).catch(() => undefined))) {
    await mkdir(cache, { recursive: true });
    const temporary = await mkdtemp(join(cache, '.new-'));
    await writeFile(join(temporary, 'package.json'), '{"private":true}\n');
    const npm = ['install', '--force', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
    await run('npm', npm, { cwd: temporary, shell: process.platform === 'win32' });
    // If another run has installed it meanwhile, its result is the same.
    await rename(temporary, folder).catch(() => rm(temporary, { recursive: true, force: true }));
  }
  const { packages } = await readLock(join(folder, lock));
  const actual = packages[`node_modules/${name}`]?.integrity;
  if (actual !== digest)
    throw new Error(`${name} ${version} has the digest ${actual}, but ${digest} was expected`);
  return join(folder, 'node_modules', name);
}

/** Installs the runtime of a target and returns its file. */
export const installBun = async (target: Target): Promise<string> =>
  join(
    await installPackage(`@oven/bun-${target.bun}`, BUN, target.digest),
    'bin',
    getExecutableName('bun', target),
  );

/** Installs the keychain binding of a target, with the version and digest of the lock, and returns its folder. */
export async function installBinding({ keyring }: Target): Promise<string> {
  const { packages } = await readLock(join(root, 'package-lock.json'));
  const { version, integrity } = packages[`node_modules/${KEYRING}-${keyring}`] ?? {};
  if (version === undefined || integrity === undefined)
    throw new Error(`package-lock.json has no ${KEYRING}-${keyring}; run: npm run lock`);
  return installPackage(`${KEYRING}-${keyring}`, version, integrity);
}

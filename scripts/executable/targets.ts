/**
 * The platforms of the executables. One exact version of the runtime, with the digest of each of its packages: 1.4.2 is
 * the smallest of its line (1.4.0 to 1.4.5: 80.8, 79.6, 79.5, 89.0, 107.3, 107.4 MB for Linux x64).
 */

export const BUN = '1.4.2';

export interface Target {
  readonly system: 'linux' | 'darwin' | 'windows';
  readonly cpu: 'x64' | 'arm64';
  /** The package of the runtime, after `@oven/bun-`, and its digest in npm. */
  readonly bun: string;
  readonly digest: string;
  /** The package of the keychain binding, after `@napi-rs/keyring-`; its digest is in the lock. */
  readonly keyring: string;
}

export const TARGETS: Readonly<Record<string, Target>> = {
  'linux-x64': {
    system: 'linux',
    cpu: 'x64',
    bun: 'linux-x64',
    digest: 'sha512-9/E/UXOTpSo3YsV5g+FhtTd/qTpiWoKuxS12cqtuYA1ssu9fRAoPQnipFgGyck3tWO63iUdxBiygq+kELFawng==',
    keyring: 'linux-x64-gnu',
  },
  'linux-arm64': {
    system: 'linux',
    cpu: 'arm64',
    bun: 'linux-aarch64',
    digest: 'sha512-3BBP9ovJ2RGHFH6Ae1CAtxNtG1+YY6GD6rmYbsUosoAk9+OEl6zeDQ/k4fBkc6dYOJCtWnx8hUxzNzQATSmvYQ==',
    keyring: 'linux-arm64-gnu',
  },
  'darwin-x64': {
    system: 'darwin',
    cpu: 'x64',
    bun: 'darwin-x64',
    digest: 'sha512-gZTxZuLjkUhAWjTETu3tw0WhsEdNkJ64daj60ybhPf835a2yollV3yTkK9JozvzKPx4TRFzLSl8C+U525pxVbw==',
    keyring: 'darwin-x64',
  },
  'darwin-arm64': {
    system: 'darwin',
    cpu: 'arm64',
    bun: 'darwin-aarch64',
    digest: 'sha512-MXdZkP1featqxZ+/VTXWG1BVjM4OGBehVY2Q88EeUj/7L0UMeCGItmyPYTN+wxvlGJ6F66JEtzsw+GvQWewnag==',
    keyring: 'darwin-arm64',
  },
  'windows-x64': {
    system: 'windows',
    cpu: 'x64',
    bun: 'windows-x64',
    digest: 'sha512-+bN6OuVld/9diT/RLSXSW7JE6CvNE3gL9XsAEjULi1nUsXd6DNO6GuA9jNdNb3r8PdJFnYHr5aypNV1Oj3Rd9g==',
    keyring: 'win32-x64-msvc',
  },
};

/** The target of this machine. */
export const OWN_TARGET = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Returns the file name of an executable on the system of a target: `toile` or `toile.exe`. */
export const getExecutableName = (stem: string, { system }: Target): string =>
  system === 'windows' ? `${stem}.exe` : stem;

export function findTarget(name: string): Target {
  const found = TARGETS[name];
  if (found === undefined)
    throw new Error(`no target ${name}; there are: ${Object.keys(TARGETS).join(', ')}`);
  return found;
}

/**
 * Adds to package-lock.json the platform packages (`optionalDependencies`, one per system and processor) that npm could
 * not find in its registry. Without these entries `npm ci` reports that the lock is out of sync, and a tool misses its
 * binary on those platforms: `npm run lock`.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url));

const SYSTEM_PATTERN = /\b(android|darwin|freebsd|linux|win32|openharmony|aix|netbsd|openbsd|sunos)\b/;
const PROCESSOR_PATTERN = /\b(arm64|x64|arm|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32)\b/;
const EXACT_VERSION = /^\d+\.\d+\.\d+[^ ]*$/;

/** The content of package-lock.json. */
export interface Lock {
  readonly packages: Packages;
}

type Packages = Readonly<Record<string, Entry>>;

interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly license?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly optional?: boolean;
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly os?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Returns all packages of the lock in the order of npm, and the paths of those that were added. */
export function completeLock(packages: Packages): {
  readonly packages: Packages;
  readonly added: readonly string[];
} {
  const all: Record<string, Entry> = { ...packages };
  const added: string[] = [];
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, version] of path === '' ? [] : Object.entries(parent.optionalDependencies ?? {})) {
      // Only packages for one platform are added. A version range cannot be pinned without the registry.
      if (!EXACT_VERSION.test(version) || !(SYSTEM_PATTERN.test(name) || PROCESSOR_PATTERN.test(name)))
        continue;
      const parentFolder = path.slice(0, path.lastIndexOf('node_modules/'));
      const paths = [
        `node_modules/${name}`,
        `${parentFolder}node_modules/${name}`,
        `${path}/node_modules/${name}`,
      ];
      if (paths.some((candidate) => all[candidate]?.version === version)) continue;
      const free = paths.find((candidate) => all[candidate] === undefined);
      if (free === undefined) throw new Error(`other versions of ${name} are at ${paths.join(' and ')}`);
      all[free] = createPlatformEntry(name, version, parent);
      added.push(free);
    }
  }
  const sorted = Object.keys(all).toSorted((a, b) => a.localeCompare(b, 'en'));
  return { packages: Object.fromEntries(sorted.map((path) => [path, all[path] ?? {}])), added };
}

function createPlatformEntry(name: string, version: string, { dev, license, engines }: Entry): Entry {
  const [system] = SYSTEM_PATTERN.exec(name) ?? [];
  const [processor] = PROCESSOR_PATTERN.exec(name) ?? [];
  const libc = system === 'linux' && (/musl/.exec(name) ? 'musl' : /gnu/.exec(name) && 'glibc');
  return {
    version,
    ...(processor && { cpu: [processor] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    ...(license && { license }),
    optional: true,
    ...(system && { os: [system] }),
    ...(engines && { engines }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(await readFile(file, 'utf8')) as Lock;
  const { packages, added } = completeLock(lock.packages);
  process.stdout.write(added.map((path) => `added ${path}\n`).join(''));
  if (added.length > 0) await writeFile(file, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
}

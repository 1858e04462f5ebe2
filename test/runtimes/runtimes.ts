/** The packages of the runtimes. They are installed outside the project, because a `node` in node_modules shadows the real one. */

import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const { platform, arch } = process;
const exe = platform === 'win32' ? '.exe' : '';
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'toile-runtimes');

/**
 * The packages that hold the programs themselves. The ones named `node`, `deno` and `bun` only fetch these, by
 * install scripts that a setting of npm prevents.
 */
const nodePackage = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform === 'win32' ? 'win' : platform}-${arch}`;
const denoPackage = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`;
const bunPackage = `@oven/bun-${platform === 'win32' ? 'windows' : platform}-${arch === 'arm64' ? 'aarch64' : arch}`;

export interface Runtime {
  readonly name: string;
  readonly package: string;
  readonly range: string;
  /** From the folder of the package on. */
  readonly program: string;
  readonly args: readonly string[];
}

export const NODES: readonly Runtime[] = [20, 22, 24, 26].map((major) => ({
  name: `Node ${major}`,
  package: nodePackage,
  range: String(major),
  program: `bin/node${exe}`,
  args: [],
}));

export const RUNTIMES: readonly Runtime[] = [
  ...NODES,
  {
    name: 'Deno',
    package: denoPackage,
    range: 'latest',
    program: `deno${exe}`,
    // Neither the project's package.json nor its lock file is any of Deno's business here.
    args: ['run', '--no-config', '--no-lock', '--no-prompt', '--allow-net', '--allow-read'],
  },
  { name: 'Bun', package: bunPackage, range: 'latest', program: `bin/bun${exe}`, args: ['run'] },
];

/** The path of a runtime's program, installed on first use. Throws where that is not possible. */
export async function installRuntime(runtime: Runtime): Promise<string> {
  const folder = join(cache, runtime.name.toLowerCase().replaceAll(' ', '-'));
  const program = join(folder, 'node_modules', runtime.package, runtime.program);
  if (await doesFileExist(program)) return program;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  const npm = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${runtime.package}@${runtime.range}`,
  ];
  await run(`npm${platform === 'win32' ? '.cmd' : ''}`, npm, { cwd: folder, shell: platform === 'win32' });
  await access(program);
  return program;
}

const doesFileExist = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

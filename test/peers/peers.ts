/** Programs of other authors that speak the protocol. They are installed outside the project on first use. */

import { execFile } from 'node:child_process';
import { access, mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'toile-peers');

export interface Peer {
  readonly package: string;
  readonly version: string;
  /** From the folder of the package on. */
  readonly program: string;
  readonly overrides?: Readonly<Record<string, string>>;
}

export const PEERS = {
  conformance: {
    package: '@modelcontextprotocol/conformance',
    version: '0.2.0-alpha.12',
    program: 'dist/index.js',
  },
  inspector: {
    package: '@modelcontextprotocol/inspector',
    version: '2.12.0',
    program: 'clients/launcher/build/index.js',
  },
  mcporter: { package: 'mcporter', version: '0.9.0', program: 'dist/cli.js' },
  mcpc: {
    package: '@apify/mcpc',
    version: '0.2.6',
    program: 'bin/mcpc',
    // A later one asks for a part that is not to be had everywhere.
    overrides: { viem: '2.46.3' },
  },
  /** Its own reading of the protocol, on none of the official parts. */
  aiSdk: { package: '@ai-sdk/mcp', version: '2.0.99', program: 'dist/index.js' },
  /** The first of its kind: the protocol of 2024-11-05. */
  firstSdk: { package: '@modelcontextprotocol/sdk', version: '1.0.0', program: 'dist/client/index.js' },
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.197', program: 'cli-wrapper.cjs' },
  gemini: { package: '@google/gemini-cli', version: '0.61.0', program: 'bundle/gemini.js' },
  codex: { package: '@openai/codex', version: '0.169.0', program: 'bin/codex.js' },
} as const satisfies Readonly<Record<string, Peer>>;

/** The file to run with Node. Throws where the package cannot be installed. */
export async function installPeer(peer: Peer): Promise<string> {
  const folder = join(cache, `${peer.package.replace(/^@.*\//, '')}-${peer.version}`);
  const program = join(folder, 'node_modules', peer.package, peer.program);
  const exists = await access(program).then(
    () => true,
    () => false,
  );
  if (exists) return program;
  await mkdir(folder, { recursive: true });
  const manifest = { private: true, ...(peer.overrides && { overrides: peer.overrides }) };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest)}\n`);
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${peer.package}@${peer.version}`];
  await run(`npm${isWindows ? '.cmd' : ''}`, npm, { cwd: folder, shell: isWindows });
  await access(program);
  return program;
}

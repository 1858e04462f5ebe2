import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { BIN, cleanEnv, freshFolder } from '../support/program.ts';

/** Every file of the program that a command line loads, as the engine counts them. */
async function loadedBy(argv: readonly string[]): Promise<string> {
  const folder = await freshFolder();
  const env = cleanEnv(folder, { NODE_V8_COVERAGE: join(folder, 'loaded') });
  await execa(process.execPath, [BIN, ...argv], { env, extendEnv: false, input: '', reject: false });
  const urls = new Set<string>();
  for (const file of await readdir(join(folder, 'loaded'))) {
    const { result } = JSON.parse(await readFile(join(folder, 'loaded', file), 'utf8'));
    for (const { url } of result as { url: string }[]) if (url.includes('/dist/')) urls.add(url);
  }
  expect(urls.size).toBeGreaterThan(0);
  return (await Promise.all([...urls].map((url) => readFile(fileURLToPath(url), 'utf8')))).join('\n');
}

// A name that nothing but the library knows, since comments do not outlive the build.
const LIBRARY = /io\.modelcontextprotocol\/protocolVersion/;

describe("the protocol's library is not loaded by", () => {
  it.each([
    [['--version']],
    [['help']],
    [['--sandbox', 'me']],
    [['--sandbox', 'graph', 'GARM-101']],
    [['mcp', 'config', 'claude']],
    [['accounts', 'ls']],
    [['login', '--with-key', '--base-url', 'http://127.0.0.1:9']],
  ])('%j', async (argv) => {
    expect(await loadedBy(argv)).not.toMatch(LIBRARY);
  });
});

it('is loaded by what speaks it', async () => {
  expect(await loadedBy(['--sandbox', 'tools', 'ls'])).toMatch(LIBRARY);
});

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { createEnv, createTempFolder, PROGRAM } from '../../support/run-program.ts';
import { createHome, runToile } from '../../support/run-toile.ts';

const WITH_COMMAND = ['claude', 'vscode', 'codex', 'gemini'];
const CLIENTS = [...WITH_COMMAND, 'claude-desktop', 'cursor', 'antigravity', 'windsurf', 'zed'];

describe('the registration', () => {
  it.each(CLIENTS)('of %s starts this program by absolute paths, and contains no key', async (client) => {
    const home = await createTempFolder();
    const env = createEnv(home, { TOILE_API_KEY: 'svc_sk_sandbox_full' });
    const run = await execa(
      PROGRAM[0],
      [...PROGRAM.slice(1), 'mcp', 'config', client, '--account', 'studio', '--json'],
      {
        env,
        extendEnv: false,
      },
    );
    const made = JSON.parse(run.stdout);
    expect(made).toMatchObject({
      schema: 'toile.mcp-config/1',
      client,
      name: 'toile-studio',
    });
    expect(made.entry).toEqual({
      command: PROGRAM[0],
      args: [...PROGRAM.slice(1), '--account', 'studio', 'mcp', 'serve'],
    });
    expect(run.stdout + run.stderr).not.toContain('svc_sk');
    // A cache of compiled code is allowed; nothing else is written.
    expect((await readdir(home)).filter((name) => name !== '.cache')).toEqual([]);
    // What it registers works.
    const input = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })}\n`;
    const served = await execa(made.entry.command, made.entry.args, { env, extendEnv: false, input });
    expect(JSON.parse(served.stdout)).toMatchObject({ id: 1, result: {} });
  });

  it.each(WITH_COMMAND)('of %s can be copied into a shell as one command', async (client) => {
    const run = await runToile(['mcp', 'config', client, '--account', 'studio', '--no-color'], {
      columns: 200,
    });
    const typed = run.out.split('\n\n')[1] ?? '';
    const program = typed.trim().split(' ')[0] ?? '';
    const output = await execa('bash', ['-c', `${program}() { printf '%s\\n' "$@"; }; ${typed}`]);
    const words = output.stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('toile-studio');
    expect(words).toMatch(/"?serve"?[\s\]}]*$/);
  });

  it('refuses an unknown assistant', async () => {
    const unknown = await runToile(['mcp', 'config', 'emacs']);
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toMatch(/claude, claude-desktop, cursor/);
  });
});

describe('the registered command', () => {
  const readArguments = async (flags: readonly string[], env: Record<string, string> = {}) => {
    const home = await createHome();
    const made = await runToile([...flags, 'mcp', 'config', 'zed', '--folder', 'pulled', '--json'], {
      home,
      env,
    });
    return { ...JSON.parse(made.out), home, err: made.err };
  };

  it('has all flags that choose the service, with absolute paths', async () => {
    const { entry, name, home } = await readArguments([
      '--sandbox-from',
      'season',
      '--max-wait',
      '2m',
      '--account',
      'a b',
    ]);
    expect(name).toBe('toile-sandbox-a-b');
    expect(entry.args).toEqual([
      ...['--sandbox-from', join(home, 'season'), '--account', 'a b', '--max-wait', '2m'],
      ...['mcp', 'serve', '--folder', join(home, 'pulled')],
    ]);
    const live = await readArguments(['--base-url', 'https://service.example']);
    expect(live.entry.args.slice(0, 2)).toEqual(['--base-url', 'https://service.example']);
  });

  it.each([
    [{}, [/No account is signed in.*toile login/]],
    [{ TOILE_API_KEY: 'svc_sk_x' }, [/TOILE_API_KEY.*pass this variable on.*toile login/]],
    [
      { TOILE_API_KEY: 'svc_sk_x', TOILE_BASE_URL: 'https://service.example' },
      [/TOILE_API_KEY/, /TOILE_BASE_URL.*--base-url/],
    ],
  ])('warns about every setting that the assistant does not pass on: %j', async (env, words) => {
    const { warnings, err } = await readArguments([], env);
    // The home of a test is one that assistants do not hand on either.
    const [home, ...others] = warnings;
    expect(home).toMatch(/TOILE_HOME/);
    expect(others).toHaveLength(words.length);
    for (const [at, word] of words.entries()) expect(others[at]).toMatch(word);
    expect(err).toBe('');
  });
});

it.each([
  ['cursor', '"mcpServers": {', '.cursor/mcp.json'],
  ['zed', '"context_servers": {', '.config/zed/settings.json'],
])('prints what to add to the file of %s, and writes nothing', async (client, table, file) => {
  const home = await createHome();
  const run = await runToile(['--sandbox', 'mcp', 'config', client, '--no-color'], { home, columns: 200 });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.out).toContain(file);
  expect(run.out).toContain(table);
  const snippet = run.out.slice(run.out.indexOf('{'), run.out.lastIndexOf('}') + 1);
  expect(Object.values(JSON.parse(snippet))).toMatchObject([
    { 'toile-sandbox': { args: expect.anything() } },
  ]);
  await expect(readdir(join(home, file, '..'))).rejects.toThrow('ENOENT');
});

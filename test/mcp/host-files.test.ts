import { chmod, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { editJson } from '../../src/mcp/hosts/json-entry.ts';
import { editToml } from '../../src/mcp/hosts/toml-entry.ts';
import { emptyHome, toile as run, type Setting } from '../support/toile.ts';

/** The file of each on this system, and what people have in it: comments, odd numbers, line ends, other servers. */
const FILES: Readonly<
  Record<string, { readonly file: string; readonly table: string; readonly text: string }>
> = {
  'claude-desktop': {
    file: '.config/Claude/claude_desktop_config.json',
    table: 'mcpServers',
    text: '{"mcpServers":{"other":{"command":"x","args":[]}},"big":12345678901234567890,"one":1.0}',
  },
  cursor: {
    file: '.cursor/mcp.json',
    table: 'mcpServers',
    text: '\uFEFF{\r\n\t// mine\r\n\t"mcpServers": {\r\n\t\t"other": { "command": "x" }, // stays\r\n\t},\r\n\t"n": 1e3\r\n}\r\n',
  },
  vscode: {
    file: '.config/Code/User/mcp.json',
    table: 'servers',
    text: '{\n    "inputs": [ {"id": "key"} ],\n    "servers": {}\n}\n',
  },
  codex: {
    file: '.codex/config.toml',
    table: 'mcp_servers',
    text: '# mine\nmodel = "o5"\nweight = 1.0\n\n[mcp_servers.other]  # stays\ncommand = "x"\nargs = [\n  "a", # one\n]\n\n[tui]\nbig = 9007199254740991\n',
  },
  gemini: {
    file: '.gemini/settings.json',
    table: 'mcpServers',
    text: '{ "theme": "dark" /* mine */, "mcpServers": {"other": {}} }',
  },
  antigravity: { file: '.gemini/antigravity/mcp_config.json', table: 'mcpServers', text: '' },
  windsurf: { file: '.codeium/windsurf/mcp_config.json', table: 'mcpServers', text: '{}\n' },
  zed: {
    file: '.config/zed/settings.json',
    table: 'context_servers',
    text: '// Zed settings\n{\n  "vim_mode": true,\n  "context_servers": {\n    "other": {\n      "command": "x"\n    }\n  }\n}\n',
  },
};

const has = async (client: string, text?: string) => {
  const home = await emptyHome();
  const path = join(home, FILES[client]?.file ?? '');
  if (text !== undefined) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const toile = (more: readonly string[], setting: Setting = {}) =>
    run(['--sandbox', 'mcp', 'config', client, ...more], { home, ...setting });
  return { home, path, toile, now: () => readFile(path, 'utf8') };
};

const clients = Object.keys(FILES);

describe.each(clients)('the file of %s', (client) => {
  const { text: before = '', table = '' } = FILES[client] ?? {};

  it('is made where there is none', async () => {
    const { now, path, toile } = await has(client);
    expect(await toile(['--write', '--yes'])).toMatchObject({ code: 0, err: '' });
    expect(await now()).toMatch(/mcp.*serve/s);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('gets the server, and then its update, and every other byte is as it was', async () => {
    const { now, path, toile } = await has(client, before);
    const made = JSON.parse((await toile(['--write', '--yes', '--json'])).out);
    expect(made).toMatchObject({ written: true, backup: `${path}.before-toile` });
    expect(await readFile(`${path}.before-toile`, 'utf8')).toBe(before);
    const added = await now();
    // One stretch was added; around it stands every byte that was there.
    const mine = added.length - before.length;
    const isStretch = [...before].some((_, at) => added.slice(0, at) + added.slice(at + mine) === before);
    expect(before.trim().length < 3 || isStretch).toBe(true);
    expect(added).toContain(table);
    if (before.includes('\r\n')) expect(added.replaceAll('\r\n', '')).not.toContain('\n');

    // The same again changes nothing, asks nothing and keeps no further copy.
    expect(await toile(['--write'])).toMatchObject({ code: 0 });
    expect(await now()).toBe(added);
    const other = await toile(['--write', '--yes', '--max-wait', '5m']);
    expect(other).toMatchObject({ code: 2, out: '' });
    expect(other.err).toMatch(/--update/);
    expect(await toile(['--update', '--yes', '--max-wait', '5m'])).toMatchObject({ code: 0 });
    const updated = await now();
    expect(updated).toContain('"--max-wait"');
    expect(await toile(['--update', '--yes'])).toMatchObject({ code: 0 });
    expect((await now()).replaceAll(/\s/g, '')).toBe(added.replaceAll(/\s/g, ''));
  });

  it('loses the server again, and nothing else', async () => {
    const { now, toile } = await has(client, before);
    await toile(['--write', '--yes']);
    expect(await toile(['--remove', '--yes', '--json'])).toMatchObject({ code: 0 });
    const after = await now();
    expect(after).not.toContain('toile');
    // A table that was made for it stays, empty.
    const empty = /\s*"?(mcpServers|context_servers)"?:\s*\{\s*\}|\s+$/g;
    expect(after.replaceAll(empty, '').replace(/[\s,{}]+$/, '')).toBe(
      before.replaceAll(empty, '').replace(/[\s,{}]+$/, ''),
    );
    expect(await toile(['--remove'])).toMatchObject({ code: 0 });
  });

  it('is asked about, and by nobody where nobody is there', async () => {
    const { now, toile } = await has(client, before);
    const refused = await toile(['--write']);
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toMatch(/--yes/);
    expect(await now()).toBe(before);
  });
});

describe('an entry that is there', () => {
  it('keeps what somebody added to it, in JSON and in TOML', () => {
    const json =
      '{"mcpServers":{"toile":{"command":"old","args":["a"],"env":{"LANG":"de"},"disabled":true}}}';
    const entry = { command: 'new', args: ['a', 'b'] };
    expect(JSON.parse(editJson(json, 'mcpServers', 'toile', entry).text).mcpServers.toile).toEqual({
      ...entry,
      env: { LANG: 'de' },
      disabled: true,
    });
    const toml =
      '[mcp_servers.toile]\nargs = [\n  "a",\n]\ncommand = "old"\ntimeout = 5\n[mcp_servers.toile.env]\nLANG = "de"\n';
    const edited = editToml(toml, 'mcp_servers', 'toile', entry);
    expect(edited.text).toBe(
      '[mcp_servers.toile]\nargs = ["a", "b"]\ncommand = "new"\ntimeout = 5\n[mcp_servers.toile.env]\nLANG = "de"\n',
    );
    expect(editToml(edited.text, 'mcp_servers', 'toile', undefined).text).toBe('');
  });
});

describe('a file is left alone', () => {
  it.each([
    ['cursor', '[1]', /another form/],
    ['cursor', '{"mcpServers":[]}', /another form/],
    ['cursor', '{"mcpServers":{},"mcpServers":{}}', /twice/],
    ['cursor', '{"mcpServers": ', /not JSON/],
    ['codex', 'a = ', /not TOML/],
    ['codex', 'mcp_servers = { other = { command = "x" } }\n', /not TOML|without/],
    ['codex', 'text = """\n[mcp_servers.toile-sandbox]\n"""\n', /without changing the rest/],
  ])('of %s that holds %j', async (client, text, words) => {
    const { home, now, path, toile } = await has(client, text);
    const refused = await toile(['--write', '--yes']);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(words);
    expect(await now()).toBe(text);
    expect(await readdir(dirname(path))).toHaveLength(1);
    expect(home).toBeTruthy();
  });

  it('that is a link to what is not there', async () => {
    const { path, toile } = await has('cursor');
    await mkdir(dirname(path), { recursive: true });
    await symlink('/nowhere/mcp.json', path);
    expect(await toile(['--write', '--yes'])).toMatchObject({ code: 1, out: '' });
    expect(await readlink(path)).toBe('/nowhere/mcp.json');
  });
});

it('keeps the mode of a file, and a link to it', async () => {
  const { home, path, toile } = await has('cursor');
  await mkdir(dirname(path), { recursive: true });
  const real = join(home, 'dotfiles.json');
  await writeFile(real, '{}');
  await chmod(real, 0o640);
  await symlink(real, path);
  expect(await toile(['--write', '--yes'])).toMatchObject({ code: 0 });
  expect(await readlink(path)).toBe(real);
  expect((await stat(real)).mode & 0o777).toBe(0o640);
  expect(await readFile(real, 'utf8')).toContain('toile-sandbox');
});

describe('what is registered', () => {
  const args = async (flags: readonly string[], env: Record<string, string> = {}) => {
    const home = await emptyHome();
    const made = await run([...flags, 'mcp', 'config', 'zed', '--folder', 'pulled', '--json'], { home, env });
    return { ...JSON.parse(made.out), home, err: made.err };
  };

  it('has all flags that choose the service, with whole paths', async () => {
    const { entry, name, home } = await args([
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
    const live = await args(['--base-url', 'https://service.example', '--insecure-http']);
    expect(live.entry.args.slice(0, 3)).toEqual(['--insecure-http', '--base-url', 'https://service.example']);
  });

  it.each([
    [{}, [/nobody.*toile login/]],
    [{ TOILE_API_KEY: 'svc_sk_x' }, [/TOILE_API_KEY.*hand this variable on.*toile login/]],
    [
      { TOILE_API_KEY: 'svc_sk_x', TOILE_BASE_URL: 'https://service.example' },
      [/TOILE_API_KEY/, /TOILE_BASE_URL.*--base-url/],
    ],
  ])('says first what will not be able to sign in: %j', async (env, words) => {
    const { without, err } = await args([], env);
    // The home of a test is one that assistants do not hand on either.
    const [home, ...others] = without;
    expect(home).toMatch(/TOILE_HOME/);
    expect(others).toHaveLength(words.length);
    for (const [at, word] of words.entries()) expect(others[at]).toMatch(word);
    expect(err).toBe('');
    const write = await run(['mcp', 'config', 'zed', '--write', '--yes'], { env });
    expect(write.err).toContain('will have to do without');
    expect(write.err).not.toContain('svc_sk');
  });
});

it('goes to Claude Desktop as an extension too', async () => {
  const { home, toile } = await has('claude-desktop');
  expect(await toile(['--bundle', 'toile.mcpb', '--json'])).toMatchObject({ code: 0 });
  const { 'manifest.json': manifest } = unzipSync(await readFile(join(home, 'toile.mcpb')));
  const { server, ...rest } = JSON.parse(new TextDecoder().decode(manifest));
  expect(rest).toMatchObject({ manifest_version: '0.3', name: 'toile-sandbox' });
  expect(server.mcp_config.args).toEqual(['--sandbox', 'mcp', 'serve']);
  const refused = await run(['mcp', 'config', 'zed', '--bundle', 'x'], { home });
  expect(refused).toMatchObject({ code: 2, out: '' });
});

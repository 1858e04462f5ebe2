import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startStandaloneServer } from '../assistant/mcp/standalone-server.ts';
import { serveTestSandbox } from '../sandbox/open-sandbox.ts';
import { BIN, createEnv, createTempFolder } from '../support/run-program.ts';
import { runToile as inProcess } from '../support/run-toile.ts';
import { findAddress, followConsent } from './follow-consent.ts';
import { createSignInMachine } from './sign-in-machine.ts';

/** Serves a sandbox whose tokens expire in real time. */
const startSandbox = () => serveTestSandbox({ clock: Date });

const createMachine = async (more: Record<string, string> = {}) => {
  const home = await createTempFolder();
  return createEnv(home, { TOILE_HOME: home, SSH_CONNECTION: 'elsewhere', ...more });
};

const toile = (env: Record<string, string>, ...argv: string[]) =>
  execa(process.execPath, [BIN, ...argv], { env, extendEnv: false, reject: false, stdin: 'ignore' });

/** Signs in; `person` gets the address and does with it what people do. */
async function signIn(
  env: Record<string, string>,
  connector: string,
  person: (address: string) => Promise<unknown>,
  ...more: string[]
) {
  const argv = ['login', '--web', '--connector-url', connector, '--insecure-storage', '--json', ...more];
  const running = toile(env, ...argv);
  let output = '';
  let seen = false;
  running.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const address = findAddress(output);
    if (seen || address === undefined) return;
    seen = true;
    void person(address);
  });
  return running;
}

/** Writes to where an address leads, and waits until it is there. The connection stays open. */
const sendBytes = ({ port }: URL, text: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, () => resolve()));
    socket.on('error', () => resolve());
    onTestFinished(() => void socket.destroy());
  });

/** Allows it, and lets the browser go where it is sent. */
const allow = async (address: string) => fetch(await followConsent(address));
const readSecrets = (env: Record<string, string>) =>
  readFile(join(env.TOILE_HOME ?? '', 'credentials.json'), 'utf8').catch(() =>
    readFile(join(env.TOILE_HOME ?? '', 'config', 'credentials.json'), 'utf8'),
  );

describe('signing in to the sandbox', () => {
  it('ends in an account for the API and the tools; signing out revokes it everywhere', async () => {
    const { baseUrl } = await startSandbox();
    const env = await createMachine();
    const run = await signIn(env, `${baseUrl}/connector`, allow);
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      account: 'default',
      base_url: baseUrl,
      connector_url: `${baseUrl}/connector`,
      good_for: 'everything',
      scopes: ['read', 'export'],
    });
    const kept = await readSecrets(env);
    const token = /sandbox_access_[0-9a-f]+/.exec(kept)?.[0] ?? 'none';
    expect(run.stdout + run.stderr).not.toContain(token);
    const me = await toile(env, 'me', '--json');
    expect(JSON.parse(me.stdout)).toMatchObject({ via: 'oauth' });
    expect(
      await toile(env, 'tools', 'call', 'run_design_trust', '--args', '{"id":"GARM-101"}'),
    ).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    const out = await toile(env, 'logout', '--json');
    expect(JSON.parse(out.stdout)).toMatchObject({ revoked: true });
    const late = await fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(late.status).toBe(401);
  });

  it('renews an expired token, also in two programs at once', async () => {
    const { baseUrl, control } = await startSandbox();
    const env = await createMachine();
    await signIn(env, `${baseUrl}/connector`, allow);
    for (let hour = 0; hour < 2; hour++) {
      await control.advance(61 * 60 * 1000);
      const runs = await Promise.all([1, 2, 3].map(() => toile(env, 'me', '--json')));
      for (const run of runs) expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    }
  }, 90_000);

  it('explains how to sign in again after the sign-in was revoked elsewhere', async () => {
    const { baseUrl, control } = await startSandbox();
    const at = await createSignInMachine(`${baseUrl}/connector`);
    await at.login(allow);
    await control.reset();
    const run = await at.later(0, 'me');
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).toMatch(/sign-in has expired[\s\S]*toile login --web/);
  });

  it('is renewed by mcp serve, which explains how to sign in again when it has ended', async () => {
    const { baseUrl, control } = await startSandbox();
    const env = await createMachine();
    await signIn(env, `${baseUrl}/connector`, allow, '--account', 'studio');
    const client = new Client({ name: 'test', version: '1' });
    const args = [BIN, 'mcp', 'serve'];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
    );
    onTestFinished(() => client.close());
    const ask = () => client.callTool({ name: 'run_design_trust', arguments: { id: 'GARM-101' } });
    for (let hour = 0; hour < 3; hour++) {
      const answers = await Promise.all([ask(), ask(), ask()]);
      for (const { isError } of answers) expect(isError).toBeUndefined();
      await control.advance(61 * 60 * 1000);
    }
    await control.reset();
    expect(JSON.stringify(await ask())).toMatch(
      /sign-in has expired.*What the user can do: toile login --web --account studio/,
    );
  });

  it('is not disturbed by other requests to the callback address', async () => {
    const { baseUrl } = await startSandbox();
    const answers: number[] = [];
    const run = await (await createSignInMachine(`${baseUrl}/connector`)).login(async (address) => {
      const right = new URL(await followConsent(address));
      const knock = async (change: (url: URL) => void, init?: RequestInit) => {
        const url = new URL(right);
        change(url);
        answers.push((await fetch(url, init)).status);
      };
      await knock((url) => url.searchParams.set('state', 'guessed'));
      await knock((url) => url.searchParams.delete('state'));
      await knock((url) => {
        url.pathname = '/';
      });
      await knock(() => undefined, { method: 'POST' });
      // A request without an address, on a connection that stays open.
      await sendBytes(right, 'GET // HTTP/1.1\r\nHost: x\r\n\r\n');
      await sendBytes(right, 'GET /callb');
      await knock(() => undefined);
    });
    expect(answers).toEqual([400, 400, 404, 404, 200]);
    expect(run.code).toBe(0);
  });

  it.each([
    ['of another server', (back: URL) => back.searchParams.set('iss', 'https://evil.example')],
    // The server promises an `iss` parameter, so a redirect without one may be forged (RFC 9207).
    ['that does not say of which server', (back: URL) => back.searchParams.delete('iss')],
  ])('ignores a callback %s', async (_, change) => {
    const { baseUrl } = await startSandbox();
    const at = await createSignInMachine(`${baseUrl}/connector`);
    const run = await at.login(async (address) => {
      const back = new URL(await followConsent(address));
      change(back);
      await fetch(back);
    });
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).toMatch(/different server/);
    expect((await at.later(0, 'accounts', 'ls')).out).toBe('');
  });

  it('stores nothing after access was denied', async () => {
    const { baseUrl } = await startSandbox();
    const at = await createSignInMachine(`${baseUrl}/connector`);
    const run = await at.login(async (address) => fetch(await followConsent(address, 'deny')));
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).toMatch(/access was denied; you are not signed in/);
    expect(await at.bundle()).toBeUndefined();
  });

  it.each(['/nothing', '/v1/me'])('explains that %s is not a connector', async (path) => {
    const { baseUrl } = await startSandbox();
    const run = await (await createSignInMachine(`${baseUrl}${path}`)).login(allow);
    expect(run.code).not.toBe(0);
    expect(run.out).toBe('');
    expect(run.err).toMatch(/connector/);
  });

  it('accepts a pasted address when the browser runs elsewhere', async () => {
    const { baseUrl } = await startSandbox();
    const env = await createMachine({ TERM: 'xterm' });
    const line = `stty cols 2000; ${process.execPath} ${BIN} login --web --connector-url ${baseUrl}/connector --insecure-storage`;
    const terminal = execa('script', ['-qefc', line, '/dev/null'], {
      env,
      extendEnv: false,
      reject: false,
      stdin: 'pipe',
    });
    let printed = '';
    let step = 0;
    terminal.stdout.on('data', async (chunk: Buffer) => {
      printed += chunk.toString();
      const address = findAddress(printed.replaceAll('\r', ''));
      if (step === 0 && address !== undefined && printed.includes('paste')) {
        step = 1;
        terminal.stdin.write('http://example.com/\r');
      } else if (step === 1 && printed.includes('wrong address') && address !== undefined) {
        step = 2;
        printed = printed.replace('wrong address', '');
        // The right place with the code and state of another sign-in.
        const redirect = new URL(address).searchParams.get('redirect_uri');
        terminal.stdin.write(`${redirect}?code=theirs&state=${'0'.repeat(64)}\r`);
      } else if (step === 2 && printed.includes('wrong address') && address !== undefined) {
        step = 3;
        terminal.stdin.write(`${await followConsent(address)}\r`);
      }
    });
    const { exitCode } = await terminal;
    expect(exitCode).toBe(0);
    expect(printed).toContain('Signed in to');
    expect(JSON.parse((await toile(env, 'me', '--json')).stdout)).toMatchObject({ via: 'oauth' });
  });
});

describe('signing in to an independent server', () => {
  it('works, and explains that the token is valid for the tools only', async () => {
    const server = await startStandaloneServer();
    onTestFinished(() => server.close());
    const at = await createSignInMachine(server.connector);
    const run = await at.login(server.allow);
    expect(run.code, run.err).toBe(0);
    expect(JSON.parse(run.out)).toMatchObject({ good_for: 'tools', user_id: null });
    const tools = await at.later(0, 'tools', 'ls');
    expect(tools).toMatchObject({ code: 0, err: '' });
    expect(tools.out).toContain('get_garment_graph');
    expect(JSON.parse((await at.later(0, 'logout', '--json')).out)).toMatchObject({ revoked: true });
  });
});

it.each([
  [['login', '--web', '--with-key'], /--with-key and --web cannot be combined/],
  [['login', '--connector-url', 'https://x.example'], /needs --web/],
  [['login', '--web'], /no connector address given/],
  [['login', '--web', '--connector-url', 'http://x.example'], /plain http/],
])('%j is a usage error', async (argv, words) => {
  const run = await inProcess(argv);
  expect(run).toMatchObject({ code: 2, out: '' });
  expect(run.err).toMatch(words);
});

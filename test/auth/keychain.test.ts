import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { classifyKeychainError } from '../../src/auth/keys/keychain-errors.ts';
import { createOsKeychain, findSessionBus, type KeychainOptions } from '../../src/auth/keys/os-keychain.ts';
import { bundleProgram } from '../support/bundle-program.ts';
import { createFolder } from '../support/create-folder.ts';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { assertFasterThan, measureElapsedTime } from '../support/measure-time.ts';
import { type MessageBus, startMessageBus } from '../support/message-bus.ts';

let program = '';
beforeAll(async () => {
  program = await bundleProgram(new URL('keychain-program.ts', import.meta.url));
});
afterAll(() => rmSync(program, { force: true }));

const open = (more: Partial<KeychainOptions> = {}) => {
  const messages: string[] = [];
  const ring = createOsKeychain({
    self: { command: process.execPath, args: [program] },
    env: { PATH: process.env.PATH },
    platform: 'linux',
    uid: 4_000_000,
    isInteractive: false,
    sleep: (ms, signal) => setTimeout(ms, undefined, { signal }),
    report: (telling) => messages.push(telling.kind === 'busy' ? telling.text : 'done'),
    ...more,
  });
  return { ring, messages };
};

/** Starts a message bus that accepts calls and never answers. */
const startDeafBus = async (): Promise<string> => {
  const path = join(createFolder(), 'bus');
  const server = createServer(() => undefined).listen(path);
  onTestFinished(() => void server.close());
  return new Promise((resolve) => server.once('listening', () => resolve(`unix:path=${path}`)));
};

describe.skipIf(process.platform !== 'linux')('without a keychain that answers', () => {
  it('no bus: absent, before a child process starts', async () => {
    const { ring } = open({ self: { command: '/nowhere', args: [] } });
    for (const trying of [ring.get('a@b'), ring.set('a@b', 'svc_sk_x'), ring.delete('a@b')]) {
      await expect(trying).rejects.toMatchObject({
        exit: 1,
        code: 'keychain_absent',
        hint: expect.stringMatching(/TOILE_API_KEY.*toile login --insecure-storage/),
      });
    }
  });

  it('an address without a bus: absent', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere/bus' };
    await expect(open({ env }).ring.get('a@b')).rejects.toMatchObject({ code: 'keychain_absent' });
  });

  it('a bus that never answers: stopped at the limit, with a message', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: await startDeafBus() };
    const { ring, messages } = open({ env, limitMs: 600 });
    const silent = {
      code: 'keychain_timeout',
      message: 'the keychain does not answer (no answer within 0.6 seconds)',
      hint: expect.stringContaining('unlock it'),
    };
    await assertFasterThan(3_000, () =>
      measureElapsedTime(() => expect(ring.get('a@b')).rejects.toMatchObject(silent)),
    );
    expect(messages).toEqual([]);
  });

  it('on a terminal it prints what it waits for', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: await startDeafBus() };
    const { ring, messages } = open({ env, limitMs: 1_200, isInteractive: true });
    await expect(ring.get('a@b')).rejects.toMatchObject({ code: 'keychain_timeout' });
    expect(messages).toEqual(['waiting for your keychain', 'done']);
  });

  it('closing ends a blocked child process', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: await startDeafBus() };
    const { ring } = open({ env, limitMs: 120_000 });
    const waiting = ring.get('a@b');
    waiting.catch(() => undefined);
    await setTimeout(100);
    ring.close();
    // Its limit is longer than a test may take.
    await expect(waiting).rejects.toMatchObject({ exit: 1 });
  });

  it('Ctrl-C ends the wait with its own reason', async () => {
    const env = { DBUS_SESSION_BUS_ADDRESS: await startDeafBus() };
    const controller = new AbortController();
    const waiting = open({ env, limitMs: 120_000, signal: controller.signal }).ring.get('a@b');
    const reason = new Error('interrupted');
    await setTimeout(100);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});

it.each([
  ['does not start', { command: '/nowhere', args: [] }, 'ENOENT'],
  [
    'ends without a word',
    { command: process.execPath, args: ['-e', 'process.exit(3)', '--'] },
    'exit code 3',
  ],
  ['talks nonsense', { command: process.execPath, args: ['-e', 'console.log("null")', '--'] }, 'exit code 0'],
])('a child process that %s is a failure, not a missing key', async (_, self, why) => {
  const { ring } = open({ self, platform: 'darwin' });
  await expect(ring.get('a@b')).rejects.toMatchObject({
    exit: 1,
    code: 'keychain_failed',
    message: expect.stringContaining(why),
  });
});

it('a machine without a binary of the library has no keychain', async () => {
  const alone = join(createFolder(), 'alone.mjs');
  copyFileSync(program, alone);
  const { ring } = open({ self: { command: process.execPath, args: [alone] }, platform: 'darwin' });
  await expect(ring.get('a@b')).rejects.toMatchObject({ code: 'keychain_absent' });
});

it('the key is removed from an error message of the library', async () => {
  const [dir, key] = [createFolder(), 'svc_sk_that_was_to_be_kept'];
  const library = join(dir, 'node_modules', '@napi-rs', 'keyring');
  mkdirSync(library, { recursive: true });
  const complaint = 'async setPassword(word) { throw new Error([word, word].join(" is not kept: ")); }';
  writeFileSync(join(library, 'index.js'), `exports.AsyncEntry = class { ${complaint} };`);
  const alone = join(dir, 'alone.mjs');
  copyFileSync(program, alone);
  const { ring } = open({ self: { command: process.execPath, args: [alone] }, platform: 'darwin' });
  await expect(ring.set('a@b', key)).rejects.toMatchObject({
    code: 'keychain_failed',
    message: 'the keychain failed ((the key) is not kept: (the key))',
  });
});

it('the child process inherits no secret, and its messages show none', async () => {
  const script =
    'process.stdin.once("data", (line) => console.log(JSON.stringify({ ok: true, secret: JSON.stringify([process.env.TOILE_API_KEY ?? null, process.env.TOILE_ACCOUNT ?? null, process.argv.slice(1), String(line)]) })))';
  const { ring } = open({
    platform: 'darwin',
    env: { TOILE_API_KEY: 'svc_sk_x', TOILE_ACCOUNT: 'studio' },
    self: { command: process.execPath, args: ['-e', script, '--'] },
  });
  const seen = JSON.parse((await ring.get('a@b')) ?? '');
  expect(seen).toEqual([null, 'studio', ['__keychain'], '{"op":"get","name":"a@b"}\n']);
});

it.each([
  [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=x' }, 7, 'unix:abstract=x'],
  [{}, 7, 'unix:path=/run/user/7/bus'],
  [{ DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/x' }, 7, 'unix:path=/x/bus'],
  [{ XDG_RUNTIME_DIR: '/gone' }, 7, 'unix:path=/run/user/7/bus'],
  [{}, 8, undefined],
  [{}, undefined, undefined],
])('the bus for %j and user %s is %s', (env, uid, address) => {
  expect(findSessionBus(env, uid, (path) => ['/run/user/7/bus', '/x/bus'].includes(path))).toBe(address);
});

const missing =
  process.platform !== 'linux' ||
  isToolMissing('dbus-daemon', 'dbus') ||
  isToolMissing('gnome-keyring-daemon', 'gnome-keyring');

describe.skipIf(missing)('with a real gnome-keyring', () => {
  let bus: MessageBus;
  beforeAll(async () => {
    bus = await startMessageBus();
    await bus.keyring('open');
  });
  afterAll(() => bus?.stop());
  const name = 'studio@https://service.test/api';

  it('stores, returns to another process, keeps accounts apart and deletes', async () => {
    const { ring } = open({ env: bus.env });
    expect(await ring.get(name)).toBeUndefined();
    expect(await ring.delete(name)).toBe(false);
    await ring.set(name, 'svc_sk_round_trip');
    await ring.set('mill@https://service.test/api', 'svc_sk_mill');
    const other = open({ env: bus.env }).ring;
    expect(await other.get(name)).toBe('svc_sk_round_trip');
    expect(await other.get('mill@https://service.test/api')).toBe('svc_sk_mill');
    expect(await other.get('studio@https://elsewhere.test')).toBeUndefined();
    await ring.set(name, 'svc_sk_second');
    expect(await other.get(name)).toBe('svc_sk_second');
    expect((await other.listNames()).toSorted()).toEqual(['mill@https://service.test/api', name]);
    expect(await ring.delete(name)).toBe(true);
    expect(await ring.get(name)).toBeUndefined();
    expect(await ring.listNames()).toEqual(['mill@https://service.test/api']);
  });

  it('is found at the address of systemd, without the variable', async () => {
    const socket = /path=([^,]+)/.exec(bus.address)?.[1] ?? '';
    expect(existsSync(socket)).toBe(true);
    const runtime = createFolder();
    symlinkSync(socket, join(runtime, 'bus'));
    const { DBUS_SESSION_BUS_ADDRESS: _, ...env } = bus.env;
    const { ring } = open({ env: { ...env, XDG_RUNTIME_DIR: runtime } });
    await ring.set(name, 'svc_sk_found');
    expect(await open({ env: bus.env }).ring.get(name)).toBe('svc_sk_found');
  });

  it('that is locked reports it, for reading and writing', async () => {
    await open({ env: bus.env }).ring.set(name, 'svc_sk_locked_in');
    await bus.keyring('locked');
    const { ring } = open({ env: bus.env });
    await expect(ring.get(name)).rejects.toMatchObject({ code: 'keychain_locked' });
    const writing = await ring.set(name, 'svc_sk_new').catch((error) => error);
    expect(writing).toMatchObject({ code: 'keychain_locked' });
    expect(JSON.stringify([writing.message, writing.hint])).not.toContain('svc_sk_new');
    await bus.keyring('open');
    expect(await ring.get(name)).toBe('svc_sk_locked_in');
  });
});

describe.skipIf(missing)('on a bus', () => {
  it('without a Secret Service: absent, and nothing is stored elsewhere', async () => {
    const bus = await startMessageBus();
    onTestFinished(() => bus.stop());
    const { ring } = open({ env: bus.env });
    await expect(ring.get('a@b')).rejects.toMatchObject({ code: 'keychain_absent' });
    await expect(ring.set('a@b', 'svc_sk_x')).rejects.toMatchObject({ code: 'keychain_absent' });
  });

  it('that refuses access: denied', async () => {
    const bus = await startMessageBus('<deny send_destination="org.freedesktop.secrets"/>');
    onTestFinished(() => bus.stop());
    await bus.keyring('open');
    await expect(open({ env: bus.env }).ring.get('a@b')).rejects.toMatchObject({
      code: 'keychain_denied',
      hint: expect.stringContaining('TOILE_API_KEY'),
    });
  });
});

it.each([
  ['The specified module could not be found.\r\n\\\\?\\C:\\toile\\keyring.node', 'absent'],
  ['Das angegebene Modul wurde nicht gefunden. (ERR_DLOPEN_FAILED)', 'absent'],
  ['Cannot find native binding.', 'absent'],
  ['something else', 'failed'],
])('a library that cannot be loaded means no keychain: %j', (text, trouble) => {
  expect(classifyKeychainError(text)).toBe(trouble);
});

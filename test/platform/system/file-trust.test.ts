import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAccountStore } from '../../../src/auth/account-store.ts';
import { checkFileTrust } from '../../../src/platform/system/file-trust.ts';
import { createLocalRateLimiter } from '../../../src/service/rate-limit/rate-limiter.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';
import { runToile } from '../../support/run-toile.ts';

const uid = process.geteuid?.() ?? 0;
/** Root may give its files away. */
const isRoot = uid === 0;
const STRANGER = 12_345;

const buildAccount = (base_url: string) =>
  JSON.stringify({
    version: 1,
    current: 'x',
    accounts: [{ name: 'x', base_url, storage: 'file', kind: 'api_key' }],
  });

describe.skipIf(process.platform === 'win32')('files that other users could have written', () => {
  const createFile = () => {
    const root = createFolder();
    mkdirSync(join(root, 'a/b'), { recursive: true, mode: 0o700 });
    writeFileSync(join(root, 'a/b/file'), '', { mode: 0o600 });
    return { root, file: join(root, 'a/b/file') };
  };

  it('do not exist in a folder that only the user can access', () => {
    const { root, file } = createFile();
    for (const path of [root, file, join(root, 'a/b/none'), join(root, 'c/d/e'), join(file, 'below')]) {
      expect(checkFileTrust(path)).toBeUndefined();
    }
  });

  it.each([
    ['a/b/file', 0o602],
    ['a/b', 0o702],
    ['a', 0o777],
    ['', 0o703],
  ])('are those in or below %j of mode %o', (at, mode) => {
    const { root, file } = createFile();
    chmodSync(join(root, at), mode);
    expect(checkFileTrust(file)).toMatchObject({
      message: `${join(root, at)} can be written by others`,
      command: `chmod go-w ${join(root, at)}`,
    });
    if (at !== 'a/b/file') expect(checkFileTrust(join(root, 'a/b/new/file'))).toBeDefined();
  });

  it('are not those in a sticky folder, except the folder itself', () => {
    const { root, file } = createFile();
    chmodSync(root, 0o1777);
    expect(checkFileTrust(file)).toBeUndefined();
    expect(checkFileTrust(root)).toBeDefined();
  });

  it('are those that a link leads to', () => {
    const { root, file } = createFile();
    const other = createFolder();
    symlinkSync(file, join(other, 'link'));
    symlinkSync(join(root, 'a'), join(other, 'linked'));
    expect(checkFileTrust(join(other, 'link'))).toBeUndefined();
    chmodSync(join(root, 'a'), 0o777);
    expect(checkFileTrust(join(other, 'link'))).toBeDefined();
    expect(checkFileTrust(join(other, 'linked/b/new'))).toBeDefined();
  });

  it('are all that belong to neither this user nor the system', () => {
    const { file } = createFile();
    expect(checkFileTrust(file, STRANGER)).toMatchObject({ message: `${file} belongs to another user` });
    expect(checkFileTrust(join('/no/such/place'), STRANGER)).toBeUndefined();
  });

  it.runIf(isRoot)('are files and folders of another user', () => {
    const { root, file } = createFile();
    chownSync(file, STRANGER, STRANGER);
    expect(checkFileTrust(file)).toMatchObject({ message: `${file} belongs to another user` });
    chownSync(file, 0, 0);
    chownSync(join(root, 'a'), STRANGER, STRANGER);
    expect(checkFileTrust(file)).toMatchObject({ message: `${join(root, 'a')} belongs to another user` });
  });

  it.runIf(isRoot)('are writable by a group, unless the user is its only member', () => {
    const { root, file } = createFile();
    chmodSync(join(root, 'a'), 0o770);
    expect(checkFileTrust(file)).toBeUndefined();
    chownSync(join(root, 'a'), 0, STRANGER);
    expect(checkFileTrust(file)).toBeDefined();
  });

  it('choose no address, are not changed, and are reported once', async () => {
    const home = createFolder();
    mkdirSync(join(home, 'toile'), { mode: 0o700 });
    const path = join(home, 'toile/accounts.json');
    writeFileSync(path, buildAccount('https://thief.test'), { mode: 0o606 });
    chmodSync(path, 0o606);
    const messages: string[] = [];
    const accounts = createAccountStore(join(home, 'toile'), hostProcess, (text) => messages.push(text));
    expect(await accounts.list()).toStrictEqual([]);
    await expect(accounts.setCurrent('x')).rejects.toMatchObject({ exit: 1, code: 'untrusted_place' });
    expect(messages).toStrictEqual([
      expect.stringContaining(`${path} can be written by others, so toile does not use it`),
    ]);
    const run = await runToile(['me'], { home, env: { TOILE_API_KEY: 'svc_sk_of_mine' } });
    expect(run).toMatchObject({ code: 4, out: '' });
    expect(run.err).not.toContain('thief');
    expect(run.err.match(/can be written by others/g)).toHaveLength(1);
  });

  it('are not used for names, requests and sandboxes', async () => {
    const home = createFolder();
    mkdirSync(join(home, 'toile/state/requests'), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, 'toile/state/sandbox.jsonl'), '', { mode: 0o600 });
    chmodSync(join(home, 'toile'), 0o777);
    const run = await runToile(['--sandbox', 'designs', 'ls', '--limit', '1', '-q'], { home });
    expect(run).toMatchObject({ code: 0, err: '' });
    const output = await runToile(['--sandbox', 'me'], { home });
    expect(output.err.trim().split('\n')).toStrictEqual([
      expect.stringContaining(`${join(home, 'toile')} can be written by others`),
    ]);
    const state = join(home, 'toile/state');
    const notes: string[] = [];
    const ledger = createLocalRateLimiter(
      state,
      'x',
      { limit: 1, windowMs: 1000 },
      { pid: 1, now: Date.now },
      (note) => void notes.push(note),
    );
    ledger.reserveSlot().markSent();
    expect(ledger.getStatus()).toMatchObject({ left: 0 });
    expect(notes).toStrictEqual([expect.stringContaining(`${join(home, 'toile')} can be written by others`)]);
    expect(readdirSync(join(state, 'requests'))).toStrictEqual([]);
    expect(readFileSync(join(state, 'sandbox.jsonl'), 'utf8')).toBe('');
  });
});

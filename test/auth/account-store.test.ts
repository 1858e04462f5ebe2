import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Account, createAccountStore, parseAccountName } from '../../src/auth/account-store.ts';
import { createFolder, join } from '../support/create-folder.ts';
import { hostProcess } from '../support/host-process.ts';
import { ordinaryUser, runAsOrdinaryUser } from '../support/ordinary-user.ts';

const buildAccount = (name: string, more: Partial<Account> = {}): Account => ({
  name,
  base_url: 'https://service.test',
  storage: 'keychain',
  kind: 'api_key',
  ...more,
});

const open = (path = createFolder()) => {
  const messages: string[] = [];
  return {
    path,
    messages,
    file: join(path, 'accounts.json'),
    accounts: createAccountStore(path, hostProcess, (text) => messages.push(text)),
  };
};

it('the list of accounts is empty at first, without a file or a message', async () => {
  const { accounts, path, messages } = open();
  expect(await accounts.list()).toEqual([]);
  expect(await accounts.getCurrent()).toBeUndefined();
  await expect(accounts.setCurrent('studio')).rejects.toMatchObject({ exit: 2, code: 'no_such_account' });
  expect(await accounts.remove('studio')).toBe(false);
  expect(readdirSync(path)).not.toContain('accounts.json');
  expect(messages).toEqual([]);
});

it('accounts are saved, chosen, replaced and removed', async () => {
  const { accounts, path } = open();
  await accounts.save(buildAccount('studio', { mcp_url: 'https://tools.test', user_id: 'u1' }));
  await accounts.save(buildAccount('mill'));
  expect((await accounts.getCurrent())?.name).toBe('mill');
  await accounts.setCurrent('studio');
  expect((await createAccountStore(path, hostProcess, () => {}).getCurrent())?.user_id).toBe('u1');

  await accounts.save(buildAccount('studio', { base_url: 'https://other.test' }));
  expect(await accounts.find('studio')).toEqual(buildAccount('studio', { base_url: 'https://other.test' }));
  expect((await accounts.list()).map(({ name }) => name)).toEqual(['studio', 'mill']);

  expect(await accounts.remove('studio')).toBe(true);
  expect(await accounts.getCurrent()).toBeUndefined();
  expect((await accounts.list()).map(({ name }) => name)).toEqual(['mill']);
});

it('the file of accounts is readable by its owner only', async () => {
  const path = join(createFolder(), 'deep', 'down');
  const { accounts, file } = open(path);
  await accounts.save(buildAccount('studio'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('unknown entries of the file are kept', async () => {
  const { accounts, file } = open();
  const odd = { name: 'later', storage: 'passkey' };
  writeFileSync(
    file,
    JSON.stringify({
      version: 1,
      theme: 'linen',
      accounts: [odd, { ...buildAccount('studio'), team: 7, user_id: 'old' }],
    }),
  );
  expect((await accounts.list()).map(({ name }) => name)).toEqual(['studio']);
  await accounts.save(buildAccount('studio'));
  await accounts.save(buildAccount('mill'));
  await accounts.remove('mill');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    version: 1,
    theme: 'linen',
    accounts: [odd, { ...buildAccount('studio'), team: 7 }],
  });
});

it('a link is followed to the real file', async () => {
  const { accounts, path, file } = open();
  const real = join(path, 'dotfiles');
  mkdirSync(real);
  writeFileSync(join(real, 'a.json'), '{"version":1}');
  symlinkSync(join(real, 'a.json'), file);
  await accounts.save(buildAccount('studio'));
  expect(JSON.parse(readFileSync(join(real, 'a.json'), 'utf8')).current).toBe('studio');
});

describe('an accounts file that cannot be used', () => {
  it.each([
    ['cut', '{"version": 1, "accou'],
    ['empty', ''],
    ['of zeros', '\0\0\0\0'],
    ['of another kind', '[]'],
    ['without a version', '{"accounts": []}'],
  ])('%s: is moved away and reported, and commands continue', async (_, text) => {
    const { accounts, path, file, messages } = open();
    writeFileSync(file, text);
    expect(await accounts.list()).toEqual([]);
    const aside = `${file}.corrupted-1`;
    expect(readFileSync(aside, 'utf8')).toBe(text);
    expect(messages).toEqual([`accounts.json was damaged; it was renamed to ${aside}`]);
    writeFileSync(file, text);
    await accounts.save(buildAccount('studio'));
    expect((await accounts.list()).length).toBe(1);
    expect(readdirSync(path).filter((name) => name.includes('corrupted'))).toHaveLength(2);
  });

  it('written by a newer version: is neither read nor changed', async () => {
    const { accounts, file, messages } = open();
    const text = '{"version": 2, "accounts": {}}';
    writeFileSync(file, text);
    expect(await accounts.list()).toEqual([]);
    expect(messages[0]).toContain('newer toile');
    await expect(accounts.save(buildAccount('studio'))).rejects.toMatchObject({
      exit: 1,
      code: 'newer_state',
    });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('a folder in its place: reading continues, writing explains the failure', async () => {
    const { accounts, file, messages } = open();
    mkdirSync(file);
    expect(await accounts.list()).toEqual([]);
    expect(messages[0]).toContain('it is a folder');
    await expect(accounts.save(buildAccount('studio'))).rejects.toMatchObject({ exit: 1 });
  });

  it('a home under a file: reading continues, writing explains the failure and what to do', async () => {
    const path = createFolder();
    writeFileSync(join(path, 'file'), '');
    const { accounts } = open(join(path, 'file', 'home'));
    expect(await accounts.list()).toEqual([]);
    await expect(accounts.save(buildAccount('studio'))).rejects.toMatchObject({
      code: 'state_unwritable',
      hint: expect.stringContaining('TOILE_HOME'),
    });
  });

  it.skipIf(process.platform === 'win32')(
    'in a read-only home: reading continues, writing explains the failure',
    async () => {
      const { accounts, path } = open();
      await accounts.save(buildAccount('studio'));
      // Somebody's own, in a folder that they may not write.
      chmodSync(join(path, 'accounts.json'), 0o644);
      if (ordinaryUser.uid !== undefined) chownSync(join(path, 'accounts.json'), ordinaryUser.uid, -1);
      chmodSync(path, 0o555);
      await runAsOrdinaryUser(async () => {
        expect((await accounts.list()).length).toBe(1);
        await expect(accounts.save(buildAccount('other'))).rejects.toMatchObject({
          code: 'state_unwritable',
        });
      });
      chmodSync(path, 0o700);
    },
  );
});

it.each(['studio', 'a', 'A.b_c-9', 'x'.repeat(64)])('%s is a valid account name', (name) => {
  expect(parseAccountName(name)).toBe(name);
});

it.each(['', 'x'.repeat(65), 'a b', 'a@b', '../x', '..', '.', 'é', 'a\n'])(
  '%j is not a valid account name',
  (name) => {
    expect(() => parseAccountName(name)).toThrow(
      expect.objectContaining({ exit: 2, code: 'bad_account_name' }),
    );
  },
);

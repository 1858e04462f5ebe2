import { describe, expect, it } from 'vitest';
import { type CredentialSearch, findCredential } from '../../src/auth/find-credential.ts';
import { formatSecretName, type StoredAccount } from '../../src/auth/find-stored-account.ts';

const BASE = 'https://service.test/api';
const buildAccount = (
  name: string,
  base_url = BASE,
  storage: StoredAccount['storage'] = 'keychain',
): StoredAccount => ({
  name,
  base_url,
  storage,
});

interface Setting {
  env?: Record<string, string>;
  account?: string;
  accounts?: readonly StoredAccount[];
  current?: string;
  secrets?: Record<string, string>;
  files?: Record<string, string>;
  baseUrl?: string;
}

/** Creates a search that records every access to files, keychain and environment. */
const search = ({ env = {}, account, accounts = [], current, secrets, files, baseUrl = BASE }: Setting) => {
  const touched: string[] = [];
  const asked: CredentialSearch = {
    env,
    account,
    baseUrl,
    accounts: {
      list: async () => accounts,
      getCurrent: async () => accounts.find(({ name }) => name === current),
    },
    openKeyring: async (storage) => {
      touched.push(storage);
      return {
        storage,
        place: storage === 'keychain' ? 'the OS keychain' : '/home/ada/credentials.json',
        get: async (name) => secrets?.[name],
        set: async () => expect.unreachable(),
        listNames: async () => [],
        delete: async () => expect.unreachable(),
      };
    },
    readFile: async (path) => {
      touched.push(path);
      return files?.[path] ?? expect.unreachable();
    },
    runCommand: async (line) => {
      touched.push(line);
      return 'svc_sk_command';
    },
  };
  return { touched, found: () => findCredential(asked) };
};

const globalFlags = {
  TOILE_API_KEY: 'svc_sk_env',
  TOILE_ACCESS_TOKEN: 'token',
  TOILE_API_KEY_FILE: '/run/key',
  TOILE_KEY_COMMAND: 'pass toile',
};
const files = { '/run/key': 'svc_sk_file\n' };
const studio = {
  accounts: [buildAccount('studio')],
  current: 'studio',
  secrets: { [`studio@${BASE}`]: 'svc_sk_kept' },
};
const omitFlags = (...names: (keyof typeof globalFlags)[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(globalFlags).filter(([name]) => !names.includes(name as 'TOILE_API_KEY')),
  );

it.each([
  ['key', globalFlags, 'svc_sk_env', 'environment', 'TOILE_API_KEY', []],
  ['token', omitFlags('TOILE_API_KEY'), 'token', 'environment', 'TOILE_ACCESS_TOKEN', []],
  [
    'file',
    omitFlags('TOILE_API_KEY', 'TOILE_ACCESS_TOKEN'),
    'svc_sk_file',
    'file',
    'TOILE_API_KEY_FILE, /run/key',
    ['/run/key'],
  ],
  [
    'command',
    { TOILE_KEY_COMMAND: 'pass toile' },
    'svc_sk_command',
    'command',
    'TOILE_KEY_COMMAND',
    ['pass toile'],
  ],
])(
  '%s from the environment wins, names what it shadows, and opens no keychain',
  async (_, env, ...expected) => {
    const [credential, source, place, touches] = expected;
    const { found, touched } = search({ ...studio, env, files });
    const signIn = await found();
    expect(signIn).toMatchObject({ credential, source, place });
    expect(signIn.shadows).toEqual([...Object.keys(env).slice(1), 'keychain, account studio']);
    expect(touched).toEqual(touches);
  },
);

it('the kind follows from the form of the credential', async () => {
  expect((await search({ env: globalFlags }).found()).kind).toBe('api_key');
  expect((await search({ env: { TOILE_ACCESS_TOKEN: 'x' } }).found()).kind).toBe('access_token');
  expect((await search({ env: { TOILE_API_KEY_FILE: 'f' }, files: { f: 'tok' } }).found()).kind).toBe(
    'access_token',
  );
});

it('--account precedes the environment; TOILE_ACCOUNT does not', async () => {
  const chosen = await search({ ...studio, env: globalFlags, account: 'studio' }).found();
  expect(chosen).toMatchObject({
    credential: 'svc_sk_kept',
    source: 'keychain',
    place: 'keychain, account studio',
  });
  expect(chosen.shadows).toEqual(Object.keys(globalFlags));
  const env = { TOILE_API_KEY: 'svc_sk_env', TOILE_ACCOUNT: 'studio' };
  expect((await search({ ...studio, env }).found()).credential).toBe('svc_sk_env');
});

it('an account that is named in a file is reported with the file', async () => {
  const found = await search({
    accounts: [buildAccount('ci', BASE, 'file')],
    current: 'ci',
    secrets: { [`ci@${BASE}`]: 'svc_sk_f' },
  }).found();
  expect(found).toMatchObject({ source: 'insecure-file', place: 'credentials file, account ci' });
});

describe('a key belongs to its address', () => {
  const two = {
    accounts: [buildAccount('studio'), buildAccount('mill', 'https://mill.test')],
    current: 'studio',
    secrets: { [`studio@${BASE}`]: 'svc_sk_kept', 'mill@https://mill.test': 'svc_sk_mill' },
  };

  it.each(['https://service.test/api/', 'HTTPS://Service.test:443/api'])(
    '%s is the same address',
    async (baseUrl) => {
      expect((await search({ ...studio, baseUrl }).found()).credential).toBe('svc_sk_kept');
    },
  );

  it.each([
    'https://service.test',
    'http://service.test/api',
    'https://service.test:8443/api',
    'https://evil.test/api',
  ])('%s is another address', async (baseUrl) => {
    const { found, touched } = search({ ...studio, baseUrl });
    await expect(found()).rejects.toMatchObject({
      exit: 4,
      code: 'other_address',
      message: expect.stringContaining(BASE),
      hint: expect.stringContaining(`toile login --base-url ${baseUrl}`),
    });
    expect(touched).toEqual([]);
  });

  it('the only account of the address is used', async () => {
    const found = await search({ ...two, baseUrl: 'https://mill.test/' }).found();
    expect(found).toMatchObject({ credential: 'svc_sk_mill', place: 'keychain, account mill' });
  });

  it('a chosen account is not replaced by another', async () => {
    for (const chosen of [{ account: 'studio' }, { env: { TOILE_ACCOUNT: 'studio' } }]) {
      await expect(search({ ...two, ...chosen, baseUrl: 'https://mill.test' }).found()).rejects.toMatchObject(
        {
          exit: 4,
          code: 'other_address',
        },
      );
    }
  });

  it('several accounts of the address without a current one are an error', async () => {
    const accounts = [buildAccount('a'), buildAccount('b')];
    await expect(search({ accounts }).found()).rejects.toMatchObject({
      exit: 4,
      code: 'which_account',
      message: expect.stringContaining('a, b'),
      hint: expect.stringContaining('--account a'),
    });
  });
});

it('an unknown account is a usage error with the known names', async () => {
  await expect(search({ ...studio, account: 'nope' }).found()).rejects.toMatchObject({
    exit: 2,
    hint: expect.stringContaining('studio'),
  });
});

it('without a sign-in the error names the three ways to sign in', async () => {
  const hint = await search({})
    .found()
    .catch((error) => `${error.exit} ${error.hint}`);
  for (const way of ['4 ', 'toile login', 'TOILE_API_KEY', '--sandbox']) expect(hint).toContain(way);
});

it('an account without its key names the command that restores it', async () => {
  await expect(search({ ...studio, secrets: {} }).found()).rejects.toMatchObject({
    exit: 4,
    code: 'key_missing',
    hint: `Sign in again: toile login --account studio --base-url ${BASE}`,
  });
});

it.each(['TOILE_API_KEY', 'TOILE_ACCESS_TOKEN'])(
  'an empty %s is an error, and the next source is not tried',
  async (name) => {
    const { found, touched } = search({ ...studio, env: { [name]: '' } });
    await expect(found()).rejects.toMatchObject({ exit: 4, message: `${name} is empty` });
    expect(touched).toEqual([]);
  },
);

it('a token in TOILE_API_KEY gets a hint at the right variable', async () => {
  await expect(search({ env: { TOILE_API_KEY: 'eyJ' } }).found()).rejects.toMatchObject({
    hint: expect.stringContaining('TOILE_ACCESS_TOKEN'),
  });
});

it('an invalid choice of account does not prevent the use of a key from the environment', async () => {
  const found = await search({
    ...studio,
    env: { TOILE_API_KEY: 'svc_sk_e', TOILE_ACCOUNT: 'nope' },
  }).found();
  expect(found.shadows).toEqual([]);
});

it('secrets are named by account and address without a final slash', () => {
  expect(formatSecretName(buildAccount('a.b', 'https://service.test/'))).toBe('a.b@https://service.test');
});

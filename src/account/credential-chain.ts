/** The order in which a credential is looked for; what is found first is used, the rest is named. */
import type { SIGN_IN_VARIABLES } from '../border/secrets.ts';
import { advice, shellWord, toType } from '../border/shell.ts';
import { NotSignedIn, ToileError } from '../errors.ts';
import { chosenAccount } from './chosen-account.ts';
import { credentialIn } from './credential.ts';
import type { Keyring, SignIn } from './sign-in.ts';
import { againAs, keyName, type Stored, type StoredAccounts, storedFor } from './stored-account.ts';

export interface Search {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--account` alone. It beats a key in the environment; `TOILE_ACCOUNT` does not. */
  readonly account: string | undefined;
  /** Where the credential will be sent. */
  readonly baseUrl: string;
  readonly accounts: StoredAccounts;
  keyring(storage: Stored['storage']): Promise<Keyring>;
  /** See secret-file.ts. */
  readFile(path: string): Promise<string>;
  /** See key-command.ts. */
  runCommand(line: string): Promise<string>;
}

type Found = Omit<SignIn, 'shadows'>;

type Variable = (typeof SIGN_IN_VARIABLES)[number];

const READ: Readonly<Record<Variable, (value: string, search: Search) => Promise<Found>>> = {
  TOILE_API_KEY: async (value) => ({
    ...credentialIn(value, 'TOILE_API_KEY', 'api_key'),
    source: 'environment',
    place: 'TOILE_API_KEY',
  }),
  TOILE_ACCESS_TOKEN: async (value) => ({
    ...credentialIn(value, 'TOILE_ACCESS_TOKEN'),
    source: 'environment',
    place: 'TOILE_ACCESS_TOKEN',
  }),
  TOILE_API_KEY_FILE: async (path, { readFile }) => ({
    ...credentialIn(await readFile(path), `the file of TOILE_API_KEY_FILE (${path})`),
    source: 'file',
    place: `TOILE_API_KEY_FILE, ${path}`,
  }),
  TOILE_KEY_COMMAND: async (line, { runCommand }) => ({
    ...credentialIn(await runCommand(line), 'the answer of TOILE_KEY_COMMAND'),
    source: 'command',
    // Not the command line: people write secrets into those.
    place: 'TOILE_KEY_COMMAND',
  }),
};

const inWords = (stored: Stored): string =>
  `${stored.storage === 'keychain' ? 'keychain' : 'credentials file'}, account ${stored.name}`;

const fromKeyring = async (stored: Stored, search: Search): Promise<Found> => {
  const keyring = await search.keyring(stored.storage);
  const secret = await keyring.get(keyName(stored));
  if (secret === undefined) {
    throw new NotSignedIn(`${keyring.place} holds no key for account ${stored.name} (${stored.base_url})`, {
      code: 'key_missing',
      hint:
        stored.connector_url === undefined
          ? advice`Sign in again: ${toType`toile login --account ${shellWord(stored.name)} --base-url ${shellWord(stored.base_url)}`}`
          : advice`Sign in again: ${toType`${againAs(stored.name, true)}`}`,
    });
  }
  return {
    ...credentialIn(secret, `what ${keyring.place} holds for account ${stored.name}`),
    source: stored.storage === 'keychain' ? 'keychain' : 'insecure-file',
    place: inWords(stored),
    again: againAs(stored.name, stored.connector_url !== undefined),
  };
};

/** For naming what a found credential shadows: trouble in choosing means that it would not have been used. */
const quietly = async (stored: Promise<Stored | undefined>): Promise<Stored | undefined> => {
  try {
    return await stored;
  } catch (error) {
    if (error instanceof ToileError) return undefined;
    throw error;
  }
};

/**
 * Throws NotSignedIn with the ways to sign in. A variable that is set but empty is an error and does not fall
 * through: in CI it means a secret that is missing, and another identity must not step in for it.
 */
export const findCredential = async (search: Search): Promise<SignIn> => {
  const { env, account, baseUrl, accounts } = search;
  const { named, variables, inUse } = chosenAccount(account, env);
  const stored = () => storedFor({ account: named, baseUrl, accounts });

  if (inUse !== undefined) {
    const found = await READ[inUse](env[inUse] ?? '', search);
    const behind = await quietly(stored());
    return { ...found, shadows: [...variables.slice(1), ...(behind ? [inWords(behind)] : [])] };
  }

  const own = await stored();
  if (own !== undefined) return { ...(await fromKeyring(own, search)), shadows: variables };
  throw new NotSignedIn('you are not signed in', {
    hint: advice`Type ${toType`toile login`}, or set TOILE_API_KEY; to look around without a key, add --sandbox`,
  });
};

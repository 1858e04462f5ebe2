/**
 * Finds the credential for a request. The first source that has one is used, and the others are listed.
 */

import { NotSignedIn, ToileError } from '../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord } from '../platform/escape/shell.ts';
import type { SIGN_IN_VARIABLES } from '../platform/redactor.ts';
import { resolveAccountChoice } from './account-choice.ts';
import { parseCredential } from './credential.ts';
import {
  findStoredAccount,
  formatSecretName,
  formatSignInCommand,
  type StoredAccount,
  type StoredAccountReader,
} from './find-stored-account.ts';
import type { Keyring, SignIn } from './sign-in.ts';

/** Where to look for a credential, and for which address. */
export interface CredentialSearch {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of `--account` only. It overrides a key in the environment; TOILE_ACCOUNT does not. */
  readonly account: string | undefined;
  /** Where the credential will be sent. */
  readonly baseUrl: string;
  readonly accounts: StoredAccountReader;
  keyring(storage: StoredAccount['storage']): Promise<Keyring>;
  /** Reads a secret file. */
  readFile(path: string): Promise<string>;
  /** Runs a key command. */
  runCommand(line: string): Promise<string>;
}

type FoundCredential = Omit<SignIn, 'shadows'>;

type SignInVariable = (typeof SIGN_IN_VARIABLES)[number];

const VARIABLE_READERS: Readonly<
  Record<SignInVariable, (value: string, search: CredentialSearch) => Promise<FoundCredential>>
> = {
  TOILE_API_KEY: async (value) => ({
    ...parseCredential(value, 'TOILE_API_KEY', 'api_key'),
    source: 'environment',
    place: 'TOILE_API_KEY',
  }),
  TOILE_ACCESS_TOKEN: async (value) => ({
    ...parseCredential(value, 'TOILE_ACCESS_TOKEN'),
    source: 'environment',
    place: 'TOILE_ACCESS_TOKEN',
  }),
  TOILE_API_KEY_FILE: async (path, { readFile }) => ({
    ...parseCredential(await readFile(path), `the file of TOILE_API_KEY_FILE (${path})`),
    source: 'file',
    place: `TOILE_API_KEY_FILE, ${path}`,
  }),
  TOILE_KEY_COMMAND: async (line, { runCommand }) => ({
    ...parseCredential(await runCommand(line), 'the answer of TOILE_KEY_COMMAND'),
    source: 'command',
    // The command line is not shown, because it may contain a secret.
    place: 'TOILE_KEY_COMMAND',
  }),
};

const formatStorage = (stored: StoredAccount): string =>
  `${stored.storage === 'keychain' ? 'keychain' : 'credentials file'}, account ${stored.name}`;

const readKeyringCredential = async (
  stored: StoredAccount,
  search: CredentialSearch,
): Promise<FoundCredential> => {
  const keyring = await search.keyring(stored.storage);
  const secret = await keyring.get(formatSecretName(stored));
  if (secret === undefined) {
    throw new NotSignedIn(`${keyring.place} holds no key for account ${stored.name} (${stored.base_url})`, {
      code: 'key_missing',
      hint:
        stored.connector_url === undefined
          ? hintText`Sign in again: ${nextCommand`toile login --account ${quoteShellWord(stored.name)} --base-url ${quoteShellWord(stored.base_url)}`}`
          : hintText`Sign in again: ${nextCommand`${formatSignInCommand(stored.name, true)}`}`,
    });
  }
  return {
    ...parseCredential(secret, `what ${keyring.place} holds for account ${stored.name}`),
    source: stored.storage === 'keychain' ? 'keychain' : 'insecure-file',
    place: formatStorage(stored),
    signInCommand: formatSignInCommand(stored.name, stored.connector_url !== undefined),
  };
};

/**
 * Returns undefined instead of a ToileError. Used to list the credentials that a found one overrides: an
 * account that cannot be resolved would not have been used.
 */
const ignoreToileErrors = async (
  stored: Promise<StoredAccount | undefined>,
): Promise<StoredAccount | undefined> => {
  try {
    return await stored;
  } catch (error) {
    if (error instanceof ToileError) return undefined;
    throw error;
  }
};

/**
 * Finds the credential. Throws NotSignedIn; its hint names the ways to sign in. A variable that is set
 * but empty is an error: in CI it means a missing secret, and another identity must not replace it.
 */
export const findCredential = async (search: CredentialSearch): Promise<SignIn> => {
  const { env, account, baseUrl, accounts } = search;
  const { requestedName, variables, activeVariable } = resolveAccountChoice(account, env);
  const stored = () => findStoredAccount({ account: requestedName, baseUrl, accounts });

  if (activeVariable !== undefined) {
    const found = await VARIABLE_READERS[activeVariable](env[activeVariable] ?? '', search);
    const behind = await ignoreToileErrors(stored());
    return { ...found, shadows: [...variables.slice(1), ...(behind ? [formatStorage(behind)] : [])] };
  }

  const own = await stored();
  if (own !== undefined) return { ...(await readKeyringCredential(own, search)), shadows: variables };
  throw new NotSignedIn('you are not signed in', {
    hint: hintText`Type ${nextCommand`toile login`}, or set TOILE_API_KEY; to look around without a key, add --sandbox`,
  });
};

/** Finds the stored account for a request. A key belongs to one address and is never sent to another. */

import { NotSignedIn, UsageError } from '../platform/errors.ts';
import {
  hintText,
  nextCommand,
  quoteShellWord,
  quoteShellWords,
  type ShellSafe,
  shellText,
} from '../platform/escape/shell.ts';
import { SIGN_IN_VARIABLES } from '../platform/redactor.ts';
import type { EnvVariables } from '../platform/shared-types.ts';
import type { Account } from './account-store.ts';

/** The name of the account that `toile login` creates without `--account`. */
const DEFAULT_ACCOUNT = 'default';

/**
 * Returns the account name in `flag` (`--account`) or TOILE_ACCOUNT, and the names of the credential variables that are
 * set, such as TOILE_API_KEY.
 */
export const resolveAccountChoice = (flag: string | undefined, env: EnvVariables) => {
  const accountName = flag ?? (env.TOILE_ACCOUNT || undefined);
  const variables = SIGN_IN_VARIABLES.filter((name) => env[name] !== undefined);
  return {
    /**
     * The account name in `--account` or, without this flag, in TOILE_ACCOUNT. Undefined if neither is given, so that
     * the current account is used.
     */
    requestedName: accountName,
    nameOrDefault: accountName ?? DEFAULT_ACCOUNT,
    /**
     * The credential variables that are set, for example TOILE_API_KEY. A variable that is set to an empty text is
     * included, so that toile can report the missing secret.
     */
    variables,
    /**
     * The environment variable that provides the credential instead of a stored account. It takes precedence over
     * TOILE_ACCOUNT, but not over `--account`.
     */
    activeVariable: flag === undefined ? variables[0] : undefined,
  };
};

/** The requested account name, and the credential variables that are set, for example TOILE_API_KEY. */
export type AccountChoice = ReturnType<typeof resolveAccountChoice>;

/** Returns the account with this name. Throws UsageError `no_such_account` if it does not exist. */
export const requireAccount = <A extends { readonly name: string }>(
  accounts: readonly A[],
  name: string,
): A => {
  const found = accounts.find((account) => account.name === name);
  if (found !== undefined) return found;
  const names = accounts.map((account) => account.name);
  throw new UsageError(`no account is named ${JSON.stringify(name)}`, {
    code: 'no_such_account',
    hint:
      names.length > 0
        ? shellText`Accounts: ${quoteShellWords(names, ', ')}. To add one: toile login --account NAME`
        : shellText`No account is signed in: toile login --account NAME`,
  });
};

/** The members of an account that are needed to find its secret. */
export type StoredAccount = Pick<Account, 'name' | 'base_url' | 'storage' | 'connector_url'>;

/** Functions that read the stored accounts. `getCurrent` returns the account that is used if the user names none. */
export interface StoredAccountReader {
  list(): Promise<readonly StoredAccount[]>;
  getCurrent(): Promise<StoredAccount | undefined>;
}

const normalizeAddress = (address: string): string => {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, '');
};

/** Returns the name of the secret of an account in a keyring, for example `default@https://api.example.com`. */
export const formatSecretName = (account: StoredAccount): string =>
  `${account.name}@${normalizeAddress(account.base_url)}`;

/** Returns the account name of a stored secret: `default` for the secret `default@https://api.example.com`. */
export const getAccountOfSecret = (key: string): string => key.split('@')[0] ?? '';

/** Returns the command that signs in again, for example `toile login --web --account studio`. */
export const formatSignInCommand = (account: string, isWebSignIn: boolean): ShellSafe => {
  const signInCommand = isWebSignIn ? shellText`toile login --web` : shellText`toile login`;
  return account === DEFAULT_ACCOUNT
    ? signInCommand
    : shellText`${signInCommand} --account ${quoteShellWord(account)}`;
};

const formatSignInHint = (baseUrl: string, account?: string): ShellSafe =>
  shellText`Sign in there: toile login --base-url ${quoteShellWord(baseUrl)}${account === undefined ? shellText`` : shellText` --account ${quoteShellWord(account)}`}`;

/**
 * Returns the account with the name `requestedName`. Without a name, returns the current account if its key is for the
 * address `baseUrl`. Otherwise, or if there is no current account, returns the only account with a key for `baseUrl`.
 * Returns undefined if no name is given and no accounts are stored.
 * @throws UsageError if no account has the name `requestedName`.
 * @throws NotSignedIn if the key of the named account is for another address. Also thrown without a name, if accounts
 * are stored, the current account has no key for `baseUrl`, and no account or several accounts have one.
 */
export const findStoredAccount = async (
  requestedName: string | undefined,
  baseUrl: string,
  accounts: StoredAccountReader,
): Promise<StoredAccount | undefined> => {
  const storedAccounts = await accounts.list();
  const isMatch = (stored: StoredAccount): boolean =>
    normalizeAddress(stored.base_url) === normalizeAddress(baseUrl);

  if (requestedName !== undefined) {
    const requestedAccount = requireAccount(storedAccounts, requestedName);
    if (isMatch(requestedAccount)) return requestedAccount;
    throw new NotSignedIn(
      `the key of account ${requestedAccount.name} is for ${requestedAccount.base_url} and is not sent to ${baseUrl}`,
      { code: 'other_address', hint: formatSignInHint(baseUrl) },
    );
  }

  const current = await accounts.getCurrent();
  if (current !== undefined && isMatch(current)) return current;
  const matches = storedAccounts.filter(isMatch);
  if (matches.length === 1) return matches[0];
  if (matches.length > 1) {
    const names = matches.map(({ name }) => name).join(', ');
    throw new NotSignedIn(`several accounts have a key for ${baseUrl}: ${names}`, {
      code: 'which_account',
      hint: hintText`Choose one: --account ${quoteShellWord(matches[0]?.name ?? '')}, or for every command: ${nextCommand`toile accounts use ${quoteShellWord(matches[0]?.name ?? '')}`}`,
    });
  }
  if (storedAccounts.length === 0) return undefined;
  const addresses = [...new Set(storedAccounts.map((stored) => stored.base_url))].join(', ');
  throw new NotSignedIn(`no key is stored for ${baseUrl}; the stored keys are for ${addresses}`, {
    code: 'other_address',
    // A new account `default` would replace the existing one, so the hint suggests another name.
    hint: formatSignInHint(
      baseUrl,
      storedAccounts.some(({ name }) => name === DEFAULT_ACCOUNT) ? 'NAME' : undefined,
    ),
  });
};

/** Which stored account a request would use. A key belongs to one address and never travels to another. */
import { advice, shellWord, type Typeable, toType, typeable } from '../border/shell.ts';
import { NotSignedIn } from '../errors.ts';
import type { Account } from './accounts.ts';
import { accountNamed, DEFAULT_ACCOUNT } from './chosen-account.ts';

/** What is known of an account without its secret. */
export type Stored = Pick<Account, 'name' | 'base_url' | 'storage' | 'connector_url'>;

export interface StoredAccounts {
  list(): Promise<readonly Stored[]>;
  current(): Promise<Stored | undefined>;
}

export interface Wanted {
  /** `--account`, or `TOILE_ACCOUNT` behind it; without it the current account. */
  readonly account: string | undefined;
  readonly baseUrl: string;
  readonly accounts: StoredAccounts;
}

const bare = (address: string): string => {
  try {
    const { origin, pathname } = new URL(address);
    return origin + pathname.replace(/\/+$/, '');
  } catch {
    return address;
  }
};

/** The name of an account's secret in a keyring. */
export const keyName = (account: Stored): string => `${account.name}@${bare(account.base_url)}`;

/** The account that such a name is of. Names of accounts have no `@`. */
export const accountIn = (key: string): string => key.split('@')[0] ?? '';

/** What to type to sign in again as an account. */
export const againAs = (account: string, byWeb: boolean): Typeable => {
  const way = byWeb ? typeable`toile login --web` : typeable`toile login`;
  return account === DEFAULT_ACCOUNT ? way : typeable`${way} --account ${shellWord(account)}`;
};

const named = (stored: readonly Stored[]): string => stored.map(({ name }) => name).join(', ');

const signInFor = (baseUrl: string, account?: string): Typeable =>
  typeable`Sign in there: toile login --base-url ${shellWord(baseUrl)}${account === undefined ? typeable`` : typeable` --account ${shellWord(account)}`}`;

/**
 * The account whose key goes to that address; undefined where nobody ever signed in. Throws UsageError for a
 * name that does not exist, NotSignedIn where keys exist but none of them is for this address.
 */
export const storedFor = async ({ account, baseUrl, accounts }: Wanted): Promise<Stored | undefined> => {
  const all = await accounts.list();
  const fits = (stored: Stored): boolean => bare(stored.base_url) === bare(baseUrl);

  if (account !== undefined) {
    const chosen = accountNamed(all, account);
    if (fits(chosen)) return chosen;
    throw new NotSignedIn(
      `the key of account ${chosen.name} is for ${chosen.base_url} and is not sent to ${baseUrl}`,
      { code: 'other_address', hint: signInFor(baseUrl) },
    );
  }

  const current = await accounts.current();
  if (current !== undefined && fits(current)) return current;
  const fitting = all.filter(fits);
  if (fitting.length === 1) return fitting[0];
  if (fitting.length > 1) {
    throw new NotSignedIn(`several accounts have a key for ${baseUrl}: ${named(fitting)}`, {
      code: 'which_account',
      hint: advice`Choose one: --account ${shellWord(fitting[0]?.name ?? '')}, or for good: ${toType`toile accounts use ${shellWord(fitting[0]?.name ?? '')}`}`,
    });
  }
  if (all.length === 0) return undefined;
  const known = [...new Set(all.map((stored) => stored.base_url))].join(', ');
  throw new NotSignedIn(`no key is stored for ${baseUrl}; the stored keys are for ${known}`, {
    code: 'other_address',
    // A name that is in use would be replaced together with its key.
    hint: signInFor(baseUrl, all.some(({ name }) => name === DEFAULT_ACCOUNT) ? 'NAME' : undefined),
  });
};

/**
 * What is kept between runs, in files that a crash, a second process or a full disk cannot spoil.
 * Here: the accounts that were signed in to, names and addresses, never a secret.
 */

import { type Path, within } from '../border/path.ts';
import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import type { Host, Tell } from '../system/host.ts';
import { jsonFile, type Versioned } from '../system/json-file.ts';
import { membersOf } from '../system/members.ts';
import { accountNamed } from './chosen-account.ts';

export interface Account {
  readonly name: string;
  /** The address that this account's key is bound to; no trailing slash. */
  readonly base_url: string;
  readonly mcp_url?: string;
  readonly connector_url?: string;
  /** Where the secret is. */
  readonly storage: 'keychain' | 'file';
  readonly kind: 'api_key' | 'access_token';
  /** As the service answered when the key was checked. */
  readonly user_id?: string;
}

/** Where a secret may lie: a keyring, and its name there. */
export interface Stray {
  readonly key: string;
  readonly storage: Account['storage'];
}

export interface Accounts {
  list(): Promise<readonly Account[]>;
  current(): Promise<Account | undefined>;
  find(name: string): Promise<Account | undefined>;
  /** The one of that name, or the current one. Throws a UsageError for a name that does not exist. */
  chosen(name: string | undefined): Promise<Account | undefined>;
  /** Adds or replaces, and makes it the current one; `place` is where its secret lies, which it now speaks for. */
  save(account: Account, place?: Stray): Promise<void>;
  /** Places that were written down because no account spoke for them yet, or does any more. */
  strays(): Promise<readonly Stray[]>;
  /** Writes places down before a secret comes to lie there, or loses the account that speaks for it. */
  expect(...places: readonly Stray[]): Promise<void>;
  /** The secret is gone from there. */
  strike(place: Stray): Promise<void>;
  /** Throws a UsageError where there is no such account. */
  use(name: string): Promise<void>;
  /** False when there is no such account. */
  remove(name: string): Promise<boolean>;
}

const ACCOUNT_NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** The name, or a UsageError. It becomes part of a keychain entry and of file names. */
export const accountName = (name: string): string => {
  // A name of dots alone would be a folder when it stands in a path.
  if (ACCOUNT_NAME.test(name) && !/^\.+$/.test(name)) return name;
  throw new UsageError(`${JSON.stringify(name)} cannot be the name of an account`, {
    code: 'bad_account_name',
    hint: typeable`A name has 1 to 64 letters, digits, dots, underscores or hyphens: --account studio`,
  });
};

/** A record as it stands in the file: members that this version does not know stay. */
type Kept = Account & { readonly [member: string]: unknown };

const KNOWN = ['name', 'base_url', 'mcp_url', 'connector_url', 'storage', 'kind', 'user_id'];

const isAccount = (value: unknown): value is Kept => {
  const it = membersOf(value);
  const text = (member: string, optional = false) =>
    typeof it[member] === 'string' || (optional && it[member] === undefined);
  return (
    text('name') &&
    ACCOUNT_NAME.test(it.name as string) &&
    text('base_url') &&
    ['mcp_url', 'connector_url', 'user_id'].every((member) => text(member, true)) &&
    (it.storage === 'keychain' || it.storage === 'file') &&
    (it.kind === 'api_key' || it.kind === 'access_token')
  );
};

/** Everything in the file's list, understood or not: what is not understood must survive a change. */
const entries = (file: Versioned): readonly unknown[] => (Array.isArray(file.accounts) ? file.accounts : []);

const isStray = (value: unknown): value is Stray => {
  const { key, storage } = membersOf(value);
  return typeof key === 'string' && (storage === 'keychain' || storage === 'file');
};

const straysIn = (file: Versioned): readonly unknown[] => (Array.isArray(file.strays) ? file.strays : []);

const without = (all: readonly unknown[], place: Stray): readonly unknown[] =>
  all.filter((one) => !isStray(one) || one.key !== place.key || one.storage !== place.storage);

const named = (name: string) => (entry: unknown) => isAccount(entry) && entry.name === name;

const withoutKnown = (entry: unknown): object =>
  Object.fromEntries(Object.entries(membersOf(entry)).filter(([member]) => !KNOWN.includes(member)));

/** The accounts in `accounts.json` of that folder. */
export const createAccounts = (folder: Path, host: Host, tell: Tell): Accounts => {
  const file = jsonFile(within(folder, 'accounts.json'), 1, host, tell);
  const list = async () => entries(await file.read()).filter(isAccount);

  const current = async () => {
    const kept = await file.read();
    const found = entries(kept).find(named(typeof kept.current === 'string' ? kept.current : ''));
    return isAccount(found) ? found : undefined;
  };

  return {
    list,
    current,
    chosen: async (name) => (name === undefined ? current() : accountNamed(await list(), name)),
    async find(name) {
      return (await list()).find((account) => account.name === name);
    },
    strays: async () => straysIn(await file.read()).filter(isStray),
    expect: (...places) =>
      file.change((now) => {
        const others = places.reduce(without, straysIn(now));
        return { next: { ...now, strays: [...others, ...places] }, result: undefined };
      }),
    strike: (place) =>
      file.change((now) => {
        const all = straysIn(now);
        const strays = without(all, place);
        return strays.length === all.length
          ? { result: undefined }
          : { next: { ...now, strays }, result: undefined };
      }),
    async save(account, place) {
      accountName(account.name);
      await file.change((now) => {
        const all = entries(now);
        const at = all.findIndex(named(account.name));
        const record = { ...account, ...withoutKnown(all[at]) };
        const accounts = at < 0 ? [...all, record] : all.with(at, record);
        const strays = place && { strays: without(straysIn(now), place) };
        return { next: { ...now, current: account.name, accounts, ...strays }, result: undefined };
      });
    },
    use: (name) =>
      file.change((now) => {
        accountNamed(entries(now).filter(isAccount), name);
        return { next: { ...now, current: name }, result: undefined };
      }),
    remove: (name) =>
      file.change((now) => {
        const all = entries(now);
        const accounts = all.filter((entry) => !named(name)(entry));
        if (accounts.length === all.length) return { result: false };
        // No other account becomes the current one by itself: the next command would speak as somebody else.
        const current = now.current === name ? undefined : now.current;
        return { next: { ...now, current, accounts }, result: true };
      }),
  };
};

/** Stores accounts, without their secrets, in `accounts.json`. */

import { UsageError } from '../platform/errors.ts';
import { shellText } from '../platform/escape/shell.ts';
import { joinPath, type SafePath } from '../platform/files/safe-path.ts';
import type { LineReporter, ProcessInfo } from '../platform/shared-types.ts';
import { openJsonFile, type VersionedJson } from '../platform/system/json-file.ts';
import { readMembers } from '../platform/system/read-json-file.ts';
import { requireAccount } from './find-stored-account.ts';

/** A stored account, as in `accounts.json`. Its secret is in a keyring. */
export interface Account {
  readonly name: string;
  /** The address of the service that gets the key, without a trailing slash. The key is sent to no other service. */
  readonly base_url: string;
  readonly mcp_url?: string;
  readonly connector_url?: string;
  readonly storage: 'keychain' | 'file';
  readonly kind: 'api_key' | 'access_token';
  /** The user id that the service returned when the key was checked. */
  readonly user_id?: string;
}

/** The location of a secret: its keyring, and its name there, for example `default@https://api.example.com`. */
export interface SecretLocation {
  readonly key: string;
  readonly storage: Account['storage'];
}

const ACCOUNT_NAME = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * Returns `name` if it is a valid account name: 1 to 64 letters, digits, `.`, `_` or `-`, and not only dots. Throws a
 * UsageError for any other name.
 */
export const parseAccountName = (name: string): string => {
  // A name of dots only, for example `..`, would be a directory in a path.
  if (ACCOUNT_NAME.test(name) && !/^\.+$/.test(name)) return name;
  throw new UsageError(`${JSON.stringify(name)} is not a valid account name`, {
    code: 'bad_account_name',
    hint: shellText`A name has 1 to 64 letters, digits, dots, underscores or hyphens: --account studio`,
  });
};

/** An account in `accounts.json`. Members that a later version of toile added are preserved. */
type AccountRecord = Account & { readonly [member: string]: unknown };

const ACCOUNT_MEMBERS = ['name', 'base_url', 'mcp_url', 'connector_url', 'storage', 'kind', 'user_id'];

const isAccount = (value: unknown): value is AccountRecord => {
  const members = readMembers(value);
  const hasText = (member: string, isOptional = false) =>
    typeof members[member] === 'string' || (isOptional && members[member] === undefined);
  return (
    hasText('name') &&
    ACCOUNT_NAME.test(members.name as string) &&
    hasText('base_url') &&
    ['mcp_url', 'connector_url', 'user_id'].every((member) => hasText(member, true)) &&
    (members.storage === 'keychain' || members.storage === 'file') &&
    (members.kind === 'api_key' || members.kind === 'access_token')
  );
};

/**
 * Returns all entries of `accounts`, including entries that only a later version of toile can read. They must be kept
 * when the file is changed.
 */
const listAccountEntries = (file: VersionedJson): readonly unknown[] =>
  Array.isArray(file.accounts) ? file.accounts : [];

const isSecretLocation = (value: unknown): value is SecretLocation => {
  const { key, storage } = readMembers(value);
  return typeof key === 'string' && (storage === 'keychain' || storage === 'file');
};

const listStrayEntries = (file: VersionedJson): readonly unknown[] =>
  Array.isArray(file.strays) ? file.strays : [];

const removeLocation = (entries: readonly unknown[], location: SecretLocation): readonly unknown[] =>
  entries.filter(
    (entry) => !isSecretLocation(entry) || entry.key !== location.key || entry.storage !== location.storage,
  );

const hasAccountName = (name: string) => (entry: unknown) => isAccount(entry) && entry.name === name;

const omitKnownMembers = (entry: unknown): object =>
  Object.fromEntries(
    Object.entries(readMembers(entry)).filter(([member]) => !ACCOUNT_MEMBERS.includes(member)),
  );

/**
 * Creates the functions that read and change `accounts.json` in `folder`. `tell` gets a warning if the file cannot be
 * used.
 */
export const createAccountStore = (folder: SafePath, host: ProcessInfo, tell: LineReporter) => {
  const file = openJsonFile(joinPath(folder, 'accounts.json'), 1, host, tell);
  const listAccounts = async () => listAccountEntries(await file.read()).filter(isAccount);

  const readCurrentAccount = async () => {
    const stored = await file.read();
    const account = listAccountEntries(stored).find(
      hasAccountName(typeof stored.current === 'string' ? stored.current : ''),
    );
    return isAccount(account) ? account : undefined;
  };

  return {
    list: listAccounts,
    getCurrent: readCurrentAccount,
    /**
     * Returns the account `name`, or the current account if `name` is undefined. Throws a UsageError for an unknown
     * name.
     */
    resolveAccount: async (name: string | undefined) =>
      name === undefined ? readCurrentAccount() : requireAccount(await listAccounts(), name),
    async find(name: string) {
      return (await listAccounts()).find((account) => account.name === name);
    },
    /**
     * Lists the locations that `recordStraySecrets` recorded. A secret may remain there although no account uses it.
     */
    listStraySecrets: async () => listStrayEntries(await file.read()).filter(isSecretLocation),
    /**
     * Records the locations of secrets before a secret is written or an account is removed. If toile then crashes, the
     * secrets can still be found and deleted.
     */
    recordStraySecrets: (...locations: readonly SecretLocation[]) =>
      file.change((content) => {
        const others = locations.reduce(removeLocation, listStrayEntries(content));
        return { next: { ...content, strays: [...others, ...locations] }, result: undefined };
      }),
    /**
     * Removes `location` from the list of stray secrets (stored secrets that no account uses). Call it after the secret
     * at `location` was deleted.
     */
    removeStraySecret: (location: SecretLocation) =>
      file.change((content) => {
        const entries = listStrayEntries(content);
        const strays = removeLocation(entries, location);
        return strays.length === entries.length
          ? { result: undefined }
          : { next: { ...content, strays }, result: undefined };
      }),
    /**
     * Adds or replaces an account and makes it the current one. The account uses the secret at `location`, so the
     * method removes `location` from the list of stray secrets (secrets that no account uses).
     */
    async save(account: Account, location?: SecretLocation) {
      parseAccountName(account.name);
      await file.change((content) => {
        const entries = listAccountEntries(content);
        const index = entries.findIndex(hasAccountName(account.name));
        const record = { ...account, ...omitKnownMembers(entries[index]) };
        const accounts = index < 0 ? [...entries, record] : entries.with(index, record);
        const strays = location && { strays: removeLocation(listStrayEntries(content), location) };
        return { next: { ...content, current: account.name, accounts, ...strays }, result: undefined };
      });
    },
    /** Makes an account the current one. Throws a UsageError if the account does not exist. */
    setCurrent: (name: string) =>
      file.change((content) => {
        requireAccount(listAccountEntries(content).filter(isAccount), name);
        return { next: { ...content, current: name }, result: undefined };
      }),
    /** Removes an account, but not its secret. Returns false if it does not exist. */
    remove: (name: string) =>
      file.change((content) => {
        const entries = listAccountEntries(content);
        const accounts = entries.filter((entry) => !hasAccountName(name)(entry));
        if (accounts.length === entries.length) return { result: false };
        // If the current account is removed, no other account becomes the current one, because the next command would
        // then run as another user.
        const current = content.current === name ? undefined : content.current;
        return { next: { ...content, current, accounts }, result: true };
      }),
  };
};

/**
 * Reads and changes the stored accounts. Also keeps a list of stray secrets, which may still be stored although no
 * account uses them.
 */
export type AccountStore = ReturnType<typeof createAccountStore>;

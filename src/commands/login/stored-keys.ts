/**
 * Stores and deletes keys in keyrings. toile records the location of a key before it stores the key. It removes this
 * record after it has deleted the key. It can therefore find every key, even after a crash.
 */

import type { Account, SecretLocation } from '../../auth/account-store.ts';
import type { Keyring } from '../../auth/find-credential.ts';
import { Failure } from '../../platform/errors.ts';
import { hintText, nextCommand, type ShellSafe } from '../../platform/escape/shell.ts';
import { appendAll } from '../../platform/lists.ts';
import { createNameCache } from '../../platform/state/name-cache.ts';
import { type CommandContext, reportNote } from '../command-context.ts';

const locateKey = async (account: Account): Promise<SecretLocation> => ({
  key: (await import('../../auth/find-stored-account.ts')).formatSecretName(account),
  storage: account.storage,
});

const isKeyOfAccount = (name: string, { key }: SecretLocation): boolean => key.startsWith(`${name}@`);
const isSameKey = (location: SecretLocation, otherLocation: SecretLocation | undefined): boolean =>
  location.key === otherLocation?.key && location.storage === otherLocation.storage;

/** Returns the service address in the name of a key, for example `https://host` of `studio@https://host`. */
export const readKeyAddress = ({ key }: SecretLocation): string => key.slice(key.indexOf('@') + 1);

/**
 * Returns the locations of stored keys that have the account name `name` but are not used by any account. Such stray
 * keys remain after an unfinished sign-in or a failed deletion. If `account` is given, its own key is left out.
 */
export const listStrayKeys = async (
  deps: CommandContext,
  name: string,
  account: Account | undefined,
): Promise<SecretLocation[]> => {
  const own = account && (await locateKey(account));
  return (await (await deps.accounts()).listStraySecrets()).filter(
    (location) => isKeyOfAccount(name, location) && !isSameKey(location, own),
  );
};

/** Returns the account name and the address of the service for each recorded key that no account uses. */
export const listAllStrayKeys = async (
  deps: CommandContext,
): Promise<{ account: string; base_url: string }[]> => {
  const accounts = await deps.accounts();
  const [all, strays] = [await accounts.list(), await accounts.listStraySecrets()];
  const places = await Promise.all(all.map((account) => locateKey(account)));
  return strays
    .filter((location) => !places.some((place) => isSameKey(location, place)))
    .map((location) => ({ account: location.key.split('@')[0] ?? '', base_url: readKeyAddress(location) }));
};

/**
 * Returns the locations of all keys of an account name, which are searched in the keychain and in the key file. If the
 * keychain or key file cannot be read, it is skipped with a note. If there is no keychain, it is skipped without a
 * note.
 */
export const searchKeyrings = async (deps: CommandContext, name: string): Promise<SecretLocation[]> => {
  const found: SecretLocation[] = [];
  for (const storage of ['keychain', 'file'] as const) {
    try {
      const names = await (await deps.openKeyring(storage)).listNames();
      appendAll(
        found,
        names.map((key) => ({ key, storage })).filter((location) => isKeyOfAccount(name, location)),
      );
    } catch (error) {
      deps.signal.throwIfAborted();
      const { message, code } = deps.explainError(error);
      if (code !== 'keychain_absent') reportNote(deps, message);
    }
  }
  return found;
};

/** The result of deleting a key. */
export interface ForgottenKey {
  readonly place: string;
  readonly wasFound: boolean;
  /** True if the OAuth tokens of the key were revoked; undefined if there are none. */
  readonly wasRevoked: boolean | undefined;
}

/**
 * Revokes the OAuth tokens of a key and deletes the key from its keyring. Also removes the key from the list of stray
 * secrets (secrets that no account uses).
 */
export const forgetKey = async (
  deps: CommandContext,
  { key, storage }: SecretLocation,
): Promise<ForgottenKey> => {
  const keyring = await deps.openKeyring(storage);
  const secret = await keyring.get(key);
  const wasRevoked =
    secret === undefined
      ? undefined
      : await (await import('../../auth/oauth/authorize-in-browser.ts')).revokeStoredTokens(deps, secret);
  const wasFound = await keyring.delete(key);
  await (await deps.accounts()).removeStraySecret({ key, storage });
  return { place: keyring.place, wasFound, wasRevoked };
};

/**
 * Deletes an account and its key. Before the key is deleted, its OAuth tokens are revoked. Also deletes the design ids
 * and names of the account that are stored for shell completion.
 */
export const forgetAccount = async (deps: CommandContext, account: Account): Promise<ForgottenKey> => {
  const location = await locateKey(account);
  const forgotten = await forgetKey(deps, location);
  await (await deps.accounts()).remove(account.name);
  const { cache } = await deps.storage.resolveFolders();
  await createNameCache(cache, location.key, deps.storage.processInfo).clear();
  return forgotten;
};

/**
 * Throws a Failure if the keychain is missing or cannot be read. Called before the user types a key. If the keychain is
 * missing, the error suggests `insecureCommand`, the command that stores the key in a file.
 */
export const requireKeychain = async (
  deps: CommandContext,
  account: string,
  insecureCommand: ShellSafe,
): Promise<void> => {
  try {
    await (await deps.openKeyring('keychain')).get(account);
  } catch (error) {
    const { code, message } = deps.explainError(error);
    if (code !== 'keychain_absent') throw error;
    const hint = hintText`${nextCommand`${insecureCommand}`} keeps the key in a file that only you can read; or set TOILE_API_KEY`;
    throw new Failure(message, { code, hint, cause: error });
  }
};

/**
 * Stores an account and its key, makes the account the current one, and returns the keyring. If the account had a key
 * for another address or in another keyring, deletes this earlier key.
 */
export const storeKey = async (deps: CommandContext, account: Account, secret: string): Promise<Keyring> => {
  const accounts = await deps.accounts();
  const own = await locateKey(account);
  const formerAccount = await accounts.find(account.name);
  await accounts.recordStraySecrets(
    own,
    ...(formerAccount === undefined ? [] : [await locateKey(formerAccount)]),
  );
  const keyring = await deps.openKeyring(account.storage);
  try {
    await keyring.set(own.key, secret);
  } catch (error) {
    // Without a keychain the key was not stored, so the record of its location is removed.
    if (deps.explainError(error).code === 'keychain_absent') await accounts.removeStraySecret(own);
    throw error;
  }
  await accounts.save(account, own);
  for (const stray of await listStrayKeys(deps, account.name, account)) {
    // If an old key cannot be deleted, the record of its location stays, and `logout` tries again to delete the key.
    await forgetKey(deps, stray).catch(() => deps.signal.throwIfAborted());
  }
  return keyring;
};

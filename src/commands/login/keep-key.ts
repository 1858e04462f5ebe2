/**
 * A key into its keyring and out again, so that whenever the program is killed every key that was put somewhere is
 * written down: its place stands beside the accounts before the key is there, until the key is gone.
 */

import type { Account, Stray } from '../../account/accounts.ts';
import type { Keyring } from '../../account/sign-in.ts';
import { advice, type Typeable, toType } from '../../border/shell.ts';
import { Failure } from '../../errors.ts';
import type { Base, SigningIn } from '../facets.ts';

const placeOf = async (deps: Base & SigningIn, account: Account): Promise<Stray> => ({
  key: await deps.keyName(account),
  storage: account.storage,
});

const isOf = (name: string, { key }: Stray): boolean => key.startsWith(`${name}@`);
const isSame = (one: Stray, other: Stray | undefined): boolean =>
  one.key === other?.key && one.storage === other.storage;

/** The address in the name of a key. */
export const addressIn = ({ key }: Stray): string => key.slice(key.indexOf('@') + 1);

/** Keys that were written down for a name and that no account speaks for. */
export const straysOf = async (
  deps: Base & SigningIn,
  name: string,
  account: Account | undefined,
): Promise<Stray[]> => {
  const own = account && (await placeOf(deps, account));
  return (await (await deps.accounts()).strays()).filter((one) => isOf(name, one) && !isSame(one, own));
};

/** The same for everybody: name and address. */
export const allStrays = async (deps: Base & SigningIn): Promise<{ account: string; base_url: string }[]> => {
  const accounts = await deps.accounts();
  const [all, strays] = [await accounts.list(), await accounts.strays()];
  const places = await Promise.all(all.map((account) => placeOf(deps, account)));
  return strays
    .filter((one) => !places.some((place) => isSame(one, place)))
    .map((one) => ({ account: one.key.split('@')[0] ?? '', base_url: addressIn(one) }));
};

/** What the keyrings themselves hold for a name of which nothing is written down, as far as they can be read. */
export const searched = async (deps: Base & SigningIn, name: string): Promise<Stray[]> => {
  const found: Stray[] = [];
  for (const storage of ['keychain', 'file'] as const) {
    try {
      const names = await (await deps.keyring(storage)).names();
      found.push(...names.map((key) => ({ key, storage })).filter((one) => isOf(name, one)));
    } catch (error) {
      deps.signal.throwIfAborted();
      const { message, code } = deps.explained(error);
      if (code !== 'keychain_absent') deps.tell({ kind: 'note', text: message });
    }
  }
  return found;
};

export interface Forgotten {
  readonly place: string;
  /** False where there was nothing any more. */
  readonly held: boolean;
  /** Whether who issued it was told; undefined where there is nobody to tell. */
  readonly told: boolean | undefined;
}

/** Takes a key out of its keyring, after telling whoever issued it. */
export const forgetKey = async (deps: Base & SigningIn, { key, storage }: Stray): Promise<Forgotten> => {
  const keyring = await deps.keyring(storage);
  const secret = await keyring.get(key);
  const told = secret === undefined ? undefined : await deps.revoke(secret);
  const held = await keyring.delete(key);
  await (await deps.accounts()).strike({ key, storage });
  return { place: keyring.place, held, told };
};

/** Forgets the place of an account, whose key is looked for by its name and address. */
export const forgetAccount = async (deps: Base & SigningIn, account: Account): Promise<Forgotten> => {
  const forgotten = await forgetKey(deps, await placeOf(deps, account));
  await (await deps.accounts()).remove(account.name);
  await deps.forgetNames(account);
  return forgotten;
};

/** Fails where no keychain could keep a key, before somebody has typed one; `again` is what would keep it in a file. */
export const expectKeychain = async (
  deps: Base & SigningIn,
  account: string,
  again: Typeable,
): Promise<void> => {
  try {
    await (await deps.keyring('keychain')).get(account);
  } catch (error) {
    const { code, message } = deps.explained(error);
    if (code !== 'keychain_absent') throw error;
    const hint = advice`${toType`${again}`} keeps the key in a file that only you can read; or set TOILE_API_KEY`;
    throw new Failure(message, { code, hint, cause: error });
  }
};

/** Keeps a key for an account, and takes away the one that it had at another address or in another keyring. */
export const keepKey = async (deps: Base & SigningIn, account: Account, secret: string): Promise<Keyring> => {
  const accounts = await deps.accounts();
  const own = await placeOf(deps, account);
  const former = await accounts.find(account.name);
  await accounts.expect(own, ...(former === undefined ? [] : [await placeOf(deps, former)]));
  const keyring = await deps.keyring(account.storage);
  try {
    await keyring.set(own.key, secret);
  } catch (error) {
    // Where there is no keychain nothing has come to lie there.
    if (deps.explained(error).code === 'keychain_absent') await accounts.strike(own);
    throw error;
  }
  await accounts.save(account, own);
  for (const stray of await straysOf(deps, account.name, account)) {
    // It stays written down, and `logout` tries again.
    await forgetKey(deps, stray).catch(() => deps.signal.throwIfAborted());
  }
  return keyring;
};

/** Decides which address requests go to and which account sends them. */

import type { AccountChoice } from '../../auth/account-choice.ts';
import type { Account } from '../../auth/account-store.ts';
import type { Keyring, SignIn } from '../../auth/sign-in.ts';
import type { FlagValues } from '../../commands/argument-spec.ts';
import type { ServiceTarget } from '../../commands/context-types.ts';
import { NotSignedIn } from '../../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord } from '../../platform/escape/shell.ts';
import { cacheResult } from './cache-result.ts';
import type { ContextInput } from './context-input.ts';
import { type EmbeddedSandbox, startEmbeddedSandbox } from './embedded-sandbox.ts';
import { isPlainHttpAllowed, parseServiceAddress, resolveServiceAddress } from './service-address.ts';
import type { StorageContext } from './storage.ts';

/**
 * The address, the account and the credential of one run. Each is resolved when first used, and then
 * cached.
 */
export interface Identity {
  /** True with `--sandbox` or `--sandbox-from`. */
  readonly isSandbox: boolean;
  /** The value of `--account`. */
  readonly accountFlag: string | undefined;
  /** Opens the sandbox that runs inside this process. */
  openSandbox(): Promise<EmbeddedSandbox>;
  resolveAccount(): Promise<AccountChoice>;
  findAccount(): Promise<Account | undefined>;
  /** Returns the address and the account. Throws NotSignedIn when no address is known. */
  target(): Promise<ServiceTarget>;
  readSignIn(): Promise<SignIn>;
  readCaller(): Promise<{ readonly origin: string; readonly credential: string }>;
  /** Returns the credential in use; undefined when nothing has read one. */
  getKnownSignIn(): SignIn | undefined;
  clearCache(): void;
}

const readTextFlag = (flags: FlagValues, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * Creates the identity of one run. `unwrap` returns a keyring that yields the access token of a browser
 * sign-in instead of the whole stored secret.
 */
export const createIdentity = (
  { system, globalFlags, report }: ContextInput,
  kept: StorageContext,
  unwrap: (raw: Keyring) => Keyring,
): Identity => {
  const { env } = system;
  const from = readTextFlag(globalFlags, 'sandbox-from');
  const sandboxed = globalFlags.sandbox === true || from !== undefined;
  const accountFlag = readTextFlag(globalFlags, 'account');
  const world = cacheResult(() =>
    startEmbeddedSandbox(system, kept, from, (text) => report({ kind: 'note', text })),
  );
  let signedIn: SignIn | undefined;

  const chosenAccount = async () =>
    (await import('../../auth/account-choice.ts')).resolveAccountChoice(accountFlag, env);
  const account = cacheResult(async (): Promise<Account | undefined> => {
    const { requestedName } = await chosenAccount();
    return (await kept.accounts()).resolveAccount(requestedName);
  });

  const target = cacheResult(async (): Promise<ServiceTarget> => {
    if (sandboxed) {
      const { baseUrl } = await world();
      return { baseUrl, account: accountFlag, sandbox: true };
    }
    const { baseUrl, own } = await resolveServiceAddress(globalFlags, env, account);
    if (baseUrl === undefined) {
      // After a logout from the current account no account is current, even when others are signed in.
      const [other, ...more] = await (await kept.accounts()).list();
      if (other !== undefined) {
        const names = [other, ...more].map(({ name }) => name).join(', ');
        throw new NotSignedIn(`no account is the current one; signed in: ${names}`, {
          code: 'no_address',
          hint: hintText`${nextCommand`toile accounts use ${quoteShellWord(other.name)}`}, or --account NAME`,
        });
      }
      throw new NotSignedIn('no service address configured', {
        code: 'no_address',
        hint: hintText`${nextCommand`toile login`}, or set TOILE_BASE_URL; without a key: toile --sandbox ...`,
      });
    }
    return {
      baseUrl: parseServiceAddress(baseUrl, isPlainHttpAllowed(env)),
      account: own?.name,
      sandbox: false,
    };
  });

  const signIn = cacheResult(async (): Promise<SignIn> => {
    const { baseUrl } = await target();
    signedIn = sandboxed
      ? await (await world()).signIn(accountFlag)
      : await kept.findCredential(baseUrl, accountFlag, unwrap);
    return signedIn;
  });

  return {
    isSandbox: sandboxed,
    accountFlag,
    openSandbox: world,
    resolveAccount: chosenAccount,
    findAccount: account,
    target,
    readSignIn: signIn,
    readCaller: async () => {
      const [{ baseUrl }, { credential }] = await Promise.all([target(), signIn()]);
      return { origin: new URL(baseUrl).origin, credential };
    },
    getKnownSignIn: () => signedIn,
    clearCache: () => {
      for (const known of [account, target, signIn]) known.forget();
    },
  };
};

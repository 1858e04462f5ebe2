/** Decides which address requests go to and which account sends them. */

import { NotSignedIn, UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord, shellText } from '../platform/escape/shell.ts';
import { isLoopback } from '../platform/network/host-names.ts';
import { cacheResult } from '../platform/promises.ts';
import type { EnvVariables, GlobalFlags } from '../platform/shared-types.ts';
import type { RunSettings } from '../platform/system/host-system.ts';
import { isSwitchedOn } from '../platform/typed-words.ts';
import type { Account } from './account-store.ts';
import type { CredentialStorage } from './credential-storage.ts';
import type { Keyring, SignIn } from './find-credential.ts';
import type { AccountChoice } from './find-stored-account.ts';

/** Returns the unchecked values of `--base-url` and TOILE_BASE_URL. Throws a UsageError if the flag is empty. */
export const readAddressOptions = (
  globalFlags: GlobalFlags,
  env: EnvVariables,
): { flag: string | undefined; variable: string | undefined } => {
  const flag = globalFlags['base-url'];
  if (flag === '') throw new UsageError('--base-url is empty');
  return {
    flag: typeof flag === 'string' ? flag : undefined,
    variable: env.TOILE_BASE_URL || undefined,
  };
};

/**
 * Returns the address of the service, or undefined if it is unknown, and the account if one was looked up. The address
 * is not checked; `parseServiceAddress` checks it. The first of these that gives an address is used: `--base-url`, the
 * account in `--account`, TOILE_BASE_URL, the account in TOILE_ACCOUNT, the current account. Throws a UsageError if
 * `--base-url` is empty.
 */
export const resolveServiceAddress = async (
  globalFlags: GlobalFlags,
  env: EnvVariables,
  findAccount: () => Promise<Account | undefined>,
): Promise<{ baseUrl: string | undefined; account: Account | undefined }> => {
  const { flag, variable } = readAddressOptions(globalFlags, env);
  const isAccountUsed = flag === undefined && (Boolean(globalFlags.account) || variable === undefined);
  const account = isAccountUsed ? await findAccount() : undefined;
  return { baseUrl: flag ?? account?.base_url ?? variable, account };
};

/**
 * Returns an http or https address without its trailing slash. Throws a UsageError for any other text, and for an
 * address with a user, password, query or fragment. An http address of another machine is allowed only if
 * TOILE_INSECURE_HTTP is on.
 */
export const parseServiceAddress = (address: string, env: EnvVariables): string => {
  const rejectAddress = (why: string): never => {
    throw new UsageError(`the service address ${why}`, {
      code: 'bad_address',
      hint: shellText`for example https://api.example.com`,
    });
  };
  if (!URL.canParse(address)) return rejectAddress('is not a URL');
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return rejectAddress(`must begin with https://, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    return rejectAddress('must not contain a user name or password');
  if (url.search !== '' || url.hash !== '') return rejectAddress('must not contain a query or fragment');
  if (url.protocol === 'http:' && !isSwitchedOn(env.TOILE_INSECURE_HTTP) && !isLoopback(url.hostname)) {
    throw new UsageError(`${url.origin} is plain http: the key would be sent unencrypted`, {
      code: 'insecure_http',
      hint: shellText`use https, or set TOILE_INSECURE_HTTP=1 on a trusted network`,
    });
  }
  return url.href.replace(/\/+$/, '');
};

interface ServiceTarget {
  readonly baseUrl: string;
  readonly account: string | undefined;
  readonly sandbox: boolean;
}

/** The address and the sample keys of the sandbox that runs inside this process. */
export interface SandboxIdentity {
  readonly baseUrl: string;
  /** Returns the sandbox key with this name, for example `read-only`. Without a name it returns the first key. */
  signIn(name: string | undefined): Promise<SignIn>;
}

/** The address, the account and the credential of one run. Each is resolved on first use and then cached. */
export interface Identity {
  readonly isSandbox: boolean;
  readonly accountFlag: string | undefined;
  resolveAccount(): Promise<AccountChoice>;
  /** Returns the requested stored account, or else the current one, if any. Throws a UsageError for an unknown name. */
  findAccount(): Promise<Account | undefined>;
  /** Returns the address of the service and the account of the user. Throws NotSignedIn if no address is known. */
  target(): Promise<ServiceTarget>;
  /** Returns the credential. Throws NotSignedIn if there is none. */
  readSignIn(): Promise<SignIn>;
  /** Returns the credential, and the origin of the service address. Together they identify the caller. */
  readCaller(): Promise<{ readonly origin: string; readonly credential: string }>;
  /** Returns the credential if it was already read, otherwise undefined. */
  getKnownSignIn(): SignIn | undefined;
  clearIdentity(): void;
}

const readTextFlag = (flags: GlobalFlags, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * Creates the identity of one run: its address, account and credential. For a browser sign-in, a keyring stores several
 * tokens as one secret. `unwrap` returns a keyring that gives only the access token from this secret.
 */
export const createIdentity = (
  { system, globalFlags }: RunSettings,
  credentials: CredentialStorage,
  openSandbox: () => Promise<SandboxIdentity>,
  unwrap: (raw: Keyring) => Keyring,
): Identity => {
  const { env } = system;
  const isSandbox = globalFlags.sandbox === true || readTextFlag(globalFlags, 'sandbox-from') !== undefined;
  const accountFlag = readTextFlag(globalFlags, 'account');
  let knownSignIn: SignIn | undefined;

  const resolveAccount = async () =>
    (await import('./find-stored-account.ts')).resolveAccountChoice(accountFlag, env);
  const findAccount = cacheResult(async (): Promise<Account | undefined> => {
    const { requestedName } = await resolveAccount();
    return (await credentials.accounts()).resolveAccount(requestedName);
  });

  const resolveTarget = cacheResult(async (): Promise<ServiceTarget> => {
    if (isSandbox) {
      const { baseUrl } = await openSandbox();
      return { baseUrl, account: accountFlag, sandbox: true };
    }
    const { baseUrl, account } = await resolveServiceAddress(globalFlags, env, findAccount);
    if (baseUrl === undefined) {
      // There is no current account, for example after a logout. If accounts are stored, the error message lists them.
      const [first, ...others] = await (await credentials.accounts()).list();
      if (first !== undefined) {
        const names = [first, ...others].map(({ name }) => name).join(', ');
        throw new NotSignedIn(`no current account; stored accounts: ${names}`, {
          code: 'no_address',
          hint: hintText`${nextCommand`toile accounts use ${quoteShellWord(first.name)}`}, or --account NAME`,
        });
      }
      throw new NotSignedIn('no service address configured', {
        code: 'no_address',
        hint: hintText`sign in: ${nextCommand`toile login`} --base-url URL; or try toile without a key: toile --sandbox ...`,
      });
    }
    return {
      baseUrl: parseServiceAddress(baseUrl, env),
      account: account?.name,
      sandbox: false,
    };
  });

  const readSignIn = cacheResult(async (): Promise<SignIn> => {
    const { baseUrl } = await resolveTarget();
    knownSignIn = isSandbox
      ? await (await openSandbox()).signIn(accountFlag)
      : await credentials.findCredential(baseUrl, accountFlag, unwrap);
    return knownSignIn;
  });

  return {
    isSandbox,
    accountFlag,
    resolveAccount,
    findAccount,
    target: resolveTarget,
    readSignIn,
    readCaller: async () => {
      const [{ baseUrl }, { credential }] = await Promise.all([resolveTarget(), readSignIn()]);
      return { origin: new URL(baseUrl).origin, credential };
    },
    getKnownSignIn: () => knownSignIn,
    clearIdentity: () => {
      for (const cached of [findAccount, resolveTarget, readSignIn]) cached.forget();
    },
  };
};

/** Finds the credential for a request: in the environment, a file, the output of a command, or a stored account. */

import { NotSignedIn, ToileError, UsageError } from '../platform/errors.ts';
import {
  hintText,
  nextCommand,
  quoteShellWord,
  type ShellSafe,
  shellText,
} from '../platform/escape/shell.ts';
import type { SIGN_IN_VARIABLES } from '../platform/redactor.ts';
import type { EnvVariables } from '../platform/shared-types.ts';
import {
  findStoredAccount,
  formatSecretName,
  formatSignInCommand,
  resolveAccountChoice,
  type StoredAccount,
  type StoredAccountReader,
} from './find-stored-account.ts';

/** A credential with its kind and source, for example the variable TOILE_API_KEY. */
export interface SignIn {
  readonly credential: string;
  readonly kind: CredentialKind;
  readonly source: 'environment' | 'file' | 'command' | 'keychain' | 'insecure-file' | 'sandbox';
  /**
   * The place from which the credential comes, as messages name it: `TOILE_API_KEY`, a path, or `keychain, account
   * default`.
   */
  readonly place: string;
  /**
   * The names of the sources that also have a credential but are not used, because the source in `place` takes
   * precedence.
   */
  readonly shadows: readonly string[];
  /**
   * The command that signs in again if the service refuses the credential. It is undefined if the credential comes from
   * a variable, file or command.
   */
  readonly signInCommand?: ShellSafe;
}

/** A store of secrets: the OS keychain or a file. Secrets have names, for example `default@https://api.example.com`. */
export interface Keyring {
  readonly storage: 'keychain' | 'file';
  /** The name of the keyring for messages: `the OS keychain`, or the path of the file. */
  readonly place: string;
  /** Returns the secret; undefined if there is none. Throws a Failure if the keyring cannot be read. */
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** Deletes the secret with this name. Returns false if the keyring has no such secret. */
  delete(name: string): Promise<boolean>;
  listNames(): Promise<readonly string[]>;
}

type CredentialKind = 'api_key' | 'access_token';

interface ParsedCredential {
  readonly credential: string;
  readonly kind: CredentialKind;
}

const API_KEY_PREFIX = 'svc_sk_';
/** The maximum length of a credential, because servers refuse longer headers. */
const MAX_CREDENTIAL_LENGTH = 8192;

const findCredentialFault = (text: string): string | undefined => {
  if (text === '') return 'is empty';
  if (text.trim() === '') return 'contains only white space';
  if (text.length > MAX_CREDENTIAL_LENGTH) return `is longer than ${MAX_CREDENTIAL_LENGTH} characters`;
  if (/^bearer\s/i.test(text)) return 'starts with the word Bearer; leave this word out';
  if (/^(["'`]).*\1$/s.test(text)) return 'is in quotation marks';
  if (/[\r\n]/.test(text)) return 'contains a line break';
  if (/\s/.test(text)) return 'contains white space';
  if (/[^\x21-\x7e]/.test(text)) return 'contains characters that are not ASCII';
  return text === API_KEY_PREFIX ? `ends right after ${API_KEY_PREFIX}` : undefined;
};

const stripLineEnds = (text: string): string => text.replace(/^\ufeff/, '').replace(/[\r\n]+$/, '');

// An access token has no fixed form, so any text that is not a key may be an access token.
const detectCredentialKind = (credential: string): CredentialKind =>
  credential.startsWith(API_KEY_PREFIX) ? 'api_key' : 'access_token';

const buildErrorArguments = (fault: string, place: string) =>
  [
    `${place} ${fault}`,
    {
      code: 'bad_credential',
      hint: shellText`Enter the key exactly as the service showed it; it starts with ${quoteShellWord(API_KEY_PREFIX)}`,
    },
  ] as const;

/**
 * Removes line ends at the end of a text and returns the credential in it. `place` names the source of the text in
 * errors. Throws NotSignedIn if the text cannot be a credential, or if its kind is not `requiredKind`. The error
 * message never contains the text.
 */
export const parseCredential = (text: string, place: string, requiredKind?: 'api_key'): ParsedCredential => {
  const credential = stripLineEnds(text);
  const fault = findCredentialFault(credential);
  if (fault !== undefined) throw new NotSignedIn(...buildErrorArguments(fault, place));
  const kind = detectCredentialKind(credential);
  if (requiredKind === undefined || kind === requiredKind) return { credential, kind };
  throw new NotSignedIn(`${place} contains no API key: a key starts with ${quoteShellWord(API_KEY_PREFIX)}`, {
    code: 'bad_credential',
    hint: shellText`If it is an access token, set it in TOILE_ACCESS_TOKEN instead.`,
  });
};

/**
 * Returns the credential that a user typed or piped to `toile login`, without line ends after it. Throws a UsageError
 * if the text cannot be a credential. The error message never contains the text.
 */
export const parseTypedCredential = (text: string): ParsedCredential => {
  const credential = stripLineEnds(text);
  const fault = findCredentialFault(credential);
  if (fault !== undefined) throw new UsageError(...buildErrorArguments(fault, 'the key'));
  return { credential, kind: detectCredentialKind(credential) };
};

/** The arguments of `findCredential`: the sources to search, and the address that the credential is for. */
export interface CredentialSearch {
  readonly env: EnvVariables;
  /**
   * The value of `--account`. If it is given, variables with a credential, such as TOILE_API_KEY, are ignored. The
   * variable TOILE_ACCOUNT also names an account, but a variable with a credential takes precedence over it.
   */
  readonly account: string | undefined;
  readonly baseUrl: string;
  readonly accounts: StoredAccountReader;
  openKeyring(storage: StoredAccount['storage']): Promise<Keyring>;
  readFile(path: string): Promise<string>;
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
    ...parseCredential(await runCommand(line), 'the output of TOILE_KEY_COMMAND'),
    source: 'command',
    // The command in TOILE_KEY_COMMAND may contain a secret, so only the name of the variable is shown.
    place: 'TOILE_KEY_COMMAND',
  }),
};

const formatStorage = (stored: StoredAccount): string =>
  `${stored.storage === 'keychain' ? 'keychain' : 'credentials file'}, account ${stored.name}`;

const readKeyringCredential = async (
  stored: StoredAccount,
  search: CredentialSearch,
): Promise<FoundCredential> => {
  const keyring = await search.openKeyring(stored.storage);
  const secret = await keyring.get(formatSecretName(stored));
  if (secret === undefined) {
    throw new NotSignedIn(`${keyring.place} has no key for account ${stored.name} (${stored.base_url})`, {
      code: 'key_missing',
      hint:
        stored.connector_url === undefined
          ? hintText`Sign in again: ${nextCommand`toile login --account ${quoteShellWord(stored.name)} --base-url ${quoteShellWord(stored.base_url)}`}`
          : hintText`Sign in again: ${nextCommand`${formatSignInCommand(stored.name, true)}`}`,
    });
  }
  return {
    ...parseCredential(secret, `the entry of ${keyring.place} for account ${stored.name}`),
    source: stored.storage === 'keychain' ? 'keychain' : 'insecure-file',
    place: formatStorage(stored),
    signInCommand: formatSignInCommand(stored.name, stored.connector_url !== undefined),
  };
};

/**
 * Returns the stored account; undefined if finding it fails with a ToileError. Such an error does not matter if an
 * environment variable has the credential.
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
 * Finds the credential for an address: in the first environment variable that is set, for example TOILE_API_KEY, or
 * else in a stored account. With `account`, only that account is used. In the result, `shadows` names the other sources
 * that have a credential. Throws NotSignedIn if there is no credential, or if the environment variable is set to an
 * empty text.
 */
export const findCredential = async (search: CredentialSearch): Promise<SignIn> => {
  const { env, account, baseUrl, accounts } = search;
  const { requestedName, variables, activeVariable } = resolveAccountChoice(account, env);
  const findStored = () => findStoredAccount(requestedName, baseUrl, accounts);

  if (activeVariable !== undefined) {
    const found = await VARIABLE_READERS[activeVariable](env[activeVariable] ?? '', search);
    const shadowed = await ignoreToileErrors(findStored());
    return { ...found, shadows: [...variables.slice(1), ...(shadowed ? [formatStorage(shadowed)] : [])] };
  }

  const storedAccount = await findStored();
  if (storedAccount !== undefined)
    return { ...(await readKeyringCredential(storedAccount, search)), shadows: variables };
  throw new NotSignedIn('you are not signed in', {
    hint: hintText`Run ${nextCommand`toile login`}, or set TOILE_API_KEY; to try toile without a key, add --sandbox`,
  });
};

import { ToileError, UsageError } from '../../platform/errors.ts';
import { quoteShellWord, shellText } from '../../platform/escape/shell.ts';
import { statSync } from '../../platform/files/safe-fs.ts';
import { markSystemPath, resolveUserPath } from '../../platform/files/safe-path.ts';
import { readSecretFile } from '../../platform/files/secret-file.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';
import { loadTrustedRoots } from '../http/choose-fetch.ts';
import { isStoreId } from './key-names.ts';

/** The parsed value of TOILE_SHARED: address, credentials and database of the server, and the id of the store. */
export interface EngineAddress {
  readonly endpoint: { readonly path: string } | { readonly host: string; readonly port: number };
  readonly tls: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The id of the order store, which `toile shared init` prints. */
  readonly store: string | undefined;
  /** The address without user, password and store id, for messages. */
  readonly displayAddress: string;
}

const TLS_BY_SCHEME: Readonly<Record<string, boolean>> = {
  'redis:': false,
  'valkey:': false,
  'rediss:': true,
  'valkeys:': true,
};
const DEFAULT_PORT = 6379;

/** Creates the error for an invalid TOILE_SHARED. The value is not quoted, because it may contain a password. */
const createAddressError = (why: string): UsageError =>
  new UsageError(`TOILE_SHARED ${why}`, {
    code: 'bad_shared',
    hint: shellText`for example rediss://user@engine.example.com:6379 or unix:/run/valkey.sock, with the password in TOILE_SHARED_PASSWORD`,
  });

const decodePart = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    throw createAddressError('contains an invalid percent escape');
  }
};

const parseDatabase = (text: string): number => {
  if (!/^\d{0,4}$/.test(text)) throw createAddressError('is wrong: the database must be a number');
  return Number(text);
};

const readStoreId = (hash: string): string | undefined => {
  if (hash === '') return undefined;
  if (!isStoreId(hash)) throw createAddressError('has an id after # that toile shared init did not print');
  return hash;
};

/**
 * Parses the value of TOILE_SHARED, for example `rediss://user@host:6379/0#…` or `unix:/run/valkey.sock`. Throws a
 * UsageError for an invalid address. Also throws one if there are two passwords: in the address and in `password`.
 */
export const parseEngineAddress = (setting: string, password: string | undefined): EngineAddress => {
  // An address such as `unix:user@/path` has a user but no host, so the URL parser rejects it. Therefore the address of
  // a socket gets the host name `socket`.
  const urlText = setting.replace(/^unix:(?:\/\/)?([^/@?#]*@)?(?=\/[^/?#])/i, 'unix://$1socket');
  const isSocket = urlText !== setting;
  if (!URL.canParse(urlText)) throw createAddressError('is not an address');
  const url = new URL(urlText);
  const { protocol, hostname, port, pathname, search, hash } = url;
  const tls = isSocket ? false : TLS_BY_SCHEME[protocol];
  if (tls === undefined) throw createAddressError('must begin with redis://, rediss:// or unix:/');
  if (hostname === '') throw createAddressError('names no host');
  if (search !== '' && !(isSocket && search.startsWith('?db=')))
    throw createAddressError('must not contain a query');
  const urlPassword = decodePart(url.password);
  if (urlPassword !== undefined && password !== undefined) {
    throw createAddressError('contains a password, and TOILE_SHARED_PASSWORD or its file has one too');
  }
  const path = decodePart(pathname) ?? '';
  const host = decodePart(hostname.replace(/^\[(.*)\]$/, '$1')) ?? '';
  return {
    endpoint: isSocket ? { path } : { host, port: port === '' ? DEFAULT_PORT : Number(port) },
    tls,
    user: decodePart(url.username),
    password: urlPassword ?? password,
    database: parseDatabase(isSocket ? search.slice('?db='.length) : pathname.slice(1)),
    store: readStoreId(hash.slice(1)),
    displayAddress: isSocket ? `unix:${path}` : `${protocol}//${hostname}:${port || DEFAULT_PORT}`,
  };
};

/** Returns `setting`, a value of TOILE_SHARED, without its password and with the store id replaced by `store`. */
export const replaceStoreId = (setting: string, store: string): string => {
  const [withoutId = ''] = setting.split('#');
  return `${withoutId.replace(/^(\w+:(?:\/\/)?[^:@/]*):[^@/]*@/, '$1@')}#${store}`;
};

const readEnginePassword = async ({ env, platform, signal, io }: HostSystem): Promise<string | undefined> => {
  const [envPassword, file] = [env.TOILE_SHARED_PASSWORD, env.TOILE_SHARED_PASSWORD_FILE];
  if (!file) return envPassword || undefined;
  if (envPassword) {
    throw new UsageError('TOILE_SHARED_PASSWORD and TOILE_SHARED_PASSWORD_FILE are both set', {
      code: 'bad_shared',
      hint: shellText`unset one of them`,
    });
  }
  const text = await readSecretFile(resolveUserPath(platform.cwd, file), file, signal).catch(
    (error: unknown) => {
      if (!(error instanceof ToileError) || error.exit !== 4) throw error;
      throw new UsageError('the file of TOILE_SHARED_PASSWORD_FILE cannot be read or contains no password', {
        code: 'bad_shared',
        hint: shellText`check it: ls -l ${quoteShellWord(file)}`,
        cause: error,
      });
    },
  );
  const password = text.trim();
  io.secrets.addSecret(password);
  return password || undefined;
};

const isThisMachine = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

/**
 * Throws a UsageError if the password would cross a network unencrypted, or if the socket belongs to another user.
 * TOILE_SHARED_INSECURE=1 allows both.
 */
const assertConfidential = (
  { endpoint, tls, password }: EngineAddress,
  { env, platform }: HostSystem,
): void => {
  if (env.TOILE_SHARED_INSECURE === '1') return;
  const hint = shellText`to allow it: set TOILE_SHARED_INSECURE=1`;
  if ('host' in endpoint) {
    if (tls || password === undefined || isThisMachine(endpoint.host)) return;
    throw new UsageError('TOILE_SHARED would send its password unencrypted: use rediss://', {
      code: 'bad_shared',
      hint,
    });
  }
  const owner = statSync(markSystemPath(endpoint.path))?.uid;
  if (owner === undefined || platform.uid === undefined || owner === 0 || owner === platform.uid) return;
  throw new UsageError(`the socket of TOILE_SHARED belongs to another user (uid ${owner})`, {
    code: 'bad_shared',
    hint,
  });
};

/**
 * Parses the value of TOILE_SHARED, reads its password (which is then redacted from all output), and for TLS loads the
 * certificates of TOILE_CA_FILE. Throws a UsageError for an invalid or unsafe address.
 */
export const readEngineAccess = async (
  system: HostSystem,
  setting: string,
): Promise<{ readonly address: EngineAddress; readonly ca: readonly string[] | undefined }> => {
  const { env, platform } = system;
  const address = parseEngineAddress(setting, await readEnginePassword(system));
  assertConfidential(address, system);
  if (address.password !== undefined) system.io.secrets.addSecret(address.password);
  const ca =
    address.tls && env.TOILE_CA_FILE
      ? await loadTrustedRoots(resolveUserPath(platform.cwd, env.TOILE_CA_FILE), env.NODE_EXTRA_CA_CERTS)
      : undefined;
  return { address, ca };
};

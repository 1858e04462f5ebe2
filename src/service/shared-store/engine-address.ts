import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { isStoreFragment } from './key-names.ts';

/** The address and credentials of the server. */
export interface EngineAddress {
  readonly at: { readonly path: string } | { readonly host: string; readonly port: number };
  readonly tls: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The store id that `toile shared init` printed; undefined if the address has none. */
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

/**
 * Creates the error for a wrong TOILE_SHARED. Its value is not quoted, since it may contain a password.
 */
const createAddressError = (why: string): UsageError =>
  new UsageError(`TOILE_SHARED ${why}`, {
    code: 'bad_shared',
    hint: shellText`it looks like rediss://user@engine.example.com:6379 or unix:/run/valkey.sock, with the password in TOILE_SHARED_PASSWORD`,
  });

const decodePart = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    throw createAddressError('has a broken percent sign in it');
  }
};

const parseDatabase = (text: string): number => {
  if (!/^\d{0,4}$/.test(text)) throw createAddressError('is wrong: the database must be a number');
  return Number(text);
};

const readStoreId = (hash: string): string | undefined => {
  if (hash === '') return undefined;
  if (!isStoreFragment(hash))
    throw createAddressError('has an id behind # that toile shared init did not print');
  return hash;
};

/** Parses TOILE_SHARED. `password` comes from the environment or a file. Throws a UsageError. */
export const parseEngineAddress = (written: string, password: string | undefined): EngineAddress => {
  // URL requires a host after a user; the address of a socket has none.
  const withHost = written.replace(/^unix:(?:\/\/)?([^/@?#]*@)?(?=\/[^/?#])/i, 'unix://$1socket');
  const isSocket = withHost !== written;
  if (!URL.canParse(withHost)) throw createAddressError('is not an address');
  const url = new URL(withHost);
  const { protocol, hostname, port, pathname, search, hash } = url;
  const tls = isSocket ? false : TLS_BY_SCHEME[protocol];
  if (tls === undefined) throw createAddressError('must begin with redis://, rediss:// or unix:/');
  if (hostname === '') throw createAddressError('names no host');
  if (search !== '' && !(isSocket && search.startsWith('?db=')))
    throw createAddressError('must not hold a query');
  const typed = decodePart(url.password);
  if (typed !== undefined && password !== undefined) {
    throw createAddressError('has a password in it, and TOILE_SHARED_PASSWORD or its file names another');
  }
  const path = decodePart(pathname) ?? '';
  const host = decodePart(hostname.replace(/^\[(.*)\]$/, '$1')) ?? '';
  return {
    at: isSocket ? { path } : { host, port: port === '' ? DEFAULT_PORT : Number(port) },
    tls,
    user: decodePart(url.username),
    password: typed ?? password,
    database: parseDatabase(isSocket ? search.slice('?db='.length) : pathname.slice(1)),
    store: readStoreId(hash.slice(1)),
    displayAddress: isSocket ? `unix:${path}` : `${protocol}//${hostname}:${port || DEFAULT_PORT}`,
  };
};

/** Returns TOILE_SHARED with another store id and without its password. */
export const setStoreId = (written: string, store: string): string => {
  const [bare = ''] = written.split('#');
  return `${bare.replace(/^(\w+:(?:\/\/)?[^:@/]*):[^@/]*@/, '$1@')}#${store}`;
};

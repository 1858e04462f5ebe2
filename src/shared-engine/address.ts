import { typeable } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { isStoreFragment } from './names.ts';

/** Where the engine is, and as whom it is asked. */
export interface EngineAddress {
  readonly at: { readonly path: string } | { readonly host: string; readonly port: number };
  readonly tls: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: number;
  /** The store's id, as `toile shared init` printed it; undefined where the address has none. */
  readonly store: string | undefined;
  /** Fit to be shown: no user, no password, no store id. */
  readonly shown: string;
}

const SCHEMES: Readonly<Record<string, boolean>> = {
  'redis:': false,
  'valkey:': false,
  'rediss:': true,
  'valkeys:': true,
};
const PORT = 6379;

/** What was written holds a password, so no word of it is said again. */
const wrong = (why: string): UsageError =>
  new UsageError(`TOILE_SHARED ${why}`, {
    code: 'bad_shared',
    hint: typeable`it looks like rediss://user@engine.example.com:6379 or unix:/run/valkey.sock, with the password in TOILE_SHARED_PASSWORD`,
  });

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text) || undefined;
  } catch {
    throw wrong('has a broken percent sign in it');
  }
};

const numbered = (text: string): number => {
  if (!/^\d{0,4}$/.test(text)) throw wrong('names a database that is no number');
  return Number(text);
};

const storeIn = (hash: string): string | undefined => {
  if (hash === '') return undefined;
  if (!isStoreFragment(hash)) throw wrong('has an id behind # that toile shared init did not print');
  return hash;
};

const overSocket = (
  written: string,
): Omit<EngineAddress, 'password'> & { readonly typed: string | undefined } => {
  const [, user = '', typed = '', path = '', query = '', hash = ''] =
    /^unix:(?:\/\/)?(?:([^:@/]*)(?::([^@/]*))?@)?(\/(?!\/)[^?#]+)(?:\?db=([^#]*))?(?:#(.*))?$/.exec(
      written,
    ) ?? [];
  if (path === '') throw wrong('names no socket');
  const place = decoded(path) ?? '';
  return {
    at: { path: place },
    tls: false,
    user: decoded(user),
    typed: decoded(typed),
    database: numbered(query),
    store: storeIn(hash),
    shown: `unix:${place}`,
  };
};

const overNetwork = (
  written: string,
): Omit<EngineAddress, 'password'> & { readonly typed: string | undefined } => {
  if (!URL.canParse(written)) throw wrong('is not an address');
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(written);
  const tls = SCHEMES[protocol];
  if (tls === undefined) throw wrong('must begin with redis://, rediss:// or unix:');
  if (hostname === '') throw wrong('names no host');
  if (search !== '') throw wrong('must not hold a query');
  const at = {
    host: decoded(hostname.replace(/^\[(.*)\]$/, '$1')) ?? '',
    port: port === '' ? PORT : Number(port),
  };
  return {
    at,
    tls,
    user: decoded(username),
    typed: decoded(password),
    database: numbered(pathname.replace(/^\//, '')),
    store: storeIn(hash.slice(1)),
    shown: `${protocol}//${hostname}:${at.port}`,
  };
};

/** Reads TOILE_SHARED. `password` is what the environment or a file says beside it. Throws a UsageError. */
export const engineAddress = (written: string, password: string | undefined): EngineAddress => {
  const { typed, ...rest } = /^unix:/i.test(written) ? overSocket(written) : overNetwork(written);
  if (typed !== undefined && password !== undefined) {
    throw wrong('has a password in it, and TOILE_SHARED_PASSWORD or its file names another');
  }
  return { ...rest, password: typed ?? password };
};

/** TOILE_SHARED with another store id, and without a password: that stays where it is. */
export const addressWithStore = (written: string, store: string): string => {
  const [bare = ''] = written.split('#');
  return `${bare.replace(/^(\w+:(?:\/\/)?[^:@/]*):[^@/]*@/, '$1@')}#${store}`;
};

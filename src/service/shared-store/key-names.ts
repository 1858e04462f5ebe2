import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];

/** Encrypts a text for one field. It can be decrypted only with the key and only for the same field. */
export const encryptText = (text: string, key: Uint8Array, place: string): string => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
};

/** Decrypts a text; undefined if it was not encrypted for that field. */
export const decryptText = (text: string, key: Uint8Array, place: string): string | undefined => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < IV + TAG) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(IV, IV + TAG)).setAAD(Buffer.from(place));
    return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** Key names of the request ledger of one caller. */
export interface LedgerNames {
  /** The keys: slots, common state, machines, and processes that wait for several slots. */
  readonly ledger: readonly [places: string, state: string, machines: string, waiting: string];
  /** Returns a digest of the word that only this caller can compute. */
  digest(word: string): string;
}

const createDigest =
  (secret: string, scope: string) =>
  (word: string): string =>
    createHmac('sha256', secret).update(`${scope}\n${word}`).digest('hex').slice(0, 24);

/**
 * Creates key names that only the credential can produce: a reader of the server learns neither the
 * credential nor the address. The braces keep all keys on one node of a cluster.
 */
export const createLedgerNames = (origin: string, credential: string): LedgerNames => {
  const digest = createDigest(credential, `toile ${origin}`);
  const name = (what: string): string => `toile:{${digest('name')}}:${what}`;
  return { ledger: [name('places'), name('state'), name('machines'), name('waiting')], digest };
};

/** The store id after `#` in TOILE_SHARED: a secret that encrypts the orders, and the id of this store. */
const STORE_FRAGMENT = /^([0-9a-f]{32})-([0-9a-f]{16})$/;

export const isStoreFragment = (text: string): boolean => STORE_FRAGMENT.test(text);

/** Creates a store id. The secret of an earlier one is reused, so that its orders stay readable. */
export const createStoreFragment = (earlier: string | undefined): string => {
  const [, secret = randomBytes(16).toString('hex')] = STORE_FRAGMENT.exec(earlier ?? '') ?? [];
  return `${secret}-${randomBytes(8).toString('hex')}`;
};

/**
 * Key names and keys of a store. The store name is fixed, so that a database has one store and an old id is
 * detected.
 */
export interface StoreNames {
  readonly store: string;
  readonly holders: string;
  /** The id as saved in the store. The fragment cannot be derived from it. */
  readonly id: string;
  readonly seal: Uint8Array;
  /** Returns the field of a caller's order for a design; also the end of its key. */
  field(origin: string, userId: string, design: string): string;
  digest(word: string): string;
}

/** Derives the key names from a store id. */
export const createStoreNames = (fragment: string): StoreNames => {
  const [, secret = '', id = ''] = STORE_FRAGMENT.exec(fragment) ?? [];
  const digest = createDigest(secret, 'toile store');
  return {
    store: 'toile:{store}',
    holders: 'toile:{store}:holders',
    id: digest(`id ${id}`),
    seal: new Uint8Array(hkdfSync('sha256', secret, 'toile', 'toile purchases', 32)),
    field: (origin, userId, design) => `d:${digest(`${origin}\n${userId}\n${design.toLowerCase()}`)}`,
    digest,
  };
};

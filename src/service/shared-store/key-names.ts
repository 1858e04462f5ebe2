import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];

/** Encrypts a text for the field `place`, as Base64. It can be decrypted only with this key and this field. */
export const encryptText = (text: string, key: Uint8Array, place: string): string => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
};

/** Decrypts a text of `encryptText`. Returns undefined if it was not encrypted with this key for the field `place`. */
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

/** The key names of one request ledger, which belongs to a service and a credential. */
export interface LedgerNames {
  /** The keys: slots, common state, machines, and processes that wait for several slots. */
  readonly ledger: readonly [places: string, state: string, machines: string, waiting: string];
  /** Returns a digest of the word that only the owner of the credential can compute. */
  digest(word: string): string;
}

const createDigest =
  (secret: string, scope: string) =>
  (word: string): string =>
    createHmac('sha256', secret).update(`${scope}\n${word}`).digest('hex').slice(0, 24);

/**
 * Creates the key names of a request ledger. They are digests, so a reader of the server learns neither the credential
 * nor the address of the service. The braces keep all keys on one node of a cluster.
 */
export const createLedgerNames = (origin: string, credential: string): LedgerNames => {
  const digest = createDigest(credential, `toile ${origin}`);
  const name = (what: string): string => `toile:{${digest('name')}}:${what}`;
  return { ledger: [name('places'), name('state'), name('machines'), name('waiting')], digest };
};

/** The store id after `#` in TOILE_SHARED: a secret that encrypts the orders, a hyphen, and the id of this store. */
const STORE_FRAGMENT = /^([0-9a-f]{32})-([0-9a-f]{16})$/;

/** Returns true for a text in the form of a store id. */
export const isStoreFragment = (text: string): boolean => STORE_FRAGMENT.test(text);

/** Creates a store id for TOILE_SHARED. The secret of the earlier id is reused, so that its orders stay readable. */
export const createStoreFragment = (earlier: string | undefined): string => {
  const [, secret = randomBytes(16).toString('hex')] = STORE_FRAGMENT.exec(earlier ?? '') ?? [];
  return `${secret}-${randomBytes(8).toString('hex')}`;
};

/**
 * The key names of the order store, and the keys that encrypt it. The key `store` is the same for all ids, so that a
 * database has one store and an old id is detected.
 */
export interface StoreNames {
  readonly store: string;
  readonly holders: string;
  /** The digest of the id that is saved in the store. The store id cannot be derived from it. */
  readonly id: string;
  /** The key that encrypts the orders. */
  readonly seal: Uint8Array;
  /** Returns the field for the orders of a user for a design. It is also the end of their key. */
  field(origin: string, userId: string, design: string): string;
  /** Returns a digest of the word that only the owner of the store id can compute. */
  digest(word: string): string;
}

/** Derives the key names and the encryption key from a valid store id. */
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

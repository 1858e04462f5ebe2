import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const [IV, TAG] = [12, 16];

/**
 * Encrypts a text with a `key` of 32 bytes and returns it as Base64. `field` is the name under which the store holds
 * the text. `decryptText` needs the same `field`, so a text that was moved to another name cannot be decrypted.
 */
export const encryptText = (text: string, key: Uint8Array, field: string): string => {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(field));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
};

/**
 * Decrypts a text that `encryptText` returned. Returns undefined if the key or `field` differs, or if the text was
 * changed.
 */
export const decryptText = (text: string, key: Uint8Array, field: string): string | undefined => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < IV + TAG) return undefined;
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(IV, IV + TAG)).setAAD(Buffer.from(field));
    return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** The key names of a request ledger on the server. Each service and credential has its own ledger. */
export interface LedgerNames {
  /**
   * The names of the four Redis keys of a ledger. They hold the slots, the state of the rate limit, the machines, and
   * the processes with bulk work that waits for slots.
   */
  readonly ledger: readonly [places: string, state: string, machines: string, waiting: string];
  /**
   * Returns a digest of `word` that is computed with the credential of the user as the key. The server does not have
   * this credential, so it cannot test which word the digest stands for.
   */
  digest(word: string): string;
}

const createDigest =
  (secret: string, scope: string) =>
  (word: string): string =>
    createHmac('sha256', secret).update(`${scope}\n${word}`).digest('hex').slice(0, 24);

/**
 * Creates the key names of a request ledger. They are digests, so that the server does not learn the credential and the
 * address of the service. The braces in the names keep all keys on one node of a Redis cluster.
 */
export const createLedgerNames = (origin: string, credential: string): LedgerNames => {
  const digest = createDigest(credential, `toile ${origin}`);
  const name = (suffix: string): string => `toile:{${digest('name')}}:${suffix}`;
  return { ledger: [name('places'), name('state'), name('machines'), name('waiting')], digest };
};

/**
 * A store id, as it follows `#` in TOILE_SHARED: the secret from which the encryption key of the orders is derived, and
 * a random id.
 */
const STORE_ID = /^([0-9a-f]{32})-([0-9a-f]{16})$/;

/** Returns true for a store id: 32 hexadecimal digits, a hyphen and 16 hexadecimal digits. */
export const isStoreId = (text: string): boolean => STORE_ID.test(text);

/**
 * Creates a new store id, which contains a secret for the encryption of orders. If `previousId` is given, its secret is
 * used again, so that earlier orders stay readable.
 */
export const createStoreId = (previousId: string | undefined): string => {
  const [, secret = randomBytes(16).toString('hex')] = STORE_ID.exec(previousId ?? '') ?? [];
  return `${secret}-${randomBytes(8).toString('hex')}`;
};

/**
 * The names of the keys of the order store in the database, and the key with which the orders are encrypted. A database
 * can have only one order store, because the name `store` is always the same.
 */
export interface StoreNames {
  readonly store: string;
  readonly holders: string;
  /** A digest of the id of the store. The store holds this digest and not the id, because the id contains a secret. */
  readonly id: string;
  readonly encryptionKey: Uint8Array;
  /**
   * Returns a short name for the orders of a user for a design, for example `d:3f0c…`. The database key of these orders
   * ends with it. The hash `store` has a digest of the orders under the same name.
   */
  field(origin: string, userId: string, design: string): string;
  /**
   * Returns a digest of `word`, computed with the secret in the store id. Without the store id, it cannot be computed.
   */
  digest(word: string): string;
}

/**
 * Derives the key names and the encryption key from a store id. The caller must check the store id with `isStoreId`
 * first.
 */
export const createStoreNames = (storeId: string): StoreNames => {
  const [, secret = '', id = ''] = STORE_ID.exec(storeId) ?? [];
  const digest = createDigest(secret, 'toile store');
  return {
    store: 'toile:{store}',
    holders: 'toile:{store}:holders',
    id: digest(`id ${id}`),
    encryptionKey: new Uint8Array(hkdfSync('sha256', secret, 'toile', 'toile purchases', 32)),
    field: (origin, userId, design) => `d:${digest(`${origin}\n${userId}\n${design.toLowerCase()}`)}`,
    digest,
  };
};

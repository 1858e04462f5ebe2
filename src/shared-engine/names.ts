import { createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Key names of the ledger of one caller. */
export interface LedgerNames {
  /** Places, what holds for all of them, machines, those who wait for a bulk of places. */
  readonly ledger: readonly [places: string, state: string, machines: string, waiting: string];
  /** A word of this caller, in a form that others cannot read. */
  digest(word: string): string;
}

const digestBy =
  (secret: string, scope: string) =>
  (word: string): string =>
    createHmac('sha256', secret).update(`${scope}\n${word}`).digest('hex').slice(0, 24);

/**
 * Digests that only the key makes: a reader of the engine learns neither the key nor the address. The braces keep all
 * of it on one node of a cluster.
 */
export const namesFor = (origin: string, credential: string): LedgerNames => {
  const digest = digestBy(credential, `toile ${origin}`);
  const name = (what: string): string => `toile:{${digest('name')}}:${what}`;
  return { ledger: [name('places'), name('state'), name('machines'), name('waiting')], digest };
};

/** A store's id as TOILE_SHARED has it behind `#`: a secret, which seals the requests, and the id of this store. */
const FRAGMENT = /^([0-9a-f]{32})-([0-9a-f]{16})$/;

export const isStoreFragment = (text: string): boolean => FRAGMENT.test(text);

/** A fragment with a new id. The secret of an earlier one is kept, so that its requests can still be read. */
export const createStoreFragment = (earlier: string | undefined): string => {
  const [, secret = randomBytes(16).toString('hex')] = FRAGMENT.exec(earlier ?? '') ?? [];
  return `${secret}-${randomBytes(8).toString('hex')}`;
};

/** Names and keys of a store. No database has more than one: its name is fixed, so that an old id is found out. */
export interface StoreNames {
  readonly store: string;
  readonly holders: string;
  /** The id as the store has it; the fragment cannot be made from it. */
  readonly id: string;
  readonly seal: Uint8Array;
  /** The field of a caller's request for a design, and, behind the store's name, its key. */
  field(origin: string, userId: string, design: string): string;
  digest(word: string): string;
}

export const storeNames = (fragment: string): StoreNames => {
  const [, secret = '', id = ''] = FRAGMENT.exec(fragment) ?? [];
  const digest = digestBy(secret, 'toile store');
  return {
    store: 'toile:{store}',
    holders: 'toile:{store}:holders',
    id: digest(`id ${id}`),
    seal: new Uint8Array(hkdfSync('sha256', secret, 'toile', 'toile purchases', 32)),
    field: (origin, userId, design) => `d:${digest(`${origin}\n${userId}\n${design.toLowerCase()}`)}`,
    digest,
  };
};

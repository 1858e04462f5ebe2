import { createHmac, hkdfSync } from 'node:crypto';

/** What a caller's things are called on the engine, and what they are sealed with. */
export interface Names {
  /** Of the ledger: places, what holds for all of them, machines, those who wait for a bulk of places. */
  readonly ledger: readonly [places: string, state: string, machines: string, waiting: string];
  /** Of the purchases: the book, and who is at a request. */
  readonly journal: readonly [book: string, holders: string];
  /** Any word of this caller's as nobody else can read it. */
  digest(word: string): string;
  /** For what is kept in the book. */
  readonly seal: Uint8Array;
}

/**
 * Digests that only the key makes: who reads the engine learns neither the key nor the address, and who has another
 * key finds nothing. The braces keep all of it on one node of a cluster.
 */
export const namesFor = (origin: string, credential: string): Names => {
  const digest = (word: string): string =>
    createHmac('sha256', credential).update(`toile ${origin}\n${word}`).digest('hex').slice(0, 24);
  const name = (what: string): string => `toile:{${digest('name')}}:${what}`;
  return {
    ledger: [name('places'), name('state'), name('machines'), name('waiting')],
    journal: [name('book'), name('holders')],
    digest,
    seal: new Uint8Array(hkdfSync('sha256', credential, origin, 'toile purchases', 32)),
  };
};

/** What the program and its keychain child say to each other: one JSON line each way, over pipes. */
import type { Trouble } from './keychain-errors.ts';

/** Keychains find an entry by service and account; a space in here breaks some of them. */
export const SERVICE = 'toile';

/** The hidden word that makes the program answer one request and end. */
export const KEYCHAIN_WORD = '__keychain';

export type Request =
  | { readonly op: 'get' | 'delete'; readonly name: string }
  | { readonly op: 'set'; readonly name: string; readonly secret: string }
  | { readonly op: 'names' };

export type Reply =
  | {
      readonly ok: true;
      readonly secret?: string;
      readonly deleted?: boolean;
      readonly names?: readonly string[];
    }
  | { readonly ok: false; readonly trouble: Trouble; readonly detail: string };

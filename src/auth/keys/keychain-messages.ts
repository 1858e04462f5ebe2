/**
 * The messages between the program and its keychain process: one JSON line in each direction, over pipes.
 */
import type { KeychainErrorKind } from './keychain-errors.ts';

/** The service name of all keychain entries. A space in it breaks some keychains. */
export const KEYCHAIN_SERVICE = 'toile';

/** The hidden command that makes the program answer one keychain request. */
export const KEYCHAIN_COMMAND = '__keychain';

/** A request to the keychain process. */
export type KeychainRequest =
  | { readonly op: 'get' | 'delete'; readonly name: string }
  | { readonly op: 'set'; readonly name: string; readonly secret: string }
  | { readonly op: 'names' };

/** The reply of the keychain process. */
export type KeychainReply =
  | {
      readonly ok: true;
      readonly secret?: string;
      readonly deleted?: boolean;
      readonly names?: readonly string[];
    }
  | { readonly ok: false; readonly trouble: KeychainErrorKind; readonly detail: string };

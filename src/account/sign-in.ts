/** Where a credential comes from: environment, file, command, keychain. */
import type { Typeable } from '../border/shell.ts';
import type { Kind } from './credential.ts';

/** How a credential was found. */
export interface SignIn {
  readonly credential: string;
  readonly kind: Kind;
  readonly source: 'environment' | 'file' | 'command' | 'keychain' | 'insecure-file' | 'sandbox';
  /** In words for people: `TOILE_API_KEY`, a path, `keychain, account default`. Never the secret. */
  readonly place: string;
  /** Other places that hold a credential and were not used, in words. */
  readonly shadows: readonly string[];
  /** What to type where it is not accepted; undefined where another has to be put into its place. */
  readonly again?: Typeable;
}

/** A place that keeps secrets by name. Names are `<account>@<base address>`. */
export interface Keyring {
  /** `keychain` or `file`. */
  readonly storage: 'keychain' | 'file';
  /** In words for people: `the OS keychain`, or the path of the file. */
  readonly place: string;
  /** Undefined when it holds nothing under that name. Throws a Failure that says absent, locked or denied. */
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** False when there was nothing. */
  delete(name: string): Promise<boolean>;
  /** All names that it holds something under. */
  names(): Promise<readonly string[]>;
}

/** Types of credentials and their sources. */
import type { ShellSafe } from '../platform/escape/shell.ts';
import type { CredentialKind } from './credential.ts';

/** A credential and its source. */
export interface SignIn {
  readonly credential: string;
  readonly kind: CredentialKind;
  readonly source: 'environment' | 'file' | 'command' | 'keychain' | 'insecure-file' | 'sandbox';
  /** The source for display: `TOILE_API_KEY`, a path, or `keychain, account default`. Never the secret. */
  readonly place: string;
  /** Other sources that hold a credential and are not used, for display. */
  readonly shadows: readonly string[];
  /**
   * The command to type when the credential is not accepted. Undefined when its source has to be changed.
   */
  readonly signInCommand?: ShellSafe;
}

/** Stores secrets by name. Names have the form `<account>@<base address>`. */
export interface Keyring {
  /** `keychain` or `file`. */
  readonly storage: 'keychain' | 'file';
  /** The place for display: `the OS keychain`, or the path of the file. */
  readonly place: string;
  /**
   * Returns the secret; undefined when there is none. Throws a Failure that says absent, locked or denied.
   */
  get(name: string): Promise<string | undefined>;
  set(name: string, secret: string): Promise<void>;
  /** Deletes the secret. Returns false when there is none. */
  delete(name: string): Promise<boolean>;
  /** Lists the names of all secrets. */
  listNames(): Promise<readonly string[]>;
}

/** The accounts that were signed in to: names and addresses, never a secret. */

export interface Account {
  readonly name: string;
  /** The address that this account's key is bound to; no trailing slash. */
  readonly base_url: string;
  readonly mcp_url?: string;
  readonly connector_url?: string;
  /** Where the secret is. */
  readonly storage: 'keychain' | 'file';
  readonly kind: 'api_key' | 'access_token';
  /** As the service answered when the key was checked. */
  readonly user_id?: string;
}

export interface Accounts {
  list(): Promise<readonly Account[]>;
  current(): Promise<Account | undefined>;
  find(name: string): Promise<Account | undefined>;
  /** Adds or replaces, and makes it the current one. */
  save(account: Account): Promise<void>;
  /** False when there is no such account. */
  use(name: string): Promise<boolean>;
  /** False when there is no such account. */
  remove(name: string): Promise<boolean>;
}

import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/** How a sign-in goes out to a person and comes back. */
export interface Door {
  /** Where the person is sent back to. */
  readonly redirectUrl: string;
  /** Nobody guesses it; it ties what comes back to what was sent. */
  readonly state: string;
  /** Shows the address to the person, and gives what they came back with. */
  visit(address: URL): Promise<URLSearchParams>;
}

/** A program that the server knows beforehand; `client_id` may be the address of a document about it. */
export interface KnownClient {
  readonly client_id: string;
  readonly client_secret?: string;
}

/** What one sign-in collects. The library asks and tells it while it goes through the protocol. */
export class SignInProvider implements OAuthClientProvider {
  readonly door: Door;
  readonly known: KnownClient | undefined;
  readonly clientMetadataUrl?: string;
  discovered: OAuthDiscoveryState | undefined;
  held: StoredOAuthTokens | undefined;
  client: StoredOAuthClientInformation | undefined;
  resource: URL | undefined;
  #verifier = '';
  #address: URL | undefined;
  readonly #clients = new Map<string, StoredOAuthClientInformation>();
  #fresh: OAuthDiscoveryState | undefined;

  constructor(door: Door, known?: KnownClient) {
    this.door = door;
    const isDocument = known !== undefined && /^https:\/\/[^/]+\/./.test(known.client_id);
    this.known = isDocument ? undefined : known;
    if (isDocument) this.clientMetadataUrl = known.client_id;
  }

  get redirectUrl(): string {
    return this.door.redirectUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    const methods = this.discovered?.authorizationServerMetadata?.token_endpoint_auth_methods_supported;
    // A program on somebody's machine keeps no secret; servers that insist on one get to choose how it is sent.
    const isPublic = methods === undefined || methods.includes('none');
    return {
      client_name: 'toile',
      redirect_uris: [this.door.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
      ...(isPublic && { token_endpoint_auth_method: 'none' }),
    };
  }

  state(): string {
    return this.door.state;
  }

  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    const issuer = context?.issuer;
    if (this.known !== undefined) {
      this.client = { ...this.known, ...(issuer !== undefined && { issuer }) };
      return this.client;
    }
    // What one server issued is never shown to another.
    return issuer === undefined ? this.client : this.#clients.get(issuer);
  }

  saveClientInformation(client: StoredOAuthClientInformation, context?: OAuthClientInformationContext): void {
    this.client = client;
    this.#clients.set(context?.issuer ?? '', client);
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.held;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.held = tokens;
    // The next time the server may send people elsewhere.
    this.#fresh = undefined;
  }

  redirectToAuthorization(address: URL): void {
    this.#address = address;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveResourceUrl(resource: string | URL): void {
    this.resource = new URL(resource);
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
    this.#fresh = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#fresh;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'tokens') this.held = undefined;
    if (scope === 'all' || scope === 'client') this.#clients.clear();
    if (scope === 'all' || scope === 'verifier') this.#verifier = '';
    if (scope === 'all' || scope === 'discovery') this.#fresh = undefined;
  }

  /** Sends the person there, once; undefined where nobody has to be sent anywhere. */
  async visited(): Promise<URLSearchParams | undefined> {
    const address = this.#address;
    this.#address = undefined;
    return address && this.door.visit(address);
  }
}

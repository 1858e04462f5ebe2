import { LOOPBACK_HOSTS } from '../http/loopback.ts';
import type { SandboxState } from '../state/sandbox-state.ts';

/** A program that may sign people in. All clients are public: none has a secret. */
export interface OAuthClient {
  readonly id: string;
  readonly name: string;
  readonly redirects: readonly string[];
}

/**
 * Clients that need no registration. The id of the second is the address of its metadata document; the
 * sandbox uses no network, so it has the contents of that document here.
 */
export const PRESET_CLIENTS: readonly OAuthClient[] = [
  {
    id: 'sandbox-client',
    name: 'Sample program',
    redirects: ['http://127.0.0.1/callback', 'http://[::1]/callback', 'http://localhost/callback'],
  },
  {
    id: 'https://assistant.example/client-metadata.json',
    name: 'Sample assistant',
    redirects: [
      'http://127.0.0.1/callback',
      'http://localhost/callback',
      'https://assistant.example/callback',
    ],
  },
];

/** Finds a preset or registered client; undefined for an unknown id. */
export const findOAuthClient = (state: SandboxState, id: string | undefined): OAuthClient | undefined => {
  return (
    PRESET_CLIENTS.find((client) => client.id === id) ??
    (id === undefined ? undefined : state.clients.get(id))
  );
};

/**
 * Returns true for an address that a redirect may lead to: https, this machine, or the custom scheme of an
 * installed program.
 */
export const isAllowedRedirect = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username } = new URL(address);
  if (hash !== '' || username !== '') return false;
  if (protocol === 'http:') return LOOPBACK_HOSTS.has(hostname);
  return protocol === 'https:' || !/^(javascript|data|file|blob|vbscript|about|ws|wss|ftp):$/.test(protocol);
};

/**
 * Returns true for a registered redirect address. On this machine any port is accepted (RFC 8252, 7.3).
 */
export const isRegisteredRedirect = ({ redirects }: OAuthClient, address: string): boolean => {
  if (redirects.includes(address)) return true;
  const port = stripLoopbackPort(address);
  return port !== undefined && redirects.some((known) => stripLoopbackPort(known) === port);
};

/** Returns an http address of this machine without its port; undefined for any other address. */
const stripLoopbackPort = (address: string): string | undefined => {
  if (!isAllowedRedirect(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:') return undefined;
  url.port = '';
  return url.href;
};

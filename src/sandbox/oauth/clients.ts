import { HERE } from '../http/loopback.ts';
import type { State } from '../world/state.ts';

/** A program that may sign people in. All are public: none keeps a secret. */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly redirects: readonly string[];
}

/**
 * Known beforehand. The second names itself by the address of a document about it; this sandbox reaches no network,
 * so it holds the documents that it knows.
 */
export const KNOWN_CLIENTS: readonly Client[] = [
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

export const clientOf = (state: State, id: string | undefined): Client | undefined => {
  return (
    KNOWN_CLIENTS.find((client) => client.id === id) ?? (id === undefined ? undefined : state.clients.get(id))
  );
};

/** Whether somebody may be sent there at all: https, this machine, or the scheme of an installed program. */
export const mayRedirect = (address: string): boolean => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, hash, username } = new URL(address);
  if (hash !== '' || username !== '') return false;
  if (protocol === 'http:') return HERE.has(hostname);
  return protocol === 'https:' || !/^(javascript|data|file|blob|vbscript|about|ws|wss|ftp):$/.test(protocol);
};

/** A registered address, to the letter; only the port of this machine is anybody's (RFC 8252, 7.3). */
export const isRegistered = ({ redirects }: Client, address: string): boolean => {
  if (redirects.includes(address)) return true;
  const port = withoutPort(address);
  return port !== undefined && redirects.some((known) => withoutPort(known) === port);
};

const withoutPort = (address: string): string | undefined => {
  if (!mayRedirect(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:') return undefined;
  url.port = '';
  return url.href;
};

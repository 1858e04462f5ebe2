/** Connects to the tool server of the service, and caches its protocol version and tool list between runs. */

import type { Account } from '../../auth/account-store.ts';
import type { CredentialStorage } from '../../auth/credential-storage.ts';
import type { SignIn } from '../../auth/find-credential.ts';
import { type Identity, parseServiceAddress } from '../../auth/identity.ts';
import type { ServiceRequests } from '../../auth/service-requests.ts';
import { NotSignedIn } from '../../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord } from '../../platform/escape/shell.ts';
import { joinPath, type SafePath } from '../../platform/files/safe-path.ts';
import type { ProcessInfo } from '../../platform/shared-types.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import type { RunSettings } from '../../platform/system/host-system.ts';
import { openJsonFile } from '../../platform/system/json-file.ts';
import { readMembers } from '../../platform/system/read-json-file.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';
import {
  createToolServerClient,
  type KnownToolServer,
  type ToolServerClient,
  type ToolServerSettings,
} from './tool-server-client.ts';

interface ToolServerContext
  extends RunSettings,
    Pick<Identity, 'target' | 'readSignIn'>,
    Pick<ServiceRequests, 'openServiceFetch' | 'openPaidFetch' | 'unwrapKeyring'> {
  readonly storage: LocalStorage;
  readonly credentials: CredentialStorage;
  readonly identity: Identity;
}

/**
 * The number of milliseconds for which a cache entry is valid. The time is short, because a server may start to support
 * a newer protocol version.
 */
const CACHE_LIFE_MS = 24 * 60 * 60 * 1000;
const MAX_SERVERS = 20;

/** The maximum length of a tool list that is cached, in characters. */
const MAX_LIST_LENGTH = 200_000;

interface CachedToolServer extends KnownToolServer {
  readonly at: number;
}

const isCachedList = (value: unknown): boolean =>
  value === undefined || typeof readMembers(value).value === 'string';

const isCachedToolServer = (value: unknown): value is CachedToolServer => {
  const { at, found, tools } = readMembers(value);
  return Number.isFinite(at) && typeof found === 'object' && isCachedList(tools);
};

/**
 * Returns what the cache may store about a server: its protocol version and its tool list. A tool list that is too long
 * or contains a secret is left out. Returns undefined if the protocol version contains a secret.
 */
const selectCacheable = (
  { found, tools }: KnownToolServer,
  redact: ProcessInfo['redact'],
): KnownToolServer | undefined => {
  const isClean = (text: string): boolean => redact(text) === text;
  if (!isClean(JSON.stringify(found))) return undefined;
  // The tool list is checked for secrets here, before it is saved as a JSON string in the file `tool-servers.json`. In
  // the file, escaped characters could hide a secret from a later check.
  const text = tools?.value ?? '';
  return text.length > MAX_LIST_LENGTH || !isClean(text) ? { found } : { found, tools };
};

/**
 * Creates the cache of the protocol version and tool list of a server, in the file `tool-servers.json`. The key of an
 * entry is a digest of the address and the credential.
 */
const createToolServerCache = (
  folder: SafePath,
  host: ProcessInfo,
  url: string,
  credential: string,
): ToolServerSettings['serverCache'] => {
  const file = openJsonFile(joinPath(folder, 'tool-servers.json'), 1, host, () => undefined);
  const key = computeSha256(`${url}\n${credential}`).slice(0, 32);
  return {
    async read() {
      const cached = readMembers((await file.read()).servers)[key];
      return isCachedToolServer(cached) && host.now() - cached.at < CACHE_LIFE_MS
        ? { found: cached.found, tools: cached.tools }
        : undefined;
    },
    // An error in writing the cache is ignored. Its only effect is that the next run sends one more request.
    write: (server) =>
      file
        .change((content) => {
          const { [key]: _, ...others } = readMembers(content.servers);
          const newestOthers = Object.entries(others).slice(-MAX_SERVERS + 1);
          const cacheable = server && selectCacheable(server, host.redact);
          const ownEntry = cacheable === undefined ? [] : [[key, { at: host.now(), ...cacheable }] as const];
          return {
            next: { ...content, servers: Object.fromEntries([...newestOthers, ...ownEntry]) },
            result: undefined,
          };
        })
        .catch(() => undefined),
  };
};

/**
 * Returns true if one of the addresses of the account has the same origin as `url`. Only then may the key of the
 * account be sent to `url`.
 */
const isAccountAddress = (url: string, account: Account): boolean =>
  [account.base_url, account.mcp_url, account.connector_url].some(
    (address) =>
      address !== undefined && URL.canParse(address) && new URL(address).origin === new URL(url).origin,
  );

/**
 * Returns the address of the tool server and the credential for it.
 * @throws NotSignedIn if the address or the credential is unknown, or the stored credential belongs to another address.
 */
const findToolServer = async (
  context: ToolServerContext,
): Promise<{ url: string } & Pick<SignIn, 'credential' | 'signInCommand'>> => {
  const { system, identity, credentials } = context;
  const { env } = system;
  const account = await identity.findAccount();
  const address = env.TOILE_MCP_URL || (account?.mcp_url ?? account?.connector_url);
  if (address === undefined) {
    throw new NotSignedIn('the address of the tool server is unknown', {
      code: 'no_address',
      hint: hintText`set TOILE_MCP_URL, or run toile login --mcp-url URL; to try it without a key: ${nextCommand`toile --sandbox tools ls`}`,
    });
  }
  const url = parseServiceAddress(address, env);
  const { credential, source, signInCommand } = await credentials.findCredential(
    account?.base_url ?? url,
    identity.accountFlag,
    context.unwrapKeyring,
  );
  const isStored = source === 'keychain' || source === 'insecure-file';
  if (isStored && account !== undefined && !isAccountAddress(url, account)) {
    throw new NotSignedIn(
      `the key of account ${account.name} is for ${account.base_url} and is not sent to ${new URL(url).origin}`,
      {
        code: 'other_address',
        hint: hintText`if this is the tool server of the account: ${nextCommand`toile login --account ${quoteShellWord(account.name)} --mcp-url ${quoteShellWord(url)}`}`,
      },
    );
  }
  return { url, credential, signInCommand };
};

/**
 * Creates a client of the tool server, which connects on the first call. The address of the server is that of the
 * sandbox with `--sandbox`, else TOILE_MCP_URL, else the address in the account. The protocol version and the tool list
 * of the server are cached for a day. Throws NotSignedIn if there is no address or no credential.
 */
export const connectToolServer = async (context: ToolServerContext): Promise<ToolServerClient> => {
  const { system, storage, signal, identity } = context;
  const { url, credential, signInCommand } = identity.isSandbox
    ? { url: `${(await context.target()).baseUrl}/mcp`, ...(await context.readSignIn()) }
    : await findToolServer(context);
  const { state } = await storage.resolveFolders();
  return createToolServerClient({
    url,
    credential,
    signInHint: signInCommand,
    version: system.version,
    signal,
    fetch: await context.openServiceFetch(),
    fetchOnce: context.openPaidFetch,
    sleep: (ms, until) => system.clock.sleep(ms, until),
    serverCache: createToolServerCache(state, storage.processInfo, url, credential),
  });
};

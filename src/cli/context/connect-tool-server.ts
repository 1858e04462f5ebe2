import type { ToolServerClient } from '../../assistant/mcp/tool-server-client.ts';
import type { Account } from '../../auth/account-store.ts';
import type { Keyring, SignIn } from '../../auth/sign-in.ts';
import type { BeforeSend } from '../../commands/context-types.ts';
import { NotSignedIn } from '../../platform/errors.ts';
import { hintText, nextCommand, quoteShellWord } from '../../platform/escape/shell.ts';
import type { Fetch } from '../../service/client/index.ts';
import type { HostSystem } from './host-system.ts';
import { parseServiceAddress } from './service-address.ts';
import type { StorageContext } from './storage.ts';

/** The part of the context that the connection to a tool server needs. */
interface ToolServerDependencies {
  readonly outside: HostSystem;
  readonly kept: StorageContext;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  fetchOnce(leaving: BeforeSend): Promise<Fetch>;
  unwrap(raw: Keyring): Keyring;
  readonly named: {
    account(): Promise<Account | undefined>;
    /** `--account` alone. */
    readonly accountNamed: string | undefined;
    readonly insecureHttp: boolean;
  };
  /** The tool server of the embedded sandbox, with `--sandbox`. */
  readonly at: ({ readonly url: string } & Pick<SignIn, 'credential' | 'signInCommand'>) | undefined;
}

/**
 * Returns whether a stored key may be sent to the address: it has the origin of one of the addresses of the
 * account.
 */
const isAccountAddress = (url: string, account: Account): boolean =>
  [account.base_url, account.mcp_url, account.connector_url].some(
    (known) => known !== undefined && URL.canParse(known) && new URL(known).origin === new URL(url).origin,
  );

/** Finds the address of the tool server and the credential for it. Throws NotSignedIn. */
const findToolServer = async ({
  outside: system,
  kept,
  named,
  unwrap,
}: ToolServerDependencies): Promise<{ url: string } & Pick<SignIn, 'credential' | 'signInCommand'>> => {
  const { env } = system;
  const account = await named.account();
  const typed = env.TOILE_MCP_URL || (account?.mcp_url ?? account?.connector_url);
  if (typed === undefined) {
    throw new NotSignedIn('no address of the tool server is known', {
      code: 'no_address',
      hint: hintText`set TOILE_MCP_URL, or toile login --mcp-url URL; without a key: ${nextCommand`toile --sandbox tools ls`}`,
    });
  }
  const url = parseServiceAddress(typed, named.insecureHttp);
  const { credential, source, signInCommand } = await kept.findCredential(
    account?.base_url ?? url,
    named.accountNamed,
    unwrap,
  );
  const isStored = source === 'keychain' || source === 'insecure-file';
  if (isStored && account !== undefined && !isAccountAddress(url, account)) {
    throw new NotSignedIn(`the key of account ${account.name} is not sent to ${new URL(url).origin}`, {
      code: 'other_address',
      hint: hintText`if that is its tool server: ${nextCommand`toile login --account ${quoteShellWord(account.name)} --mcp-url ${quoteShellWord(url)}`}`,
    });
  }
  return { url, credential, signInCommand };
};

/**
 * Connects to the tool server that the environment or the account names. Uses what earlier runs have cached
 * about it.
 */
export const connectToolServer = async (asked: ToolServerDependencies): Promise<ToolServerClient> => {
  const { outside: system, kept, signal, fetch, fetchOnce } = asked;
  const [{ url, credential, signInCommand }, mcp, { createToolServerCache }, { state }] = await Promise.all([
    asked.at ?? findToolServer(asked),
    import('../../assistant/mcp/tool-server-client.ts'),
    import('./tool-server-cache.ts'),
    kept.resolveFolders(),
  ]);
  const known = await createToolServerCache(state, kept.processInfo, url, credential);
  const { version, clock } = system;
  const sleep = (ms: number, until: AbortSignal): Promise<void> => clock.sleep(ms, until);
  return mcp.createToolServerClient({
    url,
    credential,
    signInHint: signInCommand,
    version,
    signal,
    fetch,
    fetchOnce,
    sleep,
    serverCache: known,
  });
};

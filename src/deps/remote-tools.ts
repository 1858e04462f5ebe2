import type { Account } from '../account/accounts.ts';
import type { Keyring, SignIn } from '../account/sign-in.ts';
import { advice, shellWord, toType } from '../border/shell.ts';
import type { Fetch } from '../client/index.ts';
import type { Leaving } from '../commands/facet-types.ts';
import { NotSignedIn } from '../errors.ts';
import type { RemoteTools } from '../mcp/remote.ts';
import { checkedAddress } from './service-address.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

interface Asked {
  readonly outside: Outside;
  readonly kept: Storage;
  readonly signal: AbortSignal;
  readonly fetch: Fetch;
  fetchOnce(leaving: Leaving): Promise<Fetch>;
  unwrap(raw: Keyring): Keyring;
  readonly named: {
    account(): Promise<Account | undefined>;
    /** `--account` alone. */
    readonly accountNamed: string | undefined;
    readonly insecureHttp: boolean;
  };
  /** The embedded one, where that is meant. */
  readonly at: ({ readonly url: string } & Pick<SignIn, 'credential' | 'again'>) | undefined;
}

/** A stored key goes where it was made for: to the addresses of its account, or another path of the same origin. */
const belongs = (url: string, account: Account): boolean =>
  [account.base_url, account.mcp_url, account.connector_url].some(
    (known) => known !== undefined && URL.canParse(known) && new URL(known).origin === new URL(url).origin,
  );

const found = async ({
  outside,
  kept,
  named,
  unwrap,
}: Asked): Promise<{ url: string } & Pick<SignIn, 'credential' | 'again'>> => {
  const { env } = outside;
  const account = await named.account();
  const typed = env.TOILE_MCP_URL || (account?.mcp_url ?? account?.connector_url);
  if (typed === undefined) {
    throw new NotSignedIn('no address of the tool server is known', {
      code: 'no_address',
      hint: advice`set TOILE_MCP_URL, or toile login --mcp-url URL; without a key: ${toType`toile --sandbox tools ls`}`,
    });
  }
  const url = checkedAddress(typed, named.insecureHttp);
  const { credential, source, again } = await kept.credential(
    account?.base_url ?? url,
    named.accountNamed,
    unwrap,
  );
  const isStored = source === 'keychain' || source === 'insecure-file';
  if (isStored && account !== undefined && !belongs(url, account)) {
    throw new NotSignedIn(`the key of account ${account.name} is not sent to ${new URL(url).origin}`, {
      code: 'other_address',
      hint: advice`if that is its tool server: ${toType`toile login --account ${shellWord(account.name)} --mcp-url ${shellWord(url)}`}`,
    });
  }
  return { url, credential, again };
};

/** The tool server that the environment or the account names, and what an earlier run found out about it. */
export const remoteTools = async (asked: Asked): Promise<RemoteTools> => {
  const { outside, kept, signal, fetch, fetchOnce } = asked;
  const [{ url, credential, again }, mcp, { knownOf }, { state }] = await Promise.all([
    asked.at ?? found(asked),
    import('../mcp/remote.ts'),
    import('./tool-server-cache.ts'),
    kept.folders(),
  ]);
  const known = await knownOf(state, kept.host, url, credential);
  const { version, clock } = outside;
  const sleep = (ms: number, until: AbortSignal): Promise<void> => clock.sleep(ms, until);
  return mcp.remoteTools({ url, credential, again, version, signal, fetch, fetchOnce, sleep, known });
};

import { namedPath, type Path, within } from '../border/path.ts';
import type { DesignSummary } from '../client/index.ts';
import type { Given, Telling } from '../commands/define.ts';
import type { Keyring, SignIn } from '../keys/index.ts';
import type { Keychain } from '../keys/keychain.ts';
import type { Account, Accounts } from '../state/accounts.ts';
import type { Folders } from '../state/folders.ts';
import type { Host } from '../state/host.ts';
import type { Journal } from '../state/journal.ts';
import type { Purchases } from '../state/purchases.ts';
import type { RunningSandboxes } from '../state/running.ts';
import type { Outside } from './outside.ts';

/** What is kept on this machine, and the credential that is found there or around. */
export interface Storage {
  /** This process, as locks and files need to know it. */
  readonly host: Host;
  folders(): Promise<Folders>;
  accounts(): Promise<Accounts>;
  keyring(storage: Account['storage']): Promise<Keyring>;
  /** Throws NotSignedIn with the ways to sign in. `account` is `--account` alone. */
  credential(
    baseUrl: string,
    account: string | undefined,
    unwrap: (raw: Keyring) => Keyring,
  ): Promise<SignIn>;
  keyName(account: Account): Promise<string>;
  asCredential(typed: string): Promise<{ readonly credential: string; readonly kind: Account['kind'] }>;
  journal(path: Path, note: (text: string) => void): Promise<Journal>;
  forgetNames(account: Account): Promise<void>;
  /** Keeps what was seen for completion, for whom it was seen. Never throws. */
  keepNames(everywhere: Given, designs: readonly DesignSummary[]): Promise<void>;
  purchases(): Promise<Purchases>;
  running(): Promise<RunningSandboxes>;
  /** Keeps other processes out of `work` while it runs, by a lock of that name. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Ends what still asks the keychain: it may be blocked, and would outlive the program. */
  close(): void;
}

interface Setting {
  readonly outside: Outside;
  /** Somebody is there to type the password of a keychain. */
  readonly person: boolean;
  readonly signal: AbortSignal;
  tell(telling: Telling): void;
}

export const storage = ({ outside, person, signal, tell }: Setting): Storage => {
  const { env, platform, clock } = outside;
  const note = (text: string): void => tell({ kind: 'note', text });
  const host: Host = {
    pid: platform.pid,
    alive: outside.alive,
    now: clock.now,
    sleep: (ms) => clock.sleep(ms),
  };
  const folders = async (): Promise<Folders> =>
    (await import('../state/folders.ts')).folders(env, {
      platform: platform.platform,
      home: platform.home,
      cwd: platform.cwd,
    });
  const accounts = async (): Promise<Accounts> => {
    const { createAccounts } = await import('../state/accounts.ts');
    return createAccounts((await folders()).config, host, note);
  };
  let chain: Keychain | undefined;
  const keyring = async (where: Account['storage']): Promise<Keyring> => {
    if (where === 'keychain') {
      const { keychain } = await import('../keys/keychain.ts');
      const { uid, platform: name } = platform;
      const { sleep } = clock;
      chain ??= keychain({
        self: outside.self,
        env,
        platform: name,
        uid,
        interactive: person,
        signal,
        sleep,
        tell,
      });
      return chain;
    }
    const [{ insecureFile }, { keptFile }] = await Promise.all([
      import('../keys/insecure-file.ts'),
      import('../state/kept-file.ts'),
    ]);
    const path = within((await folders()).config, 'credentials.json');
    return insecureFile(keptFile(path, 1, host, note), platform.uid);
  };
  return {
    host,
    folders,
    keyName: async (account) => (await import('../keys/stored.ts')).keyName(account),
    accounts,
    keyring,
    async credential(baseUrl, account, unwrap) {
      const [{ findCredential }, { readSecretFile }] = await Promise.all([
        import('../keys/source.ts'),
        import('../keys/secret-file.ts'),
      ]);
      return findCredential({
        env,
        account,
        baseUrl,
        accounts: await accounts(),
        keyring: async (where) => unwrap(await keyring(where)),
        readFile: (named) => readSecretFile(namedPath(platform.cwd, named), named),
        runCommand: async (line) =>
          (await import('../keys/key-command.ts')).runKeyCommand(line, { env, signal }),
      });
    },
    async asCredential(typed) {
      return (await import('../keys/shape.ts')).typedCredential(typed);
    },
    async journal(path, say) {
      return (await import('../state/journal.ts')).createJournal(path, host, say);
    },
    async forgetNames(account) {
      const [{ keyName }, { createNames }] = await Promise.all([
        import('../keys/stored.ts'),
        import('../state/names.ts'),
      ]);
      await createNames((await folders()).cache, keyName(account), host).forget();
    },
    async keepNames(everywhere, designs) {
      if (designs.length === 0) return;
      try {
        const { keepNames } = await import('./keep-names.ts');
        await keepNames({ everywhere, env, host, accounts, cache: (await folders()).cache }, designs);
      } catch {
        // The answer is written; whoever asked for it does not care about the next Tab.
      }
    },
    async purchases() {
      const { createPurchases } = await import('../state/purchases.ts');
      return createPurchases((await folders()).state, host, note);
    },
    async exclusively(name, work) {
      const { withLock } = await import('../state/lock.ts');
      return withLock(within((await folders()).state, name), host, work);
    },
    close: () => chain?.close(),
    async running() {
      const { runningSandboxes } = await import('../state/running.ts');
      return runningSandboxes((await folders()).state, host, note);
    },
  };
};

import type { Account, Accounts } from '../account/accounts.ts';
import type { Keychain } from '../account/keys/keychain.ts';
import type { Keyring, SignIn } from '../account/sign-in.ts';
import { namedPath, type Path, within } from '../border/path.ts';
import type { DesignSummary } from '../client/index.ts';
import type { Shop, SigningIn } from '../commands/facets.ts';
import type { Given } from '../commands/typed.ts';
import type { Telling } from '../contract.ts';
import type { RunningSandboxes } from '../state/sandbox-registry.ts';
import type { Folders } from '../system/folders.ts';
import type { Host } from '../system/host.ts';
import type { Journal } from '../system/journal.ts';
import { once } from './once.ts';
import type { Outside } from './system.ts';

/** What is kept on this machine, and the credential that is found there or around. */
export interface Storage
  extends Pick<SigningIn, 'accounts' | 'keyring' | 'keyName' | 'asCredential' | 'forgetNames'>,
    Pick<Shop, 'purchases'> {
  /** This process, as locks and files need to know it. */
  readonly host: Host;
  /** Says a thing once. */
  note(text: string): void;
  folders(): Promise<Folders>;
  /** Throws NotSignedIn with the ways to sign in. `account` is `--account` alone. */
  credential(
    baseUrl: string,
    account: string | undefined,
    unwrap: (raw: Keyring) => Keyring,
  ): Promise<SignIn>;
  journal(path: Path, note: (text: string) => void): Promise<Journal>;
  /** Keeps what was seen for completion, for whom it was seen. Never throws. */
  keepNames(everywhere: Given, designs: readonly DesignSummary[]): Promise<void>;
  running(): Promise<RunningSandboxes>;
  /** Keeps other processes out of `work` while it runs, by a lock of that name. `patience` in milliseconds. */
  exclusively<T>(name: string, work: () => Promise<T>, patience?: number): Promise<T>;
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
  const noted = new Set<string>();
  /** Several files may have the same to say. */
  const note = (text: string): void => {
    if (!noted.has(text)) tell({ kind: 'note', text });
    noted.add(text);
  };
  const host: Host = {
    pid: platform.pid,
    alive: outside.alive,
    now: clock.now,
    // What another process holds is waited for no longer than this one is to live.
    sleep: (ms) => clock.sleep(ms, outside.signal),
    redact: outside.io.secrets.redact,
  };
  const folders = once(async (): Promise<Folders> => {
    const [own, { doubtAbout, doubtful }] = await Promise.all([
      import('../system/folders.ts'),
      import('../system/file-trust.ts'),
    ]);
    const { platform: name, home, cwd } = platform;
    const all = own.folders(env, { platform: name, home, cwd });
    // Here, since not everything that is kept in them can say so.
    for (const doubt of Object.values(all).map((path) => doubtAbout(path))) if (doubt) note(doubtful(doubt));
    return all;
  });
  const accounts = async (): Promise<Accounts> => {
    const { createAccounts } = await import('../account/accounts.ts');
    return createAccounts((await folders()).config, host, note);
  };
  let chain: Keychain | undefined;
  const keyring = async (where: Account['storage']): Promise<Keyring> => {
    if (where === 'keychain') {
      const { keychain } = await import('../account/keys/keychain.ts');
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
    const [{ insecureFile }, { jsonFile }] = await Promise.all([
      import('../account/keys/insecure-file.ts'),
      import('../system/json-file.ts'),
    ]);
    const path = within((await folders()).config, 'credentials.json');
    // The one file that is for secrets.
    return insecureFile(jsonFile(path, 1, { ...host, redact: (text) => text }, note), platform.uid);
  };
  return {
    host,
    note,
    folders,
    keyName: async (account) => (await import('../account/stored-account.ts')).keyName(account),
    accounts,
    keyring,
    async credential(baseUrl, account, unwrap) {
      const [{ findCredential }, { readSecretFile }] = await Promise.all([
        import('../account/credential-chain.ts'),
        import('../account/keys/secret-file.ts'),
      ]);
      const found = await findCredential({
        env,
        account,
        baseUrl,
        accounts: await accounts(),
        keyring: async (where) => unwrap(await keyring(where)),
        readFile: (named) => readSecretFile(namedPath(platform.cwd, named), named, signal),
        runCommand: async (line) =>
          (await import('../account/keys/key-command.ts')).runKeyCommand(line, { env, signal }),
      });
      outside.io.secrets.know(found.credential);
      return found;
    },
    async asCredential(typed) {
      return (await import('../account/credential.ts')).typedCredential(typed);
    },
    async journal(path, say) {
      return (await import('../system/journal.ts')).createJournal(path, host, say);
    },
    async forgetNames(account) {
      const [{ keyName }, { createNames }] = await Promise.all([
        import('../account/stored-account.ts'),
        import('../state/name-cache.ts'),
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
      return (await import('./purchases.ts')).purchasesIn((await folders()).state, host);
    },
    async exclusively(name, work, patience) {
      const { withLock } = await import('../system/lock.ts');
      const waiting = { ...host, sleep: (ms: number) => clock.sleep(ms, signal) };
      return withLock(within((await folders()).state, name), waiting, work, patience);
    },
    close: () => chain?.close(),
    async running() {
      const { runningSandboxes } = await import('../state/sandbox-registry.ts');
      return runningSandboxes((await folders()).state, host, note);
    },
  };
};

import type { Account, AccountStore } from '../../auth/account-store.ts';
import type { OsKeychain } from '../../auth/keys/os-keychain.ts';
import type { Keyring, SignIn } from '../../auth/sign-in.ts';
import type { FlagValues } from '../../commands/argument-spec.ts';
import type { SignInContext } from '../../commands/command-context.ts';
import { joinPath, resolveUserPath, type SafePath } from '../../platform/files/safe-path.ts';
import type { ProgressEvent } from '../../platform/shared-types.ts';
import type { SandboxRegistry } from '../../platform/state/sandbox-registry.ts';
import type { AppDirectories } from '../../platform/system/app-directories.ts';
import type { LineJournal } from '../../platform/system/line-journal.ts';
import type { ProcessInfo } from '../../platform/system/process-info.ts';
import type { DesignSummary } from '../../service/client/index.ts';
import type { OrderRecords } from '../../service/tech-packs/order-records.ts';
import { cacheResult } from './cache-result.ts';
import type { HostSystem } from './host-system.ts';

/** Everything that toile stores on this machine: accounts, keyrings, orders, caches and locks. */
export interface StorageContext
  extends Pick<
    SignInContext,
    'accounts' | 'openKeyring' | 'getSecretName' | 'parseCredential' | 'forgetCompletionNames'
  > {
  /** Opens the orders of this machine, or those of the embedded sandbox. */
  openOrders(isSandbox: boolean): Promise<OrderRecords>;
  /** Facts about this process for locks and files. */
  readonly processInfo: ProcessInfo;
  /** Prints a note, once for each text. */
  noteOnce(text: string): void;
  resolveFolders(): Promise<AppDirectories>;
  /**
   * Finds the credential for the address. Throws NotSignedIn with a hint that names the ways to sign in.
   * `account` is the value of `--account` only.
   */
  findCredential(
    baseUrl: string,
    account: string | undefined,
    unwrap: (raw: Keyring) => Keyring,
  ): Promise<SignIn>;
  openJournal(path: SafePath, note: (text: string) => void): Promise<LineJournal>;
  /** Saves the ids and names of designs for completion, under the current account. Never throws. */
  saveCompletionNames(globalFlags: FlagValues, designs: readonly DesignSummary[]): Promise<void>;
  openRunningSandboxes(): Promise<SandboxRegistry>;
  /**
   * Runs `work` while holding the lock of that name, which keeps other processes out. `patience` is the
   * longest wait for the lock in milliseconds.
   */
  runExclusively<T>(name: string, work: () => Promise<T>, patience?: number): Promise<T>;
  /** Ends the running keychain process, which may be blocked and would outlive the program. */
  close(): void;
}

/** Options of `createStorage`. */
interface StorageOptions {
  readonly outside: HostSystem;
  /** True when a user can type the password of the keychain. */
  readonly isInteractive: boolean;
  readonly signal: AbortSignal;
  tell(telling: ProgressEvent): void;
}

/** Creates the access to everything stored on this machine. Files are opened when first used. */
export const createStorage = ({
  outside: system,
  isInteractive,
  signal,
  tell,
}: StorageOptions): StorageContext => {
  const { env, platform, clock } = system;
  const noted = new Set<string>();
  /** Prints each note once, because several files may cause the same one. */
  const note = (text: string): void => {
    if (!noted.has(text)) tell({ kind: 'note', text });
    noted.add(text);
  };
  const host: ProcessInfo = {
    pid: platform.pid,
    alive: system.isProcessAlive,
    now: clock.now,
    // A signal ends the wait for a lock of another process.
    sleep: (ms) => clock.sleep(ms, system.signal),
    redact: system.io.secrets.redact,
  };
  const folders = cacheResult(async (): Promise<AppDirectories> => {
    const [own, { checkFileTrust, formatTrustWarning }] = await Promise.all([
      import('../../platform/system/app-directories.ts'),
      import('../../platform/system/file-trust.ts'),
    ]);
    const { platform: name, home, cwd } = platform;
    const all = own.resolveAppDirectories(env, { platform: name, home, cwd });
    // The folders are checked here, because not every file in them is checked when it is read.
    for (const doubt of Object.values(all).map((path) => checkFileTrust(path)))
      if (doubt) note(formatTrustWarning(doubt));
    return all;
  });
  const accounts = async (): Promise<AccountStore> => {
    const { createAccountStore } = await import('../../auth/account-store.ts');
    return createAccountStore((await folders()).config, host, note);
  };
  let chain: OsKeychain | undefined;
  const keyring = async (where: Account['storage']): Promise<Keyring> => {
    if (where === 'keychain') {
      const { createOsKeychain } = await import('../../auth/keys/os-keychain.ts');
      const { uid, platform: name } = platform;
      const { sleep } = clock;
      chain ??= createOsKeychain({
        self: system.self,
        env,
        platform: name,
        uid,
        isInteractive,
        signal,
        sleep,
        report: tell,
      });
      return chain;
    }
    const [{ createFileKeyring }, { openJsonFile }] = await Promise.all([
      import('../../auth/keys/file-keyring.ts'),
      import('../../platform/system/json-file.ts'),
    ]);
    const path = joinPath((await folders()).config, 'credentials.json');
    // This is the only file for secrets, so its texts are not redacted.
    return createFileKeyring(openJsonFile(path, 1, { ...host, redact: (text) => text }, note), platform.uid);
  };
  return {
    processInfo: host,
    noteOnce: note,
    resolveFolders: folders,
    getSecretName: async (account) =>
      (await import('../../auth/find-stored-account.ts')).formatSecretName(account),
    accounts,
    openKeyring: keyring,
    async findCredential(baseUrl, account, unwrap) {
      const [{ findCredential }, { readSecretFile }] = await Promise.all([
        import('../../auth/find-credential.ts'),
        import('../../auth/keys/secret-file.ts'),
      ]);
      const found = await findCredential({
        env,
        account,
        baseUrl,
        accounts: await accounts(),
        keyring: async (where) => unwrap(await keyring(where)),
        readFile: (named) => readSecretFile(resolveUserPath(platform.cwd, named), named, signal),
        runCommand: async (line) =>
          (await import('../../auth/keys/run-key-command.ts')).runKeyCommand(line, { env, signal }),
      });
      system.io.secrets.addSecret(found.credential);
      return found;
    },
    async parseCredential(typed) {
      return (await import('../../auth/credential.ts')).parseTypedCredential(typed);
    },
    async openJournal(path, say) {
      return (await import('../../platform/system/line-journal.ts')).createLineJournal(path, host, say);
    },
    async forgetCompletionNames(account) {
      const [{ formatSecretName }, { createNameCache }] = await Promise.all([
        import('../../auth/find-stored-account.ts'),
        import('../../platform/state/name-cache.ts'),
      ]);
      await createNameCache((await folders()).cache, formatSecretName(account), host).clear();
    },
    async saveCompletionNames(globalFlags, designs) {
      if (designs.length === 0) return;
      try {
        const { saveCompletionNames } = await import('./save-completion-names.ts');
        await saveCompletionNames(
          { everywhere: globalFlags, env, host, accounts, cache: (await folders()).cache },
          designs,
        );
      } catch {
        // The result is already written, so a failure to store names for completion is ignored.
      }
    },
    async openOrders(isSandbox) {
      return (await import('./local-orders.ts')).openLocalOrders((await folders()).state, host, isSandbox);
    },
    async runExclusively(name, work, patience) {
      const { withLock } = await import('../../platform/system/lock.ts');
      const waiting = { ...host, sleep: (ms: number) => clock.sleep(ms, signal) };
      return withLock(joinPath((await folders()).state, name), waiting, work, patience);
    },
    close: () => chain?.close(),
    async openRunningSandboxes() {
      const { openSandboxRegistry } = await import('../../platform/state/sandbox-registry.ts');
      return openSandboxRegistry((await folders()).state, host, note);
    },
  };
};

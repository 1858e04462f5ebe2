import { joinPath, resolveUserPath } from '../platform/files/safe-path.ts';
import type { LocalStorage } from '../platform/state/local-storage.ts';
import type { RunSettings } from '../platform/system/host-system.ts';
import type { Account, AccountStore } from './account-store.ts';
import type { Keyring } from './find-credential.ts';
import type { OsKeychain } from './keys/os-keychain.ts';

/**
 * Creates the functions that open the stored accounts and credentials. Files and the keychain are opened on first use.
 */
export const createCredentialStorage = (
  { system, ask, signal, report }: RunSettings,
  { processInfo, noteOnce, resolveFolders }: LocalStorage,
) => {
  const { env, platform, clock } = system;
  const accounts = async (): Promise<AccountStore> => {
    const { createAccountStore } = await import('./account-store.ts');
    return createAccountStore((await resolveFolders()).config, processInfo, noteOnce);
  };
  let keychain: OsKeychain | undefined;
  const openKeyring = async (storage: Account['storage']): Promise<Keyring> => {
    if (storage === 'keychain') {
      const { createOsKeychain } = await import('./keys/os-keychain.ts');
      keychain ??= createOsKeychain({
        self: system.self,
        env,
        platform: platform.platform,
        uid: platform.uid,
        isInteractive: ask.isAvailable,
        signal,
        sleep: clock.sleep,
        report,
      });
      return keychain;
    }
    const [{ createFileKeyring }, { openJsonFile }] = await Promise.all([
      import('./keys/file-keyring.ts'),
      import('../platform/system/json-file.ts'),
    ]);
    const path = joinPath((await resolveFolders()).config, 'credentials.json');
    // The file `credentials.json` is the place where secrets are stored, so they are not redacted when it is written.
    const file = openJsonFile(path, 1, { ...processInfo, redact: (text) => text }, noteOnce);
    return createFileKeyring(file, platform.uid);
  };
  return {
    accounts,
    openKeyring,
    /**
     * Finds the credential for the address `baseUrl` in an environment variable or in a stored account. `account` is
     * the value of `--account`. Registers the credential with the redactor, so that it is never printed. `unwrap`
     * converts a keyring to one that returns only the access token of a browser sign-in, not the whole stored secret.
     * Throws NotSignedIn if there is no credential.
     */
    async findCredential(baseUrl: string, account: string | undefined, unwrap: (raw: Keyring) => Keyring) {
      const [{ findCredential }, { readSecretFile }] = await Promise.all([
        import('./find-credential.ts'),
        import('../platform/files/secret-file.ts'),
      ]);
      const found = await findCredential({
        env,
        account,
        baseUrl,
        accounts: await accounts(),
        openKeyring: async (storage) => unwrap(await openKeyring(storage)),
        readFile: (file) => readSecretFile(resolveUserPath(platform.cwd, file), file, signal),
        runCommand: async (line) =>
          (await import('./keys/run-key-command.ts')).runKeyCommand(line, { env, signal }),
      });
      system.io.secrets.addSecret(found.credential);
      return found;
    },
    /** Kills the running keychain process, because a blocked process would outlive the program. */
    closeKeychain: () => keychain?.close(),
  };
};

/** Opens the accounts and keyrings of this machine, and finds the credential for an address. */
export type CredentialStorage = ReturnType<typeof createCredentialStorage>;

import { createCredentialStorage } from '../auth/credential-storage.ts';
import type { SignIn } from '../auth/find-credential.ts';
import { createIdentity, type Identity } from '../auth/identity.ts';
import { createServiceRequests, type ServiceRequests } from '../auth/service-requests.ts';
import type { CommandContext } from '../commands/command-context.ts';
import { appendAll } from '../platform/lists.ts';
import { cacheResult } from '../platform/promises.ts';
import { createLocalStorage } from '../platform/state/local-storage.ts';
import type { DesignSummary } from '../service/client/index.ts';
import { createHttpStack } from '../service/http/http-stack.ts';
import type { NetworkedRunSettings } from '../service/http/transport-options.ts';
import { createOrderAccess } from '../service/shared-store/open-orders.ts';
import type { ChargedOrder } from '../service/tech-packs/order-failure.ts';

/**
 * The context of one run. It is the context of a command (CommandContext) with further functions that only the main
 * program calls, such as `close`.
 */
export interface RunContext extends CommandContext {
  /** Returns the credential in use; undefined if none was read yet. */
  getKnownSignIn(): SignIn | undefined;
  getChargedOrder(): ChargedOrder | undefined;
  /**
   * Stores design names for completion. Closes the keychain, the embedded sandbox and the connection to the server that
   * TOILE_SHARED names.
   */
  close(): Promise<void>;
}

/** Creates the context of one run. Nothing is read or sent before a command needs it. */
export const createContext = (settings: NetworkedRunSettings): RunContext => {
  const { system, globalFlags } = settings;
  const storage = createLocalStorage(settings);
  const credentials = createCredentialStorage(settings, storage);
  const openSandbox = cacheResult(async () => {
    const { startEmbeddedSandbox } = await import('../commands/sandbox/embedded-sandbox.ts');
    const sandboxSource = globalFlags['sandbox-from'];
    return startEmbeddedSandbox(
      { ...settings, storage },
      sandboxSource === true || sandboxSource === '' ? undefined : sandboxSource,
    );
  });
  const identity: Identity = createIdentity(settings, credentials, openSandbox, (raw) =>
    requests.unwrapKeyring(raw),
  );
  const { isSandbox, readCaller } = identity;
  const http = createHttpStack(settings, storage, readCaller, isSandbox ? openSandbox : undefined);
  const requests: ServiceRequests = createServiceRequests(settings, storage, identity, http);
  const isShared = !isSandbox && Boolean(system.env.TOILE_SHARED);
  const user = { isSandbox, target: identity.target, readCaller, api: requests.api };
  let chargedOrder: ChargedOrder | undefined;
  const seenDesigns: DesignSummary[] = [];

  const context: RunContext = {
    ...settings,
    clock: system.clock,
    storage,
    credentials,
    identity,
    http,
    target: identity.target,
    readSignIn: identity.readSignIn,
    getKnownSignIn: identity.getKnownSignIn,
    accounts: credentials.accounts,
    openKeyring: credentials.openKeyring,
    ...requests,
    ...createOrderAccess(storage, isShared, http.openSharedEngine, user),
    setChargedOrder: (order) => {
      chargedOrder = order;
    },
    getChargedOrder: () => chargedOrder,
    recordDesigns: (designs) => appendAll(seenDesigns, designs),
    createOutputFile: async (options) =>
      (await import('../service/http/output-file.ts')).createOutputFile(context, options),
    downloadText: async (document, signal = settings.signal) =>
      (await import('../service/http/output-file.ts')).downloadText({ ...context, signal }, document),
    openCollection: async (dir) =>
      (await import('../collection/open-collection.ts')).openCollection(context, dir),
    readCollection: async (dir) =>
      (await import('../collection/open-collection.ts')).readCollectionFolder(context, dir),
    openAddress: async (address) => {
      const { openAddressInBrowser } = await import('../platform/system/open-browser.ts');
      return openAddressInBrowser(system, async () => (await storage.resolveFolders()).state, address);
    },
    openSandbox,
    loadTexts: () => import('./help/program-texts.ts'),
    async close() {
      credentials.closeKeychain();
      if (seenDesigns.length > 0) {
        const { saveCompletionNames } = await import('./completion/save-completion-names.ts');
        // Design names are stored for shell completion. A failure to store them is ignored, because the result of the
        // command is already written.
        await saveCompletionNames(context, seenDesigns).catch(() => undefined);
      }
      if (isShared) await (await http.openSharedEngine().catch(() => undefined))?.close();
      if (isSandbox) await (await openSandbox().catch(() => undefined))?.close();
    },
  };
  return context;
};

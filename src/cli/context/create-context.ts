/** Creates the context of commands. Each part of it is loaded and created when a command first uses it. */

import type { SignIn } from '../../auth/sign-in.ts';
import type { FullContext } from '../../commands/command-context.ts';
import { UsageError } from '../../platform/errors.ts';
import { resolveUserPath } from '../../platform/files/safe-path.ts';
import type { DesignSummary } from '../../service/client/index.ts';
import type { TransportEvent } from '../../service/http/index.ts';
import type { ChargedOrder } from '../../service/tech-packs/charge-notice.ts';
import { createBrowserSignIn, createTokenRevoker } from './browser-sign-in.ts';
import { connectSandbox } from './connect-sandbox.ts';
import type { ContextInput } from './context-input.ts';
import { startSandboxServer } from './embedded-sandbox.ts';
import { createHttpStack } from './http-stack.ts';
import { createIdentity, type Identity } from './identity.ts';
import { openAddressInBrowser, openPageInBrowser } from './open-browser.ts';
import { createCollectionOpener, readCollectionFolder } from './open-collection.ts';
import { createOrderContext } from './order-context.ts';
import { createOutputFileOpener, createTextDownloader } from './output-files.ts';
import { readDrawingLayers } from './read-drawing-layers.ts';
import {
  parsePageDrawing,
  readDrawingFile,
  readTermsFile,
  renderMissingTerms,
  renderSeasonPageHtml,
  renderSheetPage,
} from './render-sheet-page.ts';
import { readReturnedWorkbook, renderWorkbook } from './render-workbook.ts';
import { serveTools } from './serve-tools.ts';
import { createServerRegistration, resolveConfigPath } from './server-registration.ts';
import { isPlainHttpAllowed, parseServiceAddress, readAddressOptions } from './service-address.ts';
import { createServiceClient } from './service-client.ts';
import { spawnAttached } from './spawn-attached.ts';
import { createStorage } from './storage.ts';
import { detectPathKind, hashFile, readBodyFile, readUserFile } from './user-files.ts';

/** The context of one run. Has the context of commands and what only the main program uses. */
export interface RunContext extends FullContext {
  /** Returns the credential in use; undefined when nothing has read one. */
  getKnownSignIn(): SignIn | undefined;
  /**
   * Returns the order that a command has recorded as charged in this run; undefined when there is none.
   */
  getChargedOrder(): ChargedOrder | undefined;
  /**
   * Stores the names for completion and closes the keychain, the shared engine and the embedded sandbox.
   */
  close(): Promise<void>;
}

/** Creates the context of one run. Nothing is read or sent before a command asks for it. */
export const createContext = (made: ContextInput): RunContext => {
  const { system, signal, globalFlags, toile, ask, requestMaxWaitMs, report, explainError } = made;
  const { env, clock } = system;
  const note = (text: string): void => report({ kind: 'note', text });
  const kept = createStorage({ outside: system, isInteractive: ask.isAvailable, signal, tell: report });
  const who: Identity = createIdentity(made, kept, (raw) => how.unwrap(raw));
  const how = createHttpStack(made, kept, who);
  const { api, fetchOnce, ...routes } = createServiceClient(made, who, how);
  const { isSandbox, accountFlag, openSandbox, findAccount, target, readSignIn } = who;
  const { bare, shared, fetch, watch, debug } = how;
  let spent: ChargedOrder | undefined;
  const seen: DesignSummary[] = [];

  const open = (address: string) =>
    openAddressInBrowser(system, async () => (await kept.resolveFolders()).state, address);
  const signing = {
    outside: system,
    clock,
    signal,
    ask,
    tell: report,
    explain: explainError,
    open,
    sending: how.sent,
    way: how.way,
  };
  const skill = async () => (await import('./help-texts.ts')).loadSkillText();
  const documents = {
    outside: system,
    everywhere: globalFlags,
    signal,
    maxWait: requestMaxWaitMs,
    fetch: bare,
    service: async () => (await target()).baseUrl,
    tell: report,
    // A link is not a route of the service, so a download does not count against its rate limit.
    watch: (event: TransportEvent) => (event.kind === 'attempt' ? debug(event) : watch(event)),
  };

  return {
    signal,
    clock,
    maxWaitMs: made.maxWaitMs ?? Number.POSITIVE_INFINITY,
    random: () => system.random(),
    report,
    ask,
    toile,
    resolveAccount: who.resolveAccount,
    readStdin: () => {
      if (!system.io.input.terminal) return system.io.input.readText(signal);
      throw new UsageError('stdin is this terminal; nothing is piped into it');
    },
    readTextFile: (path) => readUserFile(resolveUserPath(system.platform.cwd, path)),
    readBody: (from) =>
      readBodyFile(system, from, () => {
        if (globalFlags['no-input'] === true)
          throw new UsageError('stdin is this terminal; nothing is piped into it');
        report({ kind: 'note', text: 'waiting for a body (JSON) on this terminal; Ctrl-D ends it' });
      }),
    detectPathKind: (path) => detectPathKind(system.platform.cwd, path),
    createOutputFile: createOutputFileOpener(documents),
    downloadText: createTextDownloader(documents),
    hashFile: (file) => hashFile(resolveUserPath(system.platform.cwd, file)),
    readDrawingSummary: (file) => readDrawingLayers(system.platform.cwd, file, signal),
    renderSheet: renderSheetPage,
    renderSeasonPage: renderSeasonPageHtml,
    renderMissingTerms,
    readTerms: (file, lang) => readTermsFile(system.platform.cwd, file, lang),
    readDrawingFile: (file) => readDrawingFile(system.platform.cwd, file),
    parseExportedDrawing: parsePageDrawing,
    renderWorkbook,
    readWorkbookAnswers: (file) => readReturnedWorkbook(system.platform.cwd, file),
    openPage: (file) => openPageInBrowser(system, file),
    openAddress: open,
    explainError,
    ...createOrderContext(made, kept, who, how, api),
    setChargedOrder: (what) => {
      spent = what;
    },
    target,
    readSignIn,
    forgetSignIn: () => {
      who.clearCache();
      api.forget();
    },
    api,
    ...routes,
    resolveAddress: async (path) => {
      const { buildRequestUrl, parseBaseUrl } = await import('../../service/client/base-address.ts');
      return buildRequestUrl(parseBaseUrl((await target()).baseUrl), path).href;
    },
    parseCredential: kept.parseCredential,
    findLoginAddress: async (name) => {
      // The name is checked before a key is requested or stored under it.
      (await import('../../auth/account-store.ts')).parseAccountName(name);
      const { flag, variable } = readAddressOptions(globalFlags, env);
      const url = flag ?? variable ?? (await (await kept.accounts()).find(name))?.base_url;
      return url === undefined ? undefined : parseServiceAddress(url, isPlainHttpAllowed(env));
    },
    findConnectorAddress: async (name, typed) => {
      const url =
        typed ?? (env.TOILE_CONNECTOR_URL || (await (await kept.accounts()).find(name))?.connector_url);
      return url === undefined ? undefined : parseServiceAddress(url, isPlainHttpAllowed(env));
    },
    authorizeInBrowser: createBrowserSignIn(signing),
    revokeTokens: createTokenRevoker(signing),
    openKeyring: kept.openKeyring,
    accounts: kept.accounts,
    getSecretName: kept.getSecretName,
    forgetCompletionNames: kept.forgetCompletionNames,
    openCollection: createCollectionOpener({
      outside: system,
      kept,
      signal,
      toile,
      maxWait: requestMaxWaitMs,
      api,
      pace: how.pace,
      fetch: bare,
      caller: async () => [(await target()).baseUrl, (await readSignIn()).credential],
      explain: explainError,
      watch: debug,
    }),
    readCollection: (dir) => readCollectionFolder(system, dir, note),
    connectToolServer: async () => {
      const { connectToolServer } = await import('./connect-tool-server.ts');
      const insecureHttp = isPlainHttpAllowed(env);
      const named = { account: findAccount, accountNamed: accountFlag, insecureHttp };
      const at = isSandbox
        ? { url: `${(await openSandbox()).baseUrl}/mcp`, ...(await readSignIn()) }
        : undefined;
      const senders = { fetch: await fetch(), fetchOnce };
      return connectToolServer({ outside: system, kept, signal, named, ...senders, at, unwrap: how.unwrap });
    },
    onWait: how.heard,
    serveTools: (answering) => serveTools(system, answering, note),
    startSandbox: (starting) => startSandboxServer(system, kept, starting, note),
    connectSandbox: () => connectSandbox(system, globalFlags, kept, openSandbox),
    spawnProgram: (command, args, extra, isOutputOnStderr) =>
      spawnAttached(system, command, args, extra, isOutputOnStderr),
    createRegistration: (folder) => createServerRegistration(system, globalFlags, folder, findAccount),
    formatConfigPath: async (at) => resolveConfigPath(system, at),
    renderSkill: skill,
    settings: async () => (await import('./stored-settings.ts')).createSettings(kept, env),
    describeCommands: async (path) =>
      (await import('./help-texts.ts')).describeCommands(path, system.version),
    loadHelp: async (asked) =>
      (await import('./help-texts.ts')).createHelpTexts(asked, system.io.out.columns),
    readQuota: async () => {
      const [rate, { baseUrl }] = [await how.rate(), await target()];
      const counted = await how.ledger();
      const [standing, sharers] = [await counted.getStatus(), await counted.readSharers?.()];
      return { baseUrl, ...rate, ...standing, sharers };
    },
    checkMachine: async () => {
      // Without a sign-in there is no caller, and the server is checked without one.
      const look = async () =>
        (await shared())?.checkEngine(await how.rate(), await who.readCaller().catch(() => undefined));
      return (await import('./doctor-checks.ts')).checkMachine(system, kept, look, explainError);
    },
    requestIndex: async () => {
      const [{ baseUrl }, send, { requestIndex }] = await Promise.all([
        target(),
        bare(),
        import('./doctor-checks.ts'),
      ]);
      return requestIndex(send, baseUrl, system, signal);
    },
    recordDesigns: (designs) => seen.push(...designs),
    getKnownSignIn: who.getKnownSignIn,
    getChargedOrder: () => spent,
    close: async () => {
      kept.close();
      await kept.saveCompletionNames(globalFlags, seen);
      if (env.TOILE_SHARED) await (await shared().catch(() => undefined))?.close();
      if (isSandbox) await (await openSandbox().catch(() => undefined))?.close();
    },
  };
};

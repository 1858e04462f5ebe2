/**
 * The context of a command, split into interfaces. The type of a command's context lists only the
 * interfaces that it needs. All of them are created in src/cli/context/create-context.ts.
 */

import type { AssistantSource } from '../assistant/assistant-source.ts';
import type { McpSession } from '../assistant/mcp/mcp-session.ts';
import type { ToolServerClient } from '../assistant/mcp/tool-server-client.ts';
import type { AccountChoice } from '../auth/account-choice.ts';
import type { Account, AccountStore } from '../auth/account-store.ts';
import type { ParsedCredential } from '../auth/credential.ts';
import type { Keyring, SignIn } from '../auth/sign-in.ts';
import type { Collection } from '../collection/index.ts';
import type { DrawingSummary } from '../garment/drawing-reader.ts';
import type { SeasonPageInput } from '../output/sheet/index.ts';
import type { SheetLanguage } from '../output/views/sheet-parts.ts';
import type { ToileError } from '../platform/errors.ts';
import type { ShellSafe } from '../platform/escape/shell.ts';
import type { Clock, ProgressEvent, UserPrompts } from '../platform/shared-types.ts';
import type { SandboxServer } from '../sandbox/index.ts';
import type { ApiRequest, ApiResponse, DesignSummary, Routes } from '../service/client/index.ts';
import type { FileDigest, LinkedDocument } from '../service/http/index.ts';
import type { ChargedOrder } from '../service/tech-packs/charge-notice.ts';
import type { OrderRecords } from '../service/tech-packs/order-records.ts';
import type {
  BeforeSend,
  CollectionOperations,
  ConnectedSandbox,
  OutputFile,
  OutputFileOptions,
  QuotaStatus,
  ServerRegistration,
  ServiceTarget,
  SharedStoreSetup,
  StartSandboxOptions,
} from './context-types.ts';
import type { ConfigLocation } from './mcp/assistant-hosts.ts';
import type { ProgramContext, SettingsContext } from './program-context.ts';
import type { SheetDrawingContext, SheetPageInput } from './sheet-page-input.ts';
import type { WorkbookContext } from './workbook/workbook-context.ts';

export type { ProgramContext, SettingsContext };

/** The context that every command gets. */
export interface CommandContext {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  random(): number;
  report(telling: ProgressEvent): void;
  readonly ask: UserPrompts;
  /** Milliseconds that the whole command may wait; Infinity unless `--max-wait` is given. */
  readonly maxWaitMs: number;
  /** The command that reaches the same service, for example `toile` or `toile --sandbox`. */
  readonly toile: ShellSafe;
  /** Converts any error to a ToileError, for a failure that does not end the command. */
  explainError(error: unknown): ToileError;
}

/** Requests to the service with the current credential. */
export interface ServiceContext {
  target(): Promise<ServiceTarget>;
  /**
   * Returns a client with the current credential. Throws NotSignedIn with a hint that names the ways to sign in.
   */
  api(): Promise<Routes>;
  /**
   * Sends a request to any route of the service. Requests that cost money must go through `requestPaid`.
   */
  request(requested: ApiRequest): Promise<ApiResponse<unknown>>;
  /** Returns the full address of a route. Rejects a path that leads to another host. */
  resolveAddress(path: string): Promise<string>;
  /** Reads the credential and returns where it came from and which others it overrides. */
  readSignIn(): Promise<SignIn>;
  /** Clears the cached credential, so that it is read again when next needed. */
  forgetSignIn(): void;
  /** Returns the state of the rate limit, as counted on this machine. Reads the key and sends nothing. */
  readQuota(): Promise<QuotaStatus>;
  /** Stores ids and names for completion after the result is written. */
  recordDesigns(designs: readonly DesignSummary[]): void;
}

/** Orders of Tech Packs, which cost money. */
export interface OrderContext extends SharedStoreSetup {
  /** Opens the record of the orders of this machine, and of the machines that share an engine with it. */
  openOrders(): Promise<OrderRecords>;
  /**
   * Uses only the record of this machine when the shared engine is not available. Throws a UsageError when
   * none is configured.
   */
  guardLocally(): void;
  /** Adds this order to every later failure of the run. Undefined clears it when nothing was ordered. */
  setChargedOrder(what: ChargedOrder | undefined): void;
  /**
   * Sends a request that may cost money, once. `leaving` is awaited right before the first byte leaves and
   * can prevent the request.
   */
  requestPaid(requested: ApiRequest, leaving: BeforeSend): Promise<ApiResponse<unknown>>;
}

/** Sign-in and the storage of credentials. */
export interface SignInContext {
  /** Returns the account that flags and environment select. */
  resolveAccount(): Promise<AccountChoice>;
  accounts(): Promise<AccountStore>;
  /** Opens the OS keychain, or the file that replaces it. */
  openKeyring(storage: Account['storage']): Promise<Keyring>;
  /** Returns the name of an account's secret in a keyring. It contains the address. */
  getSecretName(account: Account): Promise<string>;
  /** Deletes the ids and names that are stored for completion. */
  forgetCompletionNames(account: Account): Promise<void>;
  /** Parses a pasted or piped credential. Throws a UsageError that does not repeat it. */
  parseCredential(typed: string): Promise<ParsedCredential>;
  /** Returns the address to sign in to: from the flag, the environment or the stored account. */
  findLoginAddress(account: string): Promise<string | undefined>;
  /** Returns the address of the connector: as typed, from the environment or from the stored account. */
  findConnectorAddress(account: string, typed: string | undefined): Promise<string | undefined>;
  /**
   * Signs in through the browser. The returned `secret` is stored and contains what is needed to refresh
   * the token. `earlier` is the stored secret of an earlier sign-in; it holds the client registration.
   */
  authorizeInBrowser(
    url: string,
    clientId: string | undefined,
    earlier: string | undefined,
  ): Promise<{ readonly secret: string; readonly token: string }>;
  /**
   * Creates a client for a credential that is not stored yet. Throws a UsageError for an invalid address.
   */
  createClient(baseUrl: string, credential: string): Promise<Routes>;
  /** Revokes the tokens of a stored secret. Returns undefined when there is nothing to revoke. */
  revokeTokens(secret: string): Promise<boolean | undefined>;
}

/** Input and output files that the user names. */
export interface FileContext {
  /** Reads all of stdin as text. Throws a UsageError when stdin is a terminal. */
  readStdin(): Promise<string>;
  /** Reads the text of a file that the user named. */
  readTextFile(path: string): Promise<string>;
  /**
   * Reads a body from a file, or from stdin for `-`. Numbers keep their text. Throws a UsageError for
   * invalid JSON or a file that is too large.
   */
  readBody(from: string): Promise<{ readonly text: string; readonly value: unknown }>;
  /** Returns whether the path is a file or a folder; undefined when it does not exist. */
  detectPathKind(path: string): Promise<'file' | 'folder' | undefined>;
  /** Creates an output file. Throws a UsageError when it cannot be written. Call `discard` at the end. */
  createOutputFile(wanted: OutputFileOptions): Promise<OutputFile>;
  /** Downloads a document as text. */
  downloadText(document: LinkedDocument): Promise<string>;
  /** Returns the size and digest of a file; undefined when it cannot be read. */
  hashFile(file: string): Promise<FileDigest | undefined>;
  /** Returns the layers of a drawing on disk; undefined for a file that is too large. */
  readDrawingSummary(file: string): Promise<DrawingSummary | undefined>;
}

/** HTML pages, and the browser that shows them. */
export interface HtmlPageContext extends SheetDrawingContext {
  /** Renders a sheet as an HTML page. */
  renderSheet(of: SheetPageInput): Promise<string>;
  renderSeasonPage(of: Omit<SeasonPageInput, 'digest'>): Promise<string>;
  /** Returns the texts of the sheet that have no translation, as a terms file. */
  renderMissingTerms(of: SheetPageInput): Promise<string>;
  /** Reads the translations in a file that the user named. Throws a UsageError when it has none. */
  readTerms(file: string, lang: SheetLanguage): Promise<ReadonlyMap<string, string>>;
  /** Opens a page that toile wrote in the browser. Returns false when no browser could be started. */
  openPage(file: string): Promise<boolean>;
  /**
   * Opens an address in the browser when it uses https or points to this machine. Returns false when it was
   * not opened.
   */
  openAddress(address: string): Promise<boolean>;
}

/** Pulled folders. */
export interface CollectionContext {
  /** Opens a folder for pulls. Throws a UsageError when no folder can be there. Nothing is created yet. */
  openCollection(dir: string): Promise<CollectionOperations>;
  /** Reads a pulled folder. Throws a UsageError when there is none. */
  readCollection(dir: string): Promise<Collection>;
}

/** Sandboxes on this machine. */
export interface SandboxContext {
  /** Starts a sandbox server on a loopback address. */
  startSandbox(options: StartSandboxOptions): Promise<SandboxServer>;
  /** Connects to the embedded sandbox of `--sandbox`, or to the running one. */
  connectSandbox(): Promise<ConnectedSandbox>;
}

/** Tools for assistants, and the registration with them. */
export interface AssistantContext {
  /** Connects to the tool server of the service with the credential for it. */
  connectToolServer(): Promise<ToolServerClient>;
  /** Serves the tools on stdin and stdout. */
  serveTools(
    answering: Omit<AssistantSource, 'name' | 'version' | 'listLifeMs' | 'now'>,
  ): Promise<McpSession>;
  /**
   * Calls the listener while a request waits for the rate limit or the service. Returns the function that
   * unsubscribes.
   */
  onWait(listener: (words: string) => void): () => void;
  /**
   * Returns the name and command with which an assistant starts the tools of this account. `folder` is a
   * path as typed.
   */
  createRegistration(folder?: string): Promise<ServerRegistration>;
  /** Returns the path of an assistant's settings file, for display. */
  formatConfigPath(at: ConfigLocation): Promise<string>;
  /** Returns the skill text for a coding assistant. */
  renderSkill(): Promise<string>;
}

/** Other programs. */
export interface ProcessContext {
  /**
   * Runs a program on the current terminal and returns its exit code. `toStderr` redirects its stdout to
   * stderr.
   */
  spawnProgram(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    toStderr?: boolean,
  ): Promise<number>;
}

/** All context interfaces together. */
export interface FullContext
  extends CommandContext,
    ServiceContext,
    OrderContext,
    SignInContext,
    FileContext,
    HtmlPageContext,
    WorkbookContext,
    CollectionContext,
    SandboxContext,
    AssistantContext,
    ProcessContext,
    SettingsContext,
    ProgramContext {}

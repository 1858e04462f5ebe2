/** What a command may touch, in facets: each takes those that it uses. All of them are made in deps/deps.ts. */

import type { Account, Accounts } from '../account/accounts.ts';
import type { ChosenAccount } from '../account/chosen-account.ts';
import type { Credential } from '../account/credential.ts';
import type { Keyring, SignIn } from '../account/sign-in.ts';
import type { AssistantSource } from '../assistant/source.ts';
import type { Typeable } from '../border/shell.ts';
import type { DesignSummary, Requested, Routes, Whole } from '../client/index.ts';
import type { Ask, Clock, Telling } from '../contract.ts';
import type { ToileError } from '../errors.ts';
import type { Drawing } from '../garment/drawing-layers.ts';
import type { RemoteTools } from '../mcp/remote.ts';
import type { Talk } from '../mcp/serve.ts';
import type { Held } from '../mirror/index.ts';
import type { Spent } from '../purchases/spent-notice.ts';
import type { Purchases } from '../purchases/store.ts';
import type { RunningSandbox } from '../sandbox/index.ts';
import type { SeasonPage } from '../sheet/index.ts';
import type { LinkedDocument, Received } from '../transport/index.ts';
import type { SheetLanguage } from '../view/sheet-parts.ts';
import type {
  Landed,
  Leaving,
  Mirror,
  Quota,
  Registration,
  SharedStoreSetup,
  StartSandbox,
  SteeredSandbox,
  Target,
  WantedFile,
} from './facet-types.ts';
import type { Itself, Steady } from './itself.ts';
import type { Whereabouts } from './mcp/hosts.ts';
import type { Drawings, PageOf } from './sheet-page.ts';
import type { Workbooks } from './workbook/facet.ts';

export type { Itself, Steady };

/** What every command may count on. */
export interface Base {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  random(): number;
  tell(telling: Telling): void;
  readonly ask: Ask;
  /** Milliseconds that the whole command may wait; Infinity unless somebody said so. */
  readonly mostWait: number;
  /** How toile is typed to reach the same service: `toile`, `toile --sandbox`. */
  readonly toile: Typeable;
  /** Any error in toile's own words, for a failure that does not end the command. */
  explained(error: unknown): ToileError;
}

/** What is asked of the service, with the credential that applies. */
export interface Service {
  target(): Promise<Target>;
  /** The routes with the credential that applies; throws NotSignedIn with the ways to sign in. */
  api(): Promise<Routes>;
  /** Any route, same credential, same origin. One that costs money goes by `requestPaid` alone. */
  request(requested: Requested): Promise<Whole<unknown>>;
  /** The address of a route as it will be sent. Rejects for a path that leads elsewhere. */
  addressOf(path: string): Promise<string>;
  /** How the credential in use was found, and what it shadows; reads it. */
  signIn(): Promise<SignIn>;
  /** Reads the credential anew when it is next needed. */
  forgetSignIn(): void;
  /** What was sent with the key in use, as counted on this machine; reads the key and asks nobody. */
  quota(): Promise<Quota>;
  /** Keeps ids and names for completion, once the answer is written. */
  sawDesigns(designs: readonly DesignSummary[]): void;
}

/** What costs money. */
export interface Shop extends SharedStoreSetup {
  /** What was ordered from this machine, and from those that share an engine with it. */
  purchases(): Promise<Purchases>;
  /** Goes by this machine's own record where that engine is away; a UsageError where none is shared. */
  guardLocally(): void;
  /** From now on every failure of this run says so; undefined where nothing was taken after all. */
  spent(what: Spent | undefined): void;
  /** As `request` of the service; `leaving` is awaited when its turn has come, before its first byte leaves, and may forbid it. */
  requestPaid(requested: Requested, leaving: Leaving): Promise<Whole<unknown>>;
}

/** Who signs in, and where the key is kept. */
export interface SigningIn {
  /** As whom the command acts, by flag and environment. */
  chosenAccount(): Promise<ChosenAccount>;
  accounts(): Promise<Accounts>;
  /** The OS keychain, or the file that stands for it. */
  keyring(storage: Account['storage']): Promise<Keyring>;
  /** The name of an account's secret in a keyring: bound to its address. */
  keyName(account: Account): Promise<string>;
  /** Forgets the ids and names that were kept for completion. */
  forgetNames(account: Account): Promise<void>;
  /** What a pasted or piped credential is; throws a UsageError that does not repeat it. */
  asCredential(typed: string): Promise<Credential>;
  /** The address to sign in to, from flag, environment or the account of that name. */
  loginAddress(account: string): Promise<string | undefined>;
  /** The connector's address: what was typed, the environment's, or the one of the account of that name. */
  connectorAddress(account: string, typed: string | undefined): Promise<string | undefined>;
  /**
   * Signs in there by the browser. `secret` is what is to be kept, with all it takes to renew the token in it;
   * `earlier` what was kept of an earlier sign-in, which says as whom toile is known there.
   */
  signInByWeb(
    url: string,
    clientId: string | undefined,
    earlier: string | undefined,
  ): Promise<{ readonly secret: string; readonly token: string }>;
  /** A client for a credential that is not stored yet. Throws a UsageError for an address that cannot be used. */
  clientFor(baseUrl: string, credential: string): Promise<Routes>;
  /** Tells whoever issued the tokens in a kept secret that they are over; undefined where there is nobody to tell. */
  revoke(secret: string): Promise<boolean | undefined>;
}

/** What is read from, and written to, where the user says. */
export interface Files {
  /** All of stdin as text; a UsageError where stdin is a terminal. */
  stdin(): Promise<string>;
  /** The text of a file that the user named. */
  readText(path: string): Promise<string>;
  /** A body in a file, or on stdin for `-`, with its number lexemes; a UsageError for what is no JSON or too large. */
  givenBody(from: string): Promise<{ readonly text: string; readonly value: unknown }>;
  /** What stands at a path that was typed. */
  standing(path: string): Promise<'file' | 'folder' | undefined>;
  /** Begins a file to be downloaded; throws a UsageError where none can be made there. Drop what is not received. */
  landing(wanted: WantedFile): Promise<Landed>;
  /** A document as text, for who has no place to put a file. */
  documentText(document: LinkedDocument): Promise<string>;
  /** Size and digest of a file on disk; undefined where it cannot be read. */
  measured(file: string): Promise<Received | undefined>;
  /** What a file on disk holds as a drawing; undefined for one that is too large to be read. */
  drawing(file: string): Promise<Drawing | undefined>;
}

/** What a browser shows. */
export interface Pages extends Drawings {
  /** A garment as a page of HTML, or the counts of a season. */
  sheet(of: PageOf): Promise<string>;
  seasonPage(of: Omit<SeasonPage, 'digest'>): Promise<string>;
  /** What stands on that page in English alone, as a file for its terms. */
  missingTerms(of: PageOf): Promise<string>;
  /** The terms of a language in a file that the user named; a UsageError for what holds none. */
  terms(file: string, lang: SheetLanguage): Promise<ReadonlyMap<string, string>>;
  /** Shows a page that toile has written itself in the browser. False where that did not come about. */
  openPage(file: string): Promise<boolean>;
  /** Shows an address in the browser, if it is https or of this machine. False where that did not come about. */
  open(address: string): Promise<boolean>;
}

/** The folders of pulls. */
export interface Folders {
  /** The folder of a pull, as typed; a UsageError where no folder can be. Nothing is made yet. */
  mirror(dir: string): Promise<Mirror>;
  /** A pulled folder, to be read; throws a UsageError where there is none. */
  held(dir: string): Promise<Held>;
}

/** The service on this machine. */
export interface Sandboxes {
  /** Starts the sandbox on loopback. */
  startSandbox(options: StartSandbox): Promise<RunningSandbox>;
  /** The sandbox that `--sandbox` uses, or the one that runs. */
  sandbox(): Promise<SteeredSandbox>;
}

/** Tools for assistants, and the assistants themselves. */
export interface Assistants {
  /** The tool server of the service, with the credential that applies to it. */
  remoteTools(): Promise<RemoteTools>;
  /** Serves the five tools on stdin and stdout. */
  serveTools(answering: Omit<AssistantSource, 'name' | 'version' | 'listLife' | 'now'>): Promise<Talk>;
  /** Calls back while a request waits for the limit or the service; what it gives ends that. */
  heard(listener: (words: string) => void): () => void;
  /** How an assistant starts the tools of this account: a name, and words without anything secret; `folder` as typed. */
  registration(folder?: string): Promise<Registration>;
  /** The file of settings of an assistant, as it is shown. */
  hostFile(at: Whereabouts): Promise<string>;
  /** What a coding assistant needs to know of toile. */
  skill(): Promise<string>;
}

/** Other programs. */
export interface Programs {
  /** Runs a program with the terminal as its own: its exit code. `aside` sends its stdout to stderr. */
  spawn(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    aside?: boolean,
  ): Promise<number>;
}

/** All of them. */
export interface Deps
  extends Base,
    Service,
    Shop,
    SigningIn,
    Files,
    Pages,
    Workbooks,
    Folders,
    Sandboxes,
    Assistants,
    Programs,
    Steady,
    Itself {}

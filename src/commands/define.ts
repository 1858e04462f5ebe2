/** What a command is: data plus three functions, and the only things that those functions may touch. */

import type { Account, Accounts } from '../account/accounts.ts';
import type { Keyring, SignIn } from '../account/sign-in.ts';
import type { Typeable } from '../border/shell.ts';
import type { Client, DesignSummary, Requested, Whole } from '../client/index.ts';
import type { Ask, Clock, Telling } from '../contract.ts';
import type { ToileError } from '../errors.ts';
import type { Drawing } from '../garment/drawing-layers.ts';
import type { RemoteTools } from '../mcp/remote.ts';
import type { Talk } from '../mcp/serve.ts';
import type {
  Asking,
  CheckedFile,
  Held,
  List,
  Pace,
  PlannedPull,
  Pulled,
  PullOptions,
} from '../mirror/index.ts';
import type { Spent } from '../purchases/spent-notice.ts';
import type { Purchases } from '../purchases/store.ts';
import type { RunningSandbox, SandboxControl } from '../sandbox/index.ts';
import type { SheetOf } from '../sheet/index.ts';
import type { ToolSource } from '../tools/server.ts';
import type { LinkedDocument, Received, ReceivedDocument } from '../transport/index.ts';
import type { Rows, View } from '../view/model.ts';

// --- what is typed -------------------------------------------------------------------------------------

/** One word after the command, in order. */
export interface WordSpec {
  readonly name: string;
  readonly about: string;
  readonly required?: boolean;
  /** Takes all that is left. Last word only. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  /** As on a flag; without it the name says what it is: ID, DIR, TOPIC. */
  readonly completes?: FlagSpec['completes'];
}

/** One flag. `value` names its value in help; without it the flag is a switch. */
export interface FlagSpec {
  readonly about: string;
  readonly value?: string;
  /** The value may be left away. It is read as one whenever a word follows. */
  readonly optional?: true;
  /** A switch that takes this one word, too, behind `=` only: `--delete` and `--delete=all`. */
  readonly joined?: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  /** Names the values that only a running machine knows, for completion. */
  readonly completes?: 'ids' | 'accounts' | 'purchases' | 'kinds' | 'topics' | 'files' | 'programs';
  /** Left out of help and completion. */
  readonly hidden?: true;
}

export type Flags = Readonly<Record<string, FlagSpec>>;

/** Flags as typed: kebab-case names, strings or true; absent when not given. */
export type Given = Readonly<Record<string, string | true | undefined>>;

export interface Typed {
  readonly words: readonly string[];
  readonly flags: Given;
}

// --- what is answered ----------------------------------------------------------------------------------

/** A body of the service: the value as read (numbers keep their lexemes) and the text as sent. */
export interface BodyAnswer {
  readonly kind: 'body';
  readonly value: unknown;
  readonly text: string;
  /** What the view may say beside the body; never part of `--json`. */
  readonly aside?: unknown;
  /** Lines before the body: status and headers, where they were asked for. */
  readonly head?: readonly string[];
  readonly exit?: number;
  readonly unfinished?: ToileError;
}

/** Data made by toile itself. `--json` prints it with `schema` first: `toile.<name>/1`. */
export interface MadeAnswer {
  readonly kind: 'made';
  readonly schema: string;
  readonly value: object;
  readonly exit?: number;
  /** What it has not come to: said on stderr as a failure is, also with -q. The exit code is this one's. */
  readonly unfinished?: ToileError;
}

/** One page of a list as sent, and which of its items belong to the answer. */
export interface Page {
  readonly text: string;
  /** The kept items with their place in the page. */
  readonly items: readonly { readonly at: number; readonly value: unknown }[];
  /** Nothing was left out of this page, so its text may stand for it unchanged. */
  readonly whole: boolean;
  /** Opaque cursor of what follows, or null. */
  readonly next: string | null;
}

/** A list of the service's shape, page after page; the last page says whether more exists. */
export interface ListAnswer {
  readonly kind: 'list';
  /** The member that holds the items: `designs`. */
  readonly member: string;
  readonly pages: AsyncIterable<Page>;
  /** The command that goes on after a cursor, as the user would type it. */
  continueWith(next: string): Typeable;
  readonly exit?: number;
}

/** Bytes for stdout as they are (a script for the shell, a help text). */
export interface TextAnswer {
  readonly kind: 'text';
  readonly text: string;
  readonly exit?: number;
}

/** Something held open until stopped. `ready` is printed at once; Ctrl-C ends it with exit 0. */
export interface HeldAnswer {
  readonly kind: 'held';
  readonly schema: string;
  readonly ready: object;
  /** Resolves when it ended by itself; its exit code is the program's. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

/** A protocol spoken on stdin and stdout, where nothing else may be written. Ctrl-C ends it with exit 0. */
export interface ProtocolAnswer {
  readonly kind: 'protocol';
  /** Resolves with the exit code when the other side is done. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

/** Commands to be shown and run one after the other, as if typed. */
export interface StepsAnswer {
  readonly kind: 'steps';
  readonly opening: View;
  readonly steps: readonly { readonly say: string; readonly argv: readonly string[] }[];
  readonly closing: View;
}

export type Answer =
  | BodyAnswer
  | MadeAnswer
  | ListAnswer
  | TextAnswer
  | HeldAnswer
  | ProtocolAnswer
  | StepsAnswer;

// --- what a command may touch --------------------------------------------------------------------------

/** Where requests go and with what; every member is where it came from too. */
export interface Target {
  readonly baseUrl: string;
  readonly mcpUrl: string | undefined;
  readonly account: string | undefined;
  readonly sandbox: boolean;
}

/** Marks that a request leaves. What it gives is called at the last moment, when nothing can keep it any more. */
export type Leaving = () => Promise<() => void>;

export interface Deps {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  random(): number;
  tell(telling: Telling): void;
  readonly ask: Ask;
  /** All of stdin as text; a UsageError where stdin is a terminal. */
  stdin(): Promise<string>;
  /** The text of a file that the user named. */
  readText(path: string): Promise<string>;
  /** A body in a file, or on stdin for `-`, with its number lexemes; a UsageError where it is no JSON. */
  readBody(path: string): Promise<unknown>;
  /** What stands at a path that was typed. */
  standing(path: string): Promise<'file' | 'folder' | undefined>;
  /** Begins a file to be downloaded; throws a UsageError where none can be made there. Drop what is not received. */
  landing(wanted: WantedFile): Promise<Landed>;
  /** Size and digest of a file on disk; undefined where it cannot be read. */
  measured(file: string): Promise<Received | undefined>;
  /** What a file on disk holds as a drawing; undefined for one that is too large to be read. */
  drawing(file: string): Promise<Drawing | undefined>;
  /** A garment as a page of HTML. */
  sheet(of: Omit<SheetOf, 'digest'>): Promise<string>;
  /** Shows a page that toile has written itself in the browser. False where that did not come about. */
  openPage(file: string): Promise<boolean>;
  /** Shows an address in the browser, if it is https or of this machine. False where that did not come about. */
  open(address: string): Promise<boolean>;
  /** Any error in toile's own words, for a failure that does not end the command. */
  explained(error: unknown): ToileError;
  /** What was ordered from this machine. */
  purchases(): Promise<Purchases>;
  /** From now on every failure of this run says so; undefined where nothing was taken after all. */
  spent(what: Spent | undefined): void;

  target(): Promise<Target>;
  /** The client with the credential that applies; throws NotSignedIn with the ways to sign in. */
  api(): Promise<Client>;
  /** Any route, same credential, same origin. One that costs money goes by `requestPaid` alone. */
  request(requested: Requested): Promise<Whole<unknown>>;
  /** The same; `leaving` is awaited when its turn has come, before its first byte leaves, and may forbid it. */
  requestPaid(requested: Requested, leaving: Leaving): Promise<Whole<unknown>>;
  /** The address of a route as it will be sent. Rejects for a path that leads elsewhere. */
  addressOf(path: string): Promise<string>;
  /** What a pasted or piped credential is; throws a UsageError that does not repeat it. */
  asCredential(typed: string): Promise<{ readonly credential: string; readonly kind: Account['kind'] }>;
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
  /** Tells whoever issued the tokens in a kept secret that they are over; undefined where there is nobody to tell. */
  revoke(secret: string): Promise<boolean | undefined>;
  /** A client for a credential that is not stored yet. Throws a UsageError for an address that cannot be used. */
  clientFor(baseUrl: string, credential: string): Promise<Client>;
  /** Reads the credential anew when it is next needed. */
  forgetSignIn(): void;
  /** How the credential in use was found, and what it shadows; reads it. */
  signIn(): Promise<SignIn>;
  /** The OS keychain, or the file that stands for it. */
  keyring(storage: Account['storage']): Promise<Keyring>;
  /** How toile is typed to reach the same service: `toile`, `toile --sandbox`. */
  readonly toile: Typeable;
  /** The account named by `--account` or TOILE_ACCOUNT. */
  readonly accountNamed: string | undefined;
  /** The environment variable that holds a credential, if one does. */
  readonly credentialVariable: string | undefined;
  accounts(): Promise<Accounts>;
  /** The name of an account's secret in a keyring: bound to its address. */
  keyName(account: Account): Promise<string>;
  /** Forgets the ids and names that were kept for completion. */
  forgetNames(account: Account): Promise<void>;

  /** When requests may be sent, so that nobody meets the rate limit. */
  pace(): Promise<Pace>;
  /** What was sent with the key in use, as counted on this machine; reads the key and asks nobody. */
  quota(): Promise<Quota>;
  /** The folder of a pull, as typed; a UsageError where no folder can be. Nothing is made yet. */
  mirror(dir: string): Promise<Mirror>;
  /** A pulled folder, to be read; throws a UsageError where there is none. */
  held(dir: string): Promise<Held>;

  /** The tool server of the service, with the credential that applies to it. */
  remoteTools(): Promise<RemoteTools>;
  /** Serves the five tools on stdin and stdout. */
  serveTools(answering: Pick<ToolSource, 'body' | 'ids' | 'inWords'>): Promise<Talk>;

  /** Starts the sandbox on loopback. */
  startSandbox(options: StartSandbox): Promise<RunningSandbox>;
  /** The sandbox that `--sandbox` uses, or the one that runs. */
  sandbox(): Promise<SteeredSandbox>;
  /**
   * Runs a program with the terminal as its own; resolves with its exit code. `aside` sends what it writes on
   * stdout to stderr, where it is no answer.
   */
  spawn(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    aside?: boolean,
  ): Promise<number>;
  /** How an assistant starts the tools of this account: a name, and words without anything secret. */
  registration(): Promise<{
    readonly name: string;
    readonly entry: { readonly command: string; readonly args: readonly string[] };
  }>;
  /** Adds a server to Cursor's own file. The copy of the file as it was, if there was one. */
  writeCursor(name: string, entry: object): Promise<string | undefined>;
  /** The help texts, made from the table, with all that is to be said about `asked`. */
  help(asked: readonly string[]): Promise<Help>;
  completions(): Promise<Completions>;
  /** What this machine has for toile, without sending anything. */
  machine(): Promise<readonly Finding[]>;
  /** Asks the index, which needs no key: how long it took, what the clock and the version there are. */
  reached(): Promise<Reached>;
  /** Keeps ids and names for completion, once the answer is written. */
  sawDesigns(designs: readonly DesignSummary[]): void;
}

export interface Help {
  readonly topics: readonly string[];
  /** A topic, a command or a group by its words; undefined when there is none. */
  find(words: readonly string[]): string | undefined;
}

/** One thing that `toile doctor` looked at. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
  /** What to type, or to do, about it. */
  readonly type?: string | undefined;
}

export interface Reached {
  readonly ms: number;
  readonly status: number;
  /** The `Date` header in milliseconds since 1970; undefined where none was sent. */
  readonly date: number | undefined;
  /** `version` of the index (specification 2.2). */
  readonly version: unknown;
}

/** The scripts that complete toile's words, by shell. */
export interface Completions {
  readonly shells: readonly string[];
  script(shell: string): string;
}

/** Where a download is to go. */
export interface WantedFile {
  /** As typed: a file, a folder, or `-` for stdout; the working folder when undefined. */
  readonly into: string | undefined;
  /** The name of the file where `into` is no file. */
  readonly name: string;
  readonly clobber: boolean;
  readonly skipExisting: boolean;
  /** It is one of several, for which `into` has to be a folder. */
  readonly several: boolean;
}

export interface Landed {
  /** As it would be typed; `-` for stdout. */
  readonly file: string;
  /** It is there already and stays as it is. */
  readonly skipped: boolean;
  /** Asks for its link, downloads, checks and names it. */
  receive(document: LinkedDocument): Promise<ReceivedDocument>;
  /** Writes and names it, where it is text that is here already. */
  fill(text: string): Promise<Received>;
  /** Leaves nothing behind of what was not received to its end. */
  drop(): Promise<void>;
}

/** What may be done with the folder of a pull. `list` gives the caller's designs from a cursor on. */
export interface Mirror {
  pull(options: PullOptions, list: List, asking: Asking): Promise<Pulled>;
  /** Asks for the list alone, and writes nothing. */
  planned(options: PullOptions, list: List): Promise<PlannedPull>;
  stale(
    words: readonly string[],
    reserve: number,
    tell: (done: number, of: number) => void,
  ): AsyncIterable<CheckedFile>;
}

/** A sandbox, and whose control this is. */
export interface SteeredSandbox {
  /** Null for the embedded one. */
  readonly base_url: string | null;
  readonly control: SandboxControl;
}

/** The rate limit as counted on this machine. */
export interface Quota {
  readonly baseUrl: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly used: number;
  readonly left: number;
  /** Milliseconds until the next request may be sent. */
  readonly waitMs: number;
  /** When nothing counts any more, in milliseconds since 1970; undefined where nothing does. */
  readonly resetAt: number | undefined;
  /** Until when the service asked for silence. */
  readonly blockedUntil: number | undefined;
}

export interface StartSandbox {
  readonly scenario: string | undefined;
  readonly port: number | undefined;
  readonly state: string | undefined;
  /** A pulled folder to be served instead of the sample garments. */
  readonly from: string | undefined;
}

/** The flags that choose which service is talked to and as whom. */
export type Choosing = 'sandbox' | 'sandbox-from' | 'account' | 'base-url';

// --- a command -----------------------------------------------------------------------------------------

export const GROUPS = ['Sign in', 'Read a design', 'Take it away', 'Work offline', 'Anything else'] as const;

export interface Command<O, A extends Answer = Answer> {
  /** The words typed: `designs ls`. */
  readonly path: string;
  readonly answers: A['kind'];
  /** Which of the flags that choose a service apply; all of them unless said. Others are refused. */
  readonly uses?: readonly Choosing[];
  readonly group: (typeof GROUPS)[number];
  readonly summary: string;
  /** Paragraphs below the summary in `--help`. */
  readonly about?: string;
  readonly words?: readonly WordSpec[];
  readonly flags?: Flags;
  readonly examples: readonly { readonly why: string; readonly line: string }[];
  /** The shape of `--json`, by example. */
  readonly json?: string;
  /** Exit codes that mean something of its own here. */
  readonly exits?: readonly (readonly [string, string])[];
  /** It is known to take long, so its waits for the rate limit end only where --max-wait says so. */
  patient?(options: O): boolean;
  /** The exit code of every failure, where the usual ones mean something else here. */
  readonly failsWith?: 2;
  /** Typed words to options; throws UsageError and does no I/O. */
  parse(typed: Typed): O;
  run(deps: Deps, options: O): Promise<A>;
  /** For a terminal. */
  view?(value: ViewInput<A>, options: O, around: Around): View;
  /** What the options ask for instead of the view: rows, or a text of its own. */
  form?(options: O): 'rows' | 'written' | undefined;
  /** The text of its own. */
  written?(value: ViewInput<A>, options: O): string;
  /** For pipes, `--jsonl` and `--csv`. A list is handed one page at a time. */
  rows?(value: ViewInput<A>, options: O, aside?: unknown): Rows;
}

/** What a view may know beside the answer. */
export interface Around {
  readonly aside: unknown;
  /** How toile is typed to reach the same service: `toile`, `toile --sandbox`. */
  readonly toile: Typeable;
  /** Milliseconds since 1970, for ages. */
  readonly now: number;
}

/** What the view of a list is handed. */
export interface Listed {
  readonly items: readonly unknown[];
  /** The command that shows the rest; absent on the last page. */
  readonly more?: Typeable;
}

export type ViewInput<A extends Answer> = A extends ListAnswer
  ? Listed
  : A extends HeldAnswer
    ? A['ready']
    : A extends BodyAnswer
      ? unknown
      : A extends MadeAnswer
        ? A['value']
        : never;

/** The identity function; it buys the inference from `parse` to `run` to `view`. */
export const define = <O, A extends Answer>(command: Command<O, A>): Command<O, A> => command;

/** A command of the table: what its parse returns is what its run takes, and nobody else looks into it. */
// biome-ignore lint/suspicious/noExplicitAny: the table holds commands of every option type
export type AnyCommand = Command<any, any>;

/** What a command is: data plus three functions, and the only things that those functions may touch. */

import type { Client, Requested, Whole } from '../client/index.ts';
import type { ExitCode } from '../errors.ts';
import type { Accounts } from '../state/accounts.ts';
import type { Keyring, SignIn } from '../keys/index.ts';
import type { RunningSandbox, SandboxControl } from '../sandbox/index.ts';
import type { Rows, View } from '../view/model.ts';

// --- what is typed -------------------------------------------------------------------------------------

/** One word after the command, in order. */
export interface WordSpec {
  readonly name: string;
  readonly about: string;
  readonly required?: boolean;
  /** Takes all that is left. Last word only. */
  readonly many?: boolean;
}

/** One flag. `value` names its value in help; without it the flag is a switch. */
export interface FlagSpec {
  readonly about: string;
  readonly value?: string;
  readonly short?: string;
  readonly choices?: readonly string[];
  /** Names the values that only a running machine knows, for completion. */
  readonly completes?: 'ids' | 'accounts' | 'kinds' | 'topics' | 'files';
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
  readonly exit?: ExitCode;
}

/** Data made by toile itself. `--json` prints it with `schema` first: `toile.<name>/1`. */
export interface MadeAnswer {
  readonly kind: 'made';
  readonly schema: string;
  readonly value: object;
  readonly exit?: ExitCode;
}

/** One item of a list: its value and its text as sent. */
export interface Item {
  readonly value: unknown;
  readonly text: string;
}

export interface Page {
  readonly items: readonly Item[];
  /** The page's own text, when it can stand for the answer unchanged. */
  readonly text?: string;
  /** Opaque cursor of what follows, or null. */
  readonly next: string | null;
}

/** A list of the service's shape, page after page; the last page says whether more exists. */
export interface ListAnswer {
  readonly kind: 'list';
  /** The member that holds the items: `designs`. */
  readonly member: string;
  readonly pages: AsyncIterable<Page>;
  /** The command that continues after `next`, as the user would type it. */
  continueWith(next: string): string;
  readonly exit?: ExitCode;
}

/** Bytes for stdout as they are (a script for the shell, a help text). */
export interface TextAnswer {
  readonly kind: 'text';
  readonly text: string;
  readonly exit?: ExitCode;
}

/** Something held open until stopped. `ready` is printed at once; Ctrl-C ends it with exit 0. */
export interface HeldAnswer {
  readonly kind: 'held';
  readonly schema: string;
  readonly ready: object;
  /** Resolves when it ended by itself; its exit code is the program's. */
  readonly ended: Promise<ExitCode | number>;
}

/** Commands to be shown and run one after the other, as if typed. */
export interface StepsAnswer {
  readonly kind: 'steps';
  readonly opening: View;
  readonly steps: readonly { readonly say: string; readonly argv: readonly string[] }[];
  readonly closing: View;
}

export type Answer = BodyAnswer | MadeAnswer | ListAnswer | TextAnswer | HeldAnswer | StepsAnswer;

// --- what a command may touch --------------------------------------------------------------------------

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Told to whoever watches; never part of the answer. */
export type Telling =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'busy'; readonly text: string }
  | { readonly kind: 'done' };

/** Questions. Each rejects with a UsageError where nobody can answer, and with Interrupted on Ctrl-C. */
export interface Ask {
  /** True where a person is there to answer. */
  readonly possible: boolean;
  secret(message: string): Promise<string>;
  confirm(message: string, fallback: boolean): Promise<boolean>;
  choose<T>(message: string, search: (term: string) => Promise<readonly Choice<T>[]>): Promise<T>;
}

export interface Choice<T> {
  readonly label: string;
  readonly detail?: string;
  readonly value: T;
}

/** Where requests go and with what; every member is where it came from too. */
export interface Target {
  readonly baseUrl: string;
  readonly mcpUrl: string | undefined;
  readonly account: string | undefined;
  readonly sandbox: boolean;
}

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

  target(): Promise<Target>;
  /** The client with the credential that applies; throws NotSignedIn with the ways to sign in. */
  api(): Promise<Client>;
  /** Any route, same credential, same origin. */
  request(requested: Requested): Promise<Whole<unknown>>;
  /** A client for a credential that is not stored yet. */
  clientFor(baseUrl: string, credential: string): Client;
  /** How the credential in use was found, and what it shadows; reads it. */
  signIn(): Promise<SignIn>;
  /** The OS keychain, or the file that stands for it. */
  keyring(): Promise<Keyring>;
  accounts(): Promise<Accounts>;

  /** Starts the sandbox on loopback. */
  startSandbox(options: StartSandbox): Promise<RunningSandbox>;
  /** The sandbox that `--sandbox` uses, or the one that runs. */
  sandbox(): Promise<SandboxControl>;
  /** Runs a program with the terminal as its own; resolves with its exit code. */
  spawn(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<number>;
  /** The help texts, made from the table. */
  help(): Promise<{ topic(name: string): string | undefined; topics: readonly string[]; command(words: readonly string[]): string | undefined }>;
}

export interface StartSandbox {
  readonly port: number | undefined;
  readonly state: string | undefined;
}

// --- a command -----------------------------------------------------------------------------------------

export const GROUPS = ['Sign in', 'Read a design', 'Take it away', 'Work offline', 'Anything else'] as const;

export interface Command<O = never, A extends Answer = Answer> {
  /** The words typed: `designs ls`. */
  readonly path: string;
  readonly group: (typeof GROUPS)[number];
  readonly summary: string;
  /** Paragraphs below the summary in `--help`. */
  readonly about?: string;
  readonly words?: readonly WordSpec[];
  readonly flags?: Flags;
  readonly examples: readonly { readonly why: string; readonly line: string }[];
  /** The shape of `--json`, by example. */
  readonly json?: string;
  /** Typed words to options; throws UsageError and does no I/O. */
  parse(typed: Typed): O;
  run(deps: Deps, options: O): Promise<A>;
  /** For a terminal. A list is handed `{items, next}`. */
  view?(value: ViewInput<A>, options: O, aside?: unknown): View;
  /** For pipes, `--jsonl` and `--csv`. A list is handed one page's `{items, next}` at a time. */
  rows?(value: ViewInput<A>, options: O): Rows;
}

export interface Listed {
  readonly items: readonly Item[];
  readonly next: string | null;
  /** The command that shows the rest; absent on the last page. */
  readonly more?: string;
}

export type ViewInput<A extends Answer> = A extends ListAnswer ? Listed : A extends HeldAnswer ? object : A extends BodyAnswer ? unknown : A extends MadeAnswer ? A['value'] : never;

/** The identity function; it buys the inference from `parse` to `run` to `view`. */
export const define = <O, A extends Answer>(command: Command<O, A>): Command<O, A> => command;

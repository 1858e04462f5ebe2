/** What a command is: data, a parse that does no I/O, a run that touches what it says, and how its answer looks. */

import type { Typeable } from '../border/shell.ts';
import type { Rows, View } from '../view/model.ts';
import type { Report } from '../view/report-markdown.ts';
import type { Answer, BodyAnswer, HeldAnswer, ListAnswer, MadeAnswer } from './answers.ts';
import type { Base, Deps } from './facets.ts';
import type { Flags, Typed, WordSpec } from './typed.ts';

/** The flags that choose which service is talked to and as whom. */
export type Choosing = 'sandbox' | 'sandbox-from' | 'account' | 'base-url';

export const GROUPS = ['Sign in', 'Read a design', 'Take it away', 'Work offline', 'Anything else'] as const;

/** What a command does beside answering, for whoever decides whether it may be run unasked. */
export interface Does {
  /** Requests to the service: never, whenever it runs, or as its words and flags say. */
  readonly sends: 'never' | 'sometimes' | 'always';
  /** Scopes that it may need beyond a valid key, as far as the specification shows them (5.4). */
  readonly scopes?: readonly ('export' | 'generate')[];
  /** It may order what costs money. */
  readonly pays?: true;
  /** What it leaves on this machine, beyond counts and names for completion. */
  readonly writes?: string;
  /** What it asks a person, where there is one to be asked. */
  readonly asks?: string;
}

/** The names of its rows' cells, in order. */
export interface Columns {
  /** With which words or flags, where there are several; the usual ones come first. */
  readonly when?: string;
  readonly names: readonly string[];
  /** Others follow, as the body has them. */
  readonly open?: true;
}

export interface Command<O, A extends Answer, D> {
  /** The words typed: `designs ls`. */
  readonly path: string;
  readonly answers: A['kind'];
  /** Which of the flags that choose a service apply; all of them unless said. Others are refused. */
  readonly uses?: readonly Choosing[];
  readonly group: (typeof GROUPS)[number];
  readonly does: Does;
  /** The schemas of what `--json` gives, by name (help/contract); none for a text. */
  readonly gives?: readonly string[];
  readonly summary: string;
  /** What people type for it who come from other tools: whoever does is told the name that it has here. */
  readonly elsewhere?: readonly string[];
  /** Paragraphs below the summary in `--help`. */
  readonly about?: string;
  readonly words?: readonly WordSpec[];
  readonly flags?: Flags;
  readonly examples: readonly { readonly why: string; readonly line: string }[];
  /** The shape of `--json`, by example. */
  readonly json?: string;
  /** Words and figures of its answer, each list explained below a title. */
  readonly explains?: readonly {
    readonly title: string;
    readonly terms: readonly (readonly [string, string])[];
  }[];
  /** Exit codes that mean something of its own here. */
  readonly exits?: readonly (readonly [string, string])[];
  /** Nothing is asked of a service, so that flags for one are refused. */
  local?(options: O): boolean;
  /** It is known to take long, so its waits for the rate limit end only where --max-wait says so. */
  patient?(options: O): boolean;
  /** The exit code of every failure, where the usual ones mean something else here. */
  readonly failsWith?: 2;
  /** Typed words to options; throws UsageError and does no I/O. */
  parse(typed: Typed): O;
  /** What it takes as `deps` is all that it may touch: see facets.ts. */
  readonly run: (deps: D, options: O) => Promise<A>;
  /** What `rows` has for columns, each list that it may have. */
  readonly columns?: readonly Columns[];
  /** For a terminal. */
  view?(value: ViewInput<A>, options: O, around: Around<AsideOf<A>>): View;
  /** What the options ask for instead of the view: rows, or a text of its own; `told` gives way to other forms. */
  form?(options: O): 'rows' | 'written' | 'told' | undefined;
  /** What it did, as Markdown, for the page of a run on GitHub. */
  report?(value: ViewInput<A>): Report | undefined;
  /** The text of its own. */
  written?(value: ViewInput<A>, options: O): string;
  /** For pipes, `--jsonl` and `--csv`. A list is handed one page at a time. */
  rows?(value: ViewInput<A>, options: O, aside: AsideOf<A>): Rows;
}

/** What a view may know beside the answer. */
export interface Around<S> {
  readonly aside: S;
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
    : A extends BodyAnswer | MadeAnswer
      ? A['value']
      : never;

/** What the answer has for the view alone; undefined for one that has nothing. */
type AsideOf<A> = A extends { readonly aside: infer S } ? S : undefined;

/** The identity function; it buys the inference from `parse` to `run` to `view`. */
export const define = <O, A extends Answer, D = Base>(command: Command<O, A, D>): Command<O, A, D> => command;

/** A command of the table: what its parse returns is what its run takes, and nobody else looks into it. */
// biome-ignore lint/suspicious/noExplicitAny: the table holds commands of every option type
export type AnyCommand = Command<any, any, Deps>;

/**
 * The specification of a command: plain data, a parse function without I/O, a run function that gets its context, and
 * functions that present the result.
 */

import type { RunReport } from '../output/views/report-markdown.ts';
import type { OutputRows, TerminalView } from '../output/views/view-model.ts';
import type { ShellSafe } from '../platform/escape/shell.ts';
import type { ArgumentSpec, FlagSpecs, ParsedArgs } from './argument-spec.ts';
import type { CommandContext } from './command-context.ts';
import type {
  CommandResult,
  DataResult,
  ListResult,
  LongRunningResult,
  ServiceResult,
} from './command-result.ts';

/** The name of a global flag that selects the service or the account, for example `base-url`. */
export type TargetFlag = 'sandbox' | 'sandbox-from' | 'account' | 'base-url';

/** The headings under which the help lists the commands, in order. */
export const COMMAND_GROUPS = [
  'Sign in',
  'Read a design',
  'Send to a factory',
  'Order a Tech Pack',
  'Keep a season',
  'Work offline',
  'Other commands',
] as const;

/** The side effects of a command (requests, cost, files, questions), for a program that decides whether to run it. */
export interface CommandEffects {
  /**
   * Tells whether the command sends requests to the service. `sometimes` means that this depends on its arguments and
   * flags.
   */
  readonly sends: 'never' | 'sometimes' | 'always';
  /**
   * The scopes (permissions of an API key) that some requests of the command need (section 5.4 of the specification).
   */
  readonly scopes?: readonly ('export' | 'generate')[];
  /** True if the command may place an order that costs money. */
  readonly pays?: true;
  /** The files or records that the command writes on this machine, except request counts and cached names. */
  readonly writes?: string;
  readonly asks?: string;
}

/**
 * A list of the column names in the rows that a command prints, in order. `when` names the arguments or flags for which
 * this list applies.
 */
export interface RowColumns {
  /**
   * The arguments or flags that make the command print the columns in `names`, for example `--download`. Absent for the
   * columns that are printed by default.
   */
  readonly when?: string;
  readonly names: readonly string[];
  /** True if the output can have more columns than `names`, depending on the body or the flags. */
  readonly open?: true;
}

/** A titled list of words and their explanations. `toile help COMMAND` prints it in two columns. */
export interface Glossary {
  readonly title: string;
  readonly terms: readonly (readonly [string, string])[];
}

/** The specification of one command. `O` is the type of its options, and `A` is the type of its result. */
export interface CommandSpec<O, A extends CommandResult> {
  /** The words of the command, for example `designs ls`. */
  readonly path: string;
  readonly resultKind: A['kind'];
  /**
   * The flags for the choice of the service, such as `base-url`, that the command uses. The command ignores all other
   * flags of this kind. Absent if the command uses all of them.
   */
  readonly targetFlags?: readonly TargetFlag[];
  readonly group: (typeof COMMAND_GROUPS)[number];
  readonly effects: CommandEffects;
  /** The names of the schemas of the `--json` output (src/cli/help/schemas). Empty if the command prints text. */
  readonly outputSchemas?: readonly string[];
  readonly summary: string;
  /** Names of the same command in other tools. The error for such a name suggests the name that toile uses. */
  readonly namesInOtherTools?: readonly string[];
  /** The text below the summary in `toile help COMMAND`. A blank line separates paragraphs. */
  readonly about?: string;
  readonly args?: readonly ArgumentSpec[];
  readonly flags?: FlagSpecs;
  readonly examples: readonly { readonly why: string; readonly line: string }[];
  /**
   * The structure of the `--json` output, as the help prints it. If it depends on the flags, the structures are
   * separated by blank lines.
   */
  readonly json?: string;
  /**
   * The words that the flags accept or the output contains, with explanations. `toile help COMMAND` prints each list of
   * words under its title.
   */
  readonly glossaries?: readonly Glossary[];
  readonly exitCodes?: readonly (readonly [string, string])[];
  /**
   * Returns true if the command may take long with these options. Such a command waits for the rate limit and repeats
   * failed requests without a limit of time, unless `--max-wait` is given.
   */
  hasUnlimitedWait?(options: O): boolean;
  /**
   * The exit code for every failure of the command. Only `toile diff` sets it, because its exit code 1 means that there
   * are differences.
   */
  readonly failureExitCode?: 2;
  /** Turns parsed arguments into options. Throws UsageError and does no I/O. */
  parse(typed: ParsedArgs): O;
  run(deps: CommandContext, options: O): Promise<A>;
  /**
   * The columns that `buildRows` can return: a default list, and further lists for arguments or flags that change the
   * columns, for example `--by basis`.
   */
  readonly columns?: readonly RowColumns[];
  buildView?(value: ViewInput<A>, options: O, around: ViewContext<ExtraOf<A>>): TerminalView;
  /**
   * Decides whether the command prints the text of `renderText` instead of the view or the rows. `text` means always,
   * `default-text` means only without `--fields`, and undefined means never. A format flag such as `--json` overrides
   * the decision.
   */
  chooseForm?(options: O): 'text' | 'default-text' | undefined;
  /** Returns a Markdown report of the run, for the job page on GitHub. */
  buildReport?(value: ViewInput<A>): RunReport | undefined;
  /** Returns the output as text. Called if `chooseForm` selects text. */
  renderText?(value: ViewInput<A>, options: O): string;
  /** Returns the rows for pipes, `--jsonl`, `--csv` and `--xlsx`. For a list, it is called once for each page. */
  buildRows?(value: ViewInput<A>, options: O, extra: ExtraOf<A>): OutputRows;
}

/**
 * Additional data from which a command builds its view. `extra` is a part of the result of the command that is not in
 * the printed value.
 */
export interface ViewContext<S> {
  readonly extra: S;
  /** The first words of suggested commands, for example `toile --sandbox`. */
  readonly toile: ShellSafe;
  /** The current time in milliseconds since 1970. A view uses it to show an age such as `3 weeks ago`. */
  readonly now: number;
}

/** The input of the view of a list: the items to show, and the command that prints the next page. */
export interface ListViewInput {
  readonly items: readonly unknown[];
  readonly more?: ShellSafe;
}

/**
 * The type of the data from which `buildView` builds the output. For a command that returns a list, the data are its
 * items. For a server, they are its start message. For any other command, they are the value of its result.
 */
export type ViewInput<A extends CommandResult> = A extends ListResult
  ? ListViewInput
  : A extends LongRunningResult
    ? A['ready']
    : A extends ServiceResult | DataResult
      ? A['value']
      : never;

type ExtraOf<A> = A extends { readonly extra: infer S } ? S : undefined;

/** Returns the specification unchanged. TypeScript infers the types that `parse`, `run` and `buildView` share. */
export const defineCommand = <O, A extends CommandResult>(command: CommandSpec<O, A>): CommandSpec<O, A> =>
  command;

/** The specification of any command, with options and results of any type. */
// biome-ignore lint/suspicious/noExplicitAny: the table holds commands of every option type
export type AnyCommand = CommandSpec<any, any>;

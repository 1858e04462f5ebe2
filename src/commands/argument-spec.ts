/** Arguments and flags of a command: their specification, and the values of a parsed command line. */

/** A kind of values that shell completion can offer, for example `ids`. `@files` stands for file names after an `@`. */
export type CompletionSource =
  | 'ids'
  | 'accounts'
  | 'purchases'
  | 'requests'
  | 'kinds'
  | 'topics'
  | 'commands'
  | 'scenarios'
  | 'files'
  | '@files'
  | 'programs';

/**
 * The rules for the value of an argument or flag: which values are accepted or suggested, whether several values can be
 * given, and what is read from stdin.
 */
export interface ValueRules {
  readonly choices?: readonly string[];
  /** Values that completion offers. Other values are accepted too. */
  readonly suggests?: readonly string[];
  /** True if the argument or flag accepts several values, separated by commas. */
  readonly commas?: true;
  readonly completes?: readonly CompletionSource[];
  /**
   * The kind of data that can be read from stdin. For an argument, or a flag with a value, stdin is read if the value
   * is `-`. For a flag without a value, stdin is read whenever the flag is given.
   */
  readonly stdin?: StdinKind;
}

/**
 * The data that an argument or flag reads from stdin: a JSON body, ids, either of them, or an API key. With `body or
 * ids`, input that begins with `{` or `[` is a body; any other input is a list of ids.
 */
export type StdinKind = 'body' | 'ids' | 'body or ids' | 'key';

/** One positional argument of a command, for example `ID`. `about` describes it in the help. */
export interface ArgumentSpec extends ValueRules {
  readonly name: string;
  readonly about: string;
  readonly required?: boolean;
  /**
   * True if the argument takes all remaining words of the command line. Allowed only for the last argument of a
   * command.
   */
  readonly many?: boolean;
  /**
   * Maps each value of this argument to the rules for the next argument. For example, in `toile config set KEY VALUE`,
   * the rules for VALUE depend on the value of KEY.
   */
  readonly nextChoices?: Readonly<Record<string, ValueRules & { readonly about: string }>>;
}

/**
 * The specification of one flag of a command. `value` is the placeholder for its value in the help, for example `FILE`.
 * A flag without `value` is a switch.
 */
export interface FlagSpec extends ValueRules {
  readonly about: string;
  readonly value?: string;
  /** True if the flag may be given several times. All its values are then in `repeatedFlags`. */
  readonly repeats?: true;
  /**
   * True if the flag may be given without a value. A word after the flag is read as its value, unless the word begins
   * with `-`.
   */
  readonly optional?: true;
  /**
   * The only value that this flag accepts. The value is optional and must follow `=`. For example, with the value
   * `all`, both `--delete` and `--delete=all` are valid.
   */
  readonly joined?: string;
  readonly short?: string;
  /** The default value, as it would be typed. */
  readonly default?: string;
  /** Names of the flag in other tools. The error for such a name suggests the name that toile uses. */
  readonly namesInOtherTools?: readonly string[];
  /**
   * The part of the output that this flag changes: the rows (`rows`), the layout on a terminal (`screen`) or the text
   * output (`text`). EXCLUDED_OUTPUT_FLAGS lists the flags that cannot be used together with this flag, for example
   * `--json` for `rows`.
   */
  readonly affects?: 'rows' | 'screen' | 'text';
  readonly excludes?: readonly string[];
}

/** The flags of a command by name, without the leading hyphens. */
export type FlagSpecs = Readonly<Record<string, FlagSpec>>;

/** The flags that were typed: names in kebab-case, values as strings or `true`. A flag that was not typed is absent. */
export type FlagValues = Readonly<Record<string, string | true | undefined>>;

/** The arguments and flags of a command line, as typed. */
export interface ParsedArgs {
  readonly args: readonly string[];
  readonly flags: FlagValues;
  readonly repeatedFlags?: Readonly<Record<string, readonly string[]>>;
}

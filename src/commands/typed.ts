/** What is typed behind a command: its words and flags, as the table says them and as they came. */

/** What the machine on which it is typed knows, for completion. `@files` are files behind an @. */
export type Found =
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

/** What a word or a value may be, as far as it can be listed. */
export interface Listable {
  /** No other word is taken. */
  readonly choices?: readonly string[];
  /** Words that completion offers, where others may be typed as well. */
  readonly suggests?: readonly string[];
  /** Several of them may be typed, with commas between. */
  readonly commas?: true;
  readonly completes?: readonly Found[];
}

/** One word after the command, in order. */
export interface WordSpec extends Listable {
  readonly name: string;
  readonly about: string;
  readonly required?: boolean;
  /** Takes all that is left. Last word only. */
  readonly many?: boolean;
  /** What the word behind each of its choices may be, where that depends on it. */
  readonly before?: Readonly<Record<string, Listable & { readonly about: string }>>;
}

/** One flag. `value` names its value in help; without it the flag is a switch. */
export interface FlagSpec extends Listable {
  readonly about: string;
  readonly value?: string;
  /** May be typed more than once; its values are in `several`. */
  readonly repeats?: true;
  /** The value may be left out. It is read as one whenever a word follows. */
  readonly optional?: true;
  /** A switch that takes this one word, too, behind `=` only: `--delete` and `--delete=all`. */
  readonly joined?: string;
  readonly short?: string;
  /** What holds where it is not typed, as it would be typed. */
  readonly default?: string;
  /** What other tools call it: whoever types that is told the name that it has here. */
  readonly elsewhere?: readonly string[];
  /** It chooses among rows, or lays out a screen, and leaves the body as it came: refused beside other forms. */
  readonly acts?: 'rows' | 'screen';
  /** Left out of help and completion. */
  readonly hidden?: true;
}

export type Flags = Readonly<Record<string, FlagSpec>>;

/** Flags as typed: kebab-case names, strings or true; absent when not given. */
export type Given = Readonly<Record<string, string | true | undefined>>;

export interface Typed {
  readonly words: readonly string[];
  readonly flags: Given;
  /** Of each flag that may be typed more than once, all values. */
  readonly several?: Readonly<Record<string, readonly string[]>>;
}

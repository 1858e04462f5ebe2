/** What a command answers. How that is written is decided elsewhere (main/present.ts). */

import type { Typeable } from '../border/shell.ts';
import type { ToileError } from '../errors.ts';
import type { View } from '../view/model.ts';

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
export interface MadeAnswer<V extends object = object> {
  readonly kind: 'made';
  readonly schema: string;
  readonly value: V;
  readonly exit?: number;
  /** What it has not come to: said on stderr as a failure is, also with -q. The exit code is this one's. */
  readonly unfinished?: ToileError;
}

/** The same, made. */
export const made = <V extends object>(
  schema: string,
  value: V,
  more: Pick<MadeAnswer, 'exit' | 'unfinished'> = {},
): MadeAnswer<V> => ({ kind: 'made', schema, value, ...more });

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
  /** Of a list that toile makes itself: what `--json` begins with. Its pages have no text, and no cursor. */
  readonly schema?: string;
  /** The member that holds the items: `designs`. */
  readonly member: string;
  /** Further members of `--json`, asked for behind the last page. */
  beside?(): Readonly<Record<string, unknown>>;
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

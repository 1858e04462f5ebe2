/** The results that a command can return. `src/cli/present-result.ts` decides how a result is written. */

import type { TerminalView } from '../output/views/view-model.ts';
import type { ToileError } from '../platform/errors.ts';
import type { ShellSafe } from '../platform/escape/shell.ts';

/** A response body of the service: its text as sent, and its parsed value, in which numbers keep their text. */
export interface ServiceResult {
  readonly kind: 'body';
  readonly value: unknown;
  readonly text: string;
  /**
   * Data that is not in the body but is needed to print the body as a view or as rows, for example the requested id.
   * `--json` does not print this data.
   */
  readonly extra?: unknown;
  /** Lines printed before the body: the status and headers if `--include` is given. */
  readonly headLines?: readonly string[];
  readonly exit?: number;
  readonly unfinished?: ToileError;
}

/** Data that toile computed itself. `--json` prints it with `schema` first, for example `toile.quota/1`. */
export interface DataResult<V extends object = object> {
  readonly kind: 'data';
  readonly schema: string;
  readonly value: V;
  readonly exit?: number;
  /** The error that explains why the result is incomplete. It goes to stderr and does not change the exit code. */
  readonly unfinished?: ToileError;
}

/**
 * Returns a result with data that toile computed itself. `more` can set an exit code and the error that explains why
 * the data are incomplete.
 */
export const buildDataResult = <V extends object>(
  schema: string,
  value: V,
  more: Pick<DataResult, 'exit' | 'unfinished'> = {},
): DataResult<V> => ({ kind: 'data', schema, value, ...more });

/**
 * One page of a list: its text as the service sent it, and those of its items that the filters of the command select.
 */
export interface ResultPage {
  readonly text: string;
  /** The selected items, each with its position `at` in the whole page. */
  readonly items: readonly { readonly at: number; readonly value: unknown }[];
  /** True if no item of the page was filtered out, so that the text of the page can be printed unchanged. */
  readonly isComplete: boolean;
  /** Opaque cursor of the next page, or null on the last page. */
  readonly nextCursor: string | null;
}

/** A list that is read page by page. `--json` prints all pages as one body. */
export interface ListResult {
  readonly kind: 'list';
  /**
   * The name of a JSON schema, for example `toile.counts/1`. Present only for a list that toile computes itself, absent
   * for a list from the service.
   */
  readonly schema?: string;
  /** The name of the member of the JSON body that contains the items of the list, for example `designs`. */
  readonly member: string;
  /**
   * Returns the members that the printed JSON body has besides the list of items, for example `totals`. Only a list
   * with `schema` can have such members. Called after the last page.
   */
  listOtherMembers?(): Readonly<Record<string, unknown>>;
  readonly pages: AsyncIterable<ResultPage>;
  formatNextCommand(next: string): ShellSafe;
  readonly exit?: number;
}

/** Text for stdout, printed unchanged: a shell script or a help text. */
export interface TextResult {
  readonly kind: 'text';
  readonly text: string;
  readonly exit?: number;
}

/** A server that runs until it is stopped. `ready` is printed at once; Ctrl-C stops the server with exit code 0. */
export interface LongRunningResult {
  readonly kind: 'server';
  readonly schema: string;
  readonly ready: object;
  /** Resolves with the exit code if the server ends before the user stops it. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

/** A server on stdin and stdout, for example MCP. stdout gets no other output. Ctrl-C ends it with exit code 0. */
export interface ProtocolResult {
  readonly kind: 'protocol';
  /** Resolves with the exit code when the client closes the connection. */
  readonly ended: Promise<number>;
  close(): Promise<void>;
}

/**
 * Commands to run on the sandbox, one after the other. Before a command runs, it is shown with its explanation `say`.
 */
export interface StepsResult {
  readonly kind: 'steps';
  readonly opening: TerminalView;
  readonly steps: readonly { readonly say: string; readonly argv: readonly string[] }[];
  readonly closing: TerminalView;
}

/** Any result that a command can return. */
export type CommandResult =
  | ServiceResult
  | DataResult
  | ListResult
  | TextResult
  | LongRunningResult
  | ProtocolResult
  | StepsResult;

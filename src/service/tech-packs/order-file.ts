import { Failure } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { JsonReadResult, VersionedJson } from '../../platform/system/json-file.ts';
import { findTransition, formatTransitionText } from './order-machine.ts';
import {
  addDigest,
  ORDER_FILE_VERSION,
  type OrderFileContent,
  type OrderRecord,
  parseOrderRecords,
} from './order-record.ts';

/** A store of order records: a file of this machine, or the records of one design in the shared store. */
export interface OrderFile {
  /** The path of the file, or a description of the shared store, to print in messages. */
  readonly path: string;
  /** Reads the order records. Does not throw if the file is missing or unreadable. */
  read(): Promise<JsonReadResult>;
  /**
   * Reads the records and calls `edit` with the result, also if they are unreadable. Saves the member `next` of what
   * `edit` returns, if present, and returns the member `result`. Throws if locking or saving fails, or if the shared
   * store is unavailable. A file of this machine is locked during the call. In the shared store, `edit` is called again
   * if another machine changed the records in the meantime.
   */
  change<R>(
    edit: (found: JsonReadResult) => { readonly next?: VersionedJson; readonly result: R },
  ): Promise<R>;
  /** Renames the order file if it is unreadable and the user decided to continue without it. Returns the new path. */
  moveAside(): Promise<string>;
}

/**
 * Converts the result of `OrderFile.read` to records. A missing file has no records. `damaged` has the damaged entries.
 * `lost` has the reason if the whole file is unreadable.
 */
export const parseOrderFile = (found: JsonReadResult): OrderFileContent => {
  if (found.is === 'absent') return { records: [], damaged: [] };
  if (found.is === 'read') return parseOrderRecords(found.value);
  const problem = found.is === 'corrupted' ? 'it is truncated or overwritten' : found.why;
  return { records: [], damaged: [], lost: problem };
};

/** Creates the error for unreadable records. No order is sent until the user runs `techpack forget --damaged`. */
export const createUnreadableError = ({ lost, damaged }: OrderFileContent, path: string): Failure => {
  const transition = findTransition('unreadable', 'same');
  const why =
    lost === undefined
      ? `${path} has ${damaged.length === 1 ? 'a record' : `${damaged.length} records`} that cannot be read`
      : `${path} cannot be read (${lost})`;
  return new Failure(formatTransitionText(transition, { why }), {
    code: 'purchases_lost',
    hint: shellText`check the purchases on the website of the service; then, to continue without the unreadable records: toile techpack forget --damaged`,
    details: { purchase_state: 'unreadable', next: shellText`toile techpack forget --damaged` },
  });
};

/**
 * Returns the records of an order file. Throws a Failure if any record is unreadable, because the order that the caller
 * looks for could be in that record.
 */
export const requireReadableRecords = (content: OrderFileContent, path: string): readonly OrderRecord[] => {
  if (content.lost !== undefined || content.damaged.length > 0) throw createUnreadableError(content, path);
  return content.records;
};

/**
 * Returns the new content of an order file: the records `purchases`, each with a digest, followed by the damaged
 * entries in `damaged`. `forgotten`, if given, replaces the list of removed records. All other members of the old
 * content `found` are kept.
 */
export const replaceOrderRecords = (
  found: JsonReadResult,
  purchases: readonly OrderRecord[],
  { damaged = [], ...more }: { readonly damaged?: readonly unknown[]; readonly forgotten?: object } = {},
) => ({
  ...(found.is === 'read' && found.value),
  ...more,
  version: ORDER_FILE_VERSION,
  purchases: [...purchases.map(addDigest), ...damaged],
});

/** Returns the records that the user removed with `techpack forget`, from the member `forgotten` of the file. */
export const listForgottenRecords = (found: JsonReadResult): readonly unknown[] => {
  const forgottenRecords = found.is === 'read' ? found.value.forgotten : undefined;
  return Array.isArray(forgottenRecords) ? forgottenRecords : [];
};

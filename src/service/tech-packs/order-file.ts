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

/** The place where order records are saved: a file of this machine, or one design in the shared store. */
export interface OrderFile {
  /** The path for messages. */
  readonly path: string;
  /** Reads the file. Never throws for a missing or unreadable file: the result says so. */
  read(): Promise<JsonReadResult>;
  /** Reads, edits and replaces the file under its lock. Writes nothing without `next`. Throws if it fails. */
  change<R>(
    edit: (found: JsonReadResult) => { readonly next?: VersionedJson; readonly result: R },
  ): Promise<R>;
  /** Renames the file, because the user decided to continue without it. Returns the new path. */
  moveAside(): Promise<string>;
}

/** Parses the result of `OrderFile.read`. A missing file has no records; for an unreadable file, `lost` says why. */
export const parseOrderFile = (found: JsonReadResult): OrderFileContent => {
  if (found.is === 'absent') return { records: [], damaged: [] };
  if (found.is === 'read') return parseOrderRecords(found.value);
  const lost = found.is === 'corrupted' ? 'it is truncated or overwritten' : found.why;
  return { records: [], damaged: [], lost };
};

/** Creates the error for unreadable records. Nothing is sent until the user runs `techpack forget --damaged`. */
export const createUnreadableError = ({ lost, damaged }: OrderFileContent, path: string): Failure => {
  const cell = findTransition('unreadable', 'same');
  const why =
    lost === undefined
      ? `${path} has ${damaged.length === 1 ? 'a record' : `${damaged.length} records`} that cannot be read`
      : `${path} cannot be read (${lost})`;
  return new Failure(formatTransitionText(cell, { why }), {
    code: 'purchases_lost',
    hint: shellText`check the purchases on the website of the service; then, to continue without that record: toile techpack forget --damaged`,
    details: { purchase_state: 'unreadable', next: shellText`toile techpack forget --damaged` },
  });
};

/** Returns all records of a parsed file. Throws a Failure if one is unreadable, because it may be any order. */
export const requireReadableRecords = (book: OrderFileContent, path: string): readonly OrderRecord[] => {
  if (book.lost !== undefined || book.damaged.length > 0) throw createUnreadableError(book, path);
  return book.records;
};

/**
 * Returns the content of the file with `purchases` as its records. Damaged entries are replaced by `damaged`, the list
 * of removed records by `forgotten`; other members stay.
 */
export const withOrderRecords = (
  found: JsonReadResult,
  purchases: readonly OrderRecord[],
  { damaged = [], ...more }: { readonly damaged?: readonly unknown[]; readonly forgotten?: object } = {},
) => ({
  ...(found.is === 'read' && found.value),
  ...more,
  version: ORDER_FILE_VERSION,
  purchases: [...purchases.map(addDigest), ...damaged],
});

/** Returns the records that the user removed with `techpack forget`. The file keeps them in its member `forgotten`. */
export const listForgotten = (found: JsonReadResult): readonly unknown[] => {
  const forgotten = found.is === 'read' ? found.value.forgotten : undefined;
  return Array.isArray(forgotten) ? forgotten : [];
};

import { typeable } from '../border/shell.ts';
import { Failure } from '../errors.ts';
import type { Found, Versioned } from '../system/json-file.ts';
import { at, said } from './machine.ts';
import { addDigest, type Book, type Purchase, readBook, VERSION } from './record.ts';

/** Where a book of purchases is kept: a file of this machine, or what machines share. Nobody moves it unasked. */
export interface PurchasesFile {
  /** In words for people. */
  readonly path: string;
  /** What stands there; changes nothing. */
  look(): Promise<Found>;
  /** Reads, changes and replaces with nobody in between. Throws where that cannot be, and what `edit` throws. */
  change<R>(edit: (found: Found) => { readonly next?: Versioned; readonly result: R }): Promise<R>;
  /** Moves it out of the way, because a person said so; where to. */
  setAside(): Promise<string>;
}

/** What stands in the file, as it is understood. */
export const bookIn = (found: Found): Book => {
  if (found.is === 'absent') return { purchases: [], damaged: [] };
  if (found.is === 'read') return readBook(found.value);
  const lost = found.is === 'corrupted' ? 'it is cut short or overwritten' : found.why;
  return { purchases: [], damaged: [], lost };
};

/** Nothing is sent, and nothing is changed, until a person has said what is to become of it. */
export const unreadable = ({ lost, damaged }: Book, path: string): Failure => {
  const cell = at('unreadable', 'same');
  const why =
    lost === undefined
      ? `${path} has ${damaged.length === 1 ? 'a record' : `${damaged.length} records`} that cannot be read`
      : `${path} cannot be read (${lost})`;
  return new Failure(said(cell, { why }), {
    code: 'purchases_lost',
    hint: typeable`look at the purchases on the service's own site; then, to go on without that record: toile techpack forget --damaged`,
    details: { purchase_state: 'unreadable', next: typeable`toile techpack forget --damaged` },
  });
};

/** For what may lead to a request: one record that cannot be read may be any request. */
export const wholeIn = (book: Book, path: string): readonly Purchase[] => {
  if (book.lost !== undefined || book.damaged.length > 0) throw unreadable(book, path);
  return book.purchases;
};

/** The file with other records; damaged entries, and what stood there beside the list, stay as they are. */
export const rewritten = (
  found: Found,
  purchases: readonly Purchase[],
  { damaged = [], ...more }: { readonly damaged?: readonly unknown[]; readonly forgotten?: object } = {},
) => ({
  ...(found.is === 'read' && found.value),
  ...more,
  version: VERSION,
  purchases: [...purchases.map(addDigest), ...damaged],
});

/** Records that a person had forgotten. */
export const forgottenIn = (found: Found): readonly unknown[] => {
  const forgotten = found.is === 'read' ? found.value.forgotten : undefined;
  return Array.isArray(forgotten) ? forgotten : [];
};

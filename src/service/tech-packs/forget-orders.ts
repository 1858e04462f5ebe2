import { nextCommand } from '../../platform/escape/shell.ts';
import { listOrderRecords } from './list-records.ts';
import { createOrderFailure } from './order-failure.ts';
import {
  createUnreadableError,
  listForgotten,
  type OrderFile,
  parseOrderFile,
  withOrderRecords,
} from './order-file.ts';
import { findTransition } from './order-machine.ts';
import type { OrderRecords } from './order-records.ts';
import type { IsHolderGone } from './order-situation.ts';

/**
 * Creates the methods that remove records at the request of the user. Removed records stay in the file as
 * forgotten.
 */
export const createForgetMethods = (
  file: OrderFile,
  gone: IsHolderGone,
): Pick<OrderRecords, 'forget' | 'forgetDamaged'> => ({
  forget: (id) =>
    file.change((found) => {
      const book = parseOrderFile(found);
      if (book.lost !== undefined) throw createUnreadableError(book, file.path);
      const meant = book.records.filter(
        (one) => one.ref === id.toLowerCase() || one.purchase_id?.toLowerCase() === id.toLowerCase(),
      );
      if (meant.length === 0) return { result: undefined };
      const isBusy = meant.some((one) => (one.state === 'sent' || one.state === 'intended') && !gone(one));
      if (isBusy)
        throw createOrderFailure(
          findTransition('sent', 'forget'),
          {},
          { code: 'being_sent', hint: nextCommand`toile techpack ls` },
        );
      const left = book.records.filter((one) => !meant.includes(one));
      return {
        next: withOrderRecords(found, left, {
          damaged: book.damaged,
          forgotten: [...listForgotten(found), ...meant],
        }),
        result: listOrderRecords(book.records, gone).filter(({ ref }) =>
          meant.some((one) => one.ref === ref),
        ),
      };
    }),
  async forgetDamaged() {
    const entries = await file.change((found) => {
      const { records, damaged, lost } = parseOrderFile(found);
      if (lost !== undefined) return { result: undefined };
      if (damaged.length === 0) return { result: 0 };
      const forgotten = [...listForgotten(found), ...damaged];
      return { next: withOrderRecords(found, records, { forgotten }), result: damaged.length };
    });
    if (entries !== undefined) return { entries, kept_as: null };
    return { entries: 0, kept_as: await file.moveAside() };
  },
});

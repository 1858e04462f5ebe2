import { toType } from '../border/shell.ts';
import { failing } from './failures.ts';
import { at } from './machine.ts';
import type { Gone } from './situation.ts';
import { listRecords } from './standing.ts';
import type { Purchases } from './store.ts';
import { bookIn, forgottenIn, type PurchasesFile, rewritten, unreadable } from './store-entries.ts';

/** How a person takes back what toile would hold against the next request. What was known stays in the file. */
export const forgetting = (file: PurchasesFile, gone: Gone): Pick<Purchases, 'forget' | 'forgetDamaged'> => ({
  forget: (id) =>
    file.change((found) => {
      const book = bookIn(found);
      if (book.lost !== undefined) throw unreadable(book, file.path);
      const meant = book.purchases.filter(
        (one) => one.ref === id.toLowerCase() || one.purchase_id?.toLowerCase() === id.toLowerCase(),
      );
      if (meant.length === 0) return { result: undefined };
      const isBusy = meant.some((one) => (one.state === 'sent' || one.state === 'intended') && !gone(one));
      if (isBusy)
        throw failing(at('sent', 'forget'), {}, { code: 'being_sent', hint: toType`toile techpack ls` });
      const left = book.purchases.filter((one) => !meant.includes(one));
      return {
        next: rewritten(found, left, {
          damaged: book.damaged,
          forgotten: [...forgottenIn(found), ...meant],
        }),
        result: listRecords(book.purchases, gone).filter(({ ref }) => meant.some((one) => one.ref === ref)),
      };
    }),
  async forgetDamaged() {
    const entries = await file.change((found) => {
      const { purchases, damaged, lost } = bookIn(found);
      if (lost !== undefined) return { result: undefined };
      if (damaged.length === 0) return { result: 0 };
      const forgotten = [...forgottenIn(found), ...damaged];
      return { next: rewritten(found, purchases, { forgotten }), result: damaged.length };
    });
    if (entries !== undefined) return { entries, kept_as: null };
    return { entries: 0, kept_as: await file.setAside() };
  },
});

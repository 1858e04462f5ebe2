import { type Path, within } from '../border/path.ts';
import type { Purchases } from '../purchases/book.ts';
import type { Host } from '../state/host.ts';

/** What was requested from this machine, in its file of that folder. */
export const purchasesIn = async (folder: Path, host: Host): Promise<Purchases> => {
  const [{ createPurchases }, { guardedFile }, { isGone, nameOf }] = await Promise.all([
    import('../purchases/book.ts'),
    import('../state/kept-file.ts'),
    import('../state/holder.ts'),
  ]);
  return createPurchases(guardedFile(within(folder, 'purchases.json'), host), {
    me: nameOf(host),
    isGone: (holder, since) => isGone(holder, since, host),
  });
};

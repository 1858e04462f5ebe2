import { type Path, within } from '../border/path.ts';
import type { Purchases } from '../purchases/store.ts';
import type { Host } from '../system/host.ts';

/** What was requested from this machine, in its file of that folder. */
export const purchasesIn = async (folder: Path, host: Host): Promise<Purchases> => {
  const [{ createPurchases }, { guardedFile }, { isGone, nameOf }] = await Promise.all([
    import('../purchases/store.ts'),
    import('../system/json-file.ts'),
    import('../system/process-identity.ts'),
  ]);
  return createPurchases(guardedFile(within(folder, 'purchases.json'), host), {
    me: nameOf(host),
    isGone: (holder, since) => isGone(holder, since, host),
  });
};

import { randomBytes } from 'node:crypto';
import { type Path, within } from '../border/path.ts';
import type { Purchases } from '../purchases/store.ts';
import type { PurchasesFile } from '../purchases/store-entries.ts';
import type { Host } from '../system/host.ts';

/** The file of that folder for what was requested from this machine. */
export const purchasesFile = async (folder: Path, host: Host): Promise<PurchasesFile> => {
  const { guardedFile } = await import('../system/json-file.ts');
  return guardedFile(within(folder, 'purchases.json'), host);
};

/** A reference that no other record has, on any machine. */
export const newRef = (): string => randomBytes(8).toString('hex');

/** What is written in that file, as one process of this machine. */
export const purchasesOver = async (file: PurchasesFile, host: Host): Promise<Purchases> => {
  const [{ createPurchases }, { isGone, nameOf }] = await Promise.all([
    import('../purchases/store.ts'),
    import('../system/process-identity.ts'),
  ]);
  return createPurchases(file, {
    me: nameOf(host),
    isGone: (holder, since) => isGone(holder, since, host),
    newRef,
    redact: host.redact,
  });
};

/** What was requested from this machine. */
export const purchasesIn = async (folder: Path, host: Host): Promise<Purchases> =>
  purchasesOver(await purchasesFile(folder, host), host);

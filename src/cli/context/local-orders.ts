import { randomBytes } from 'node:crypto';
import { joinPath, type SafePath } from '../../platform/files/safe-path.ts';
import type { ProcessInfo } from '../../platform/system/process-info.ts';
import type { OrderFile } from '../../service/tech-packs/order-file.ts';
import type { OrderRecords } from '../../service/tech-packs/order-records.ts';

/** Opens the file with the orders of this machine, or those of the embedded sandbox. */
export const openOrderFile = async (
  folder: SafePath,
  host: ProcessInfo,
  isSandbox = false,
): Promise<OrderFile> => {
  const { openStrictJsonFile } = await import('../../platform/system/json-file.ts');
  return openStrictJsonFile(joinPath(folder, isSandbox ? 'sandbox-purchases.json' : 'purchases.json'), host);
};

/** Returns a new random reference of 16 hexadecimal digits, unique among all machines. */
export const createOrderRef = (): string => randomBytes(8).toString('hex');

/** Opens the orders in the file, in the name of this process. */
export const openOrdersInFile = async (file: OrderFile, host: ProcessInfo): Promise<OrderRecords> => {
  const [{ createOrderRecords }, { isProcessGone, createProcessName }] = await Promise.all([
    import('../../service/tech-packs/order-records.ts'),
    import('../../platform/system/process-identity.ts'),
  ]);
  return createOrderRecords(file, {
    me: createProcessName(host),
    isGone: (holder, since) => isProcessGone(holder, since, host),
    newRef: createOrderRef,
    redact: host.redact,
  });
};

/** Opens the orders of this machine in a state folder, or those of the embedded sandbox. */
export const openLocalOrders = async (
  folder: SafePath,
  host: ProcessInfo,
  isSandbox = false,
): Promise<OrderRecords> => openOrdersInFile(await openOrderFile(folder, host, isSandbox), host);

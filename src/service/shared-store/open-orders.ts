/** Opens the order records of this machine, or of all machines that share a server. */

import { randomBytes } from 'node:crypto';
import { Failure, NotSignedIn, UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { joinPath, type SafePath } from '../../platform/files/safe-path.ts';
import { cacheResult } from '../../platform/promises.ts';
import type { ProcessInfo } from '../../platform/shared-types.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import type { Routes } from '../client/index.ts';
import type { OrderFile } from '../tech-packs/order-file.ts';
import type { OrderRecords } from '../tech-packs/order-records.ts';
import type { ServiceCaller, SharedEngine } from './connect-shared-engine.ts';

/**
 * Opens the file with the order records in `folder`: `purchases.json`, or `sandbox-purchases.json` for the embedded
 * sandbox. Reads nothing yet.
 */
export const openOrderFile = async (
  folder: SafePath,
  host: ProcessInfo,
  isSandbox = false,
): Promise<OrderFile> => {
  const { openStrictJsonFile } = await import('../../platform/system/json-file.ts');
  return openStrictJsonFile(joinPath(folder, isSandbox ? 'sandbox-purchases.json' : 'purchases.json'), host);
};

/** Returns a random reference of 16 hexadecimal digits for an order, unique among all machines. */
export const createOrderRef = (): string => randomBytes(8).toString('hex');

/**
 * Creates the functions that read and write the order records in `file`. While an order is being sent, its record
 * contains the name of the process that sends it.
 */
export const openOrdersInFile = async (file: OrderFile, host: ProcessInfo): Promise<OrderRecords> => {
  const [{ createOrderRecords }, { isProcessGone, createProcessName }] = await Promise.all([
    import('../tech-packs/order-records.ts'),
    import('../../platform/system/process-identity.ts'),
  ]);
  return createOrderRecords(file, {
    me: createProcessName(host),
    isGone: (holder, since) => isProcessGone(holder, since, host),
    createRef: createOrderRef,
    redact: host.redact,
  });
};

/**
 * Opens the order records of this machine in the state folder `folder`. If `isSandbox` is true, opens the order records
 * of the embedded sandbox instead.
 */
export const openLocalOrders = async (
  folder: SafePath,
  host: ProcessInfo,
  isSandbox = false,
): Promise<OrderRecords> => openOrdersInFile(await openOrderFile(folder, host, isSandbox), host);

/** The service and the user for which a run places orders. */
interface OrderingUser {
  readonly isSandbox: boolean;
  target(): Promise<{ readonly baseUrl: string; readonly account: string | undefined }>;
  readCaller(): Promise<ServiceCaller>;
  api(): Promise<Routes>;
}

/**
 * Creates the functions with which one run opens order records. With TOILE_SHARED, they open the records of all
 * machines, otherwise those of this machine. `isShared` is true if TOILE_SHARED is set.
 */
export const createOrderAccess = (
  storage: LocalStorage,
  isShared: boolean,
  openSharedEngine: () => Promise<SharedEngine | undefined>,
  { isSandbox, target, readCaller, api }: OrderingUser,
) => {
  const openLocal = async () =>
    openLocalOrders((await storage.resolveFolders()).state, storage.processInfo, isSandbox);
  const readUserId = async (): Promise<string> => {
    const [{ origin, credential }, { loadUserId }, { createLogName }] = await Promise.all([
      readCaller(),
      import('./connect-shared-engine.ts'),
      import('../rate-limit/rate-limiter.ts'),
    ]);
    return loadUserId(storage, createLogName(origin, credential), async () => {
      const { value } = await (await api()).me().withResponse();
      const id: unknown = Reflect.get(Object(value), 'user_id');
      if (typeof id === 'string' && id !== '' && id.length <= 200) return id;
      throw new Failure('the service sent no user id for this key, so its requests cannot be shared');
    });
  };
  let isLocalGuard = false;
  const openRecords = cacheResult(async () => {
    const engine = await openSharedEngine();
    if (engine === undefined) return openLocal();
    const [{ baseUrl, account }, userId] = await Promise.all([target(), readUserId()]);
    return engine.openOrders({ baseUrl, account, userId }, () => isLocalGuard);
  });
  return {
    /**
     * Opens the order records that all machines share. If TOILE_SHARED is not set or there is no credential, opens the
     * records of this machine instead.
     */
    openOrders: () =>
      openRecords().catch((error: unknown) => {
        // The shared order records can be read only with the user id, and the request for this id needs a credential.
        // Without a credential, the records of this machine are opened instead.
        if (error instanceof NotSignedIn) return openLocal();
        throw error;
      }),
    /**
     * Allows orders while the server of TOILE_SHARED is unavailable. Such an order is checked only against the records
     * of this machine. Throws a UsageError if TOILE_SHARED is not set.
     */
    guardLocally: () => {
      if (!isShared) throw new UsageError('--local-guard has no effect without TOILE_SHARED');
      isLocalGuard = true;
    },
    /** Returns the functions that use the server of TOILE_SHARED. Throws a UsageError if TOILE_SHARED is not set. */
    async requireSharedEngine() {
      const engine = await openSharedEngine();
      if (engine !== undefined) return engine;
      throw new UsageError('TOILE_SHARED is not set', {
        hint: shellText`set it to the address of a Valkey or Redis: TOILE_SHARED=rediss://host:6379`,
      });
    },
  };
};

/** The functions that open the order records of one run of toile. */
export type OrderAccess = ReturnType<typeof createOrderAccess>;

/** Connects to the server of TOILE_SHARED. Loaded only if that variable is set. */

import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { joinPath } from '../../platform/files/safe-path.ts';
import type { RateLimit } from '../../platform/shared-types.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';
import { openJsonFile } from '../../platform/system/json-file.ts';
import {
  createProcessName,
  getSystemName,
  readProcessState,
} from '../../platform/system/process-identity.ts';
import { readMembers } from '../../platform/system/read-json-file.ts';
import type { LocalRateLimiter } from '../rate-limit/rate-limiter.ts';
import { createOrderRecords, type OrderRecords } from '../tech-packs/order-records.ts';
import { readEngineAccess, replaceStoreId } from './engine-address.ts';
import { connectToEngine, createEngineLink } from './engine-connection.ts';
import { EngineUnavailableError } from './engine-replies.ts';
import { createLedgerNames, createStoreId, createStoreNames, type LedgerNames } from './key-names.ts';
import { createOrderRef, openOrderFile, openOrdersInFile } from './open-orders.ts';
import { createRequestLedger } from './request-ledger.ts';
import { createSharedLimiter } from './shared-limiter.ts';
import { createSharedOrderRecords } from './shared-order-records.ts';
import {
  checkStoreId,
  createMissingIdError,
  createSharedOrderStore,
  LEASE_MS,
} from './shared-order-store.ts';

const openSharedFile = async ({ resolveFolders, processInfo, noteOnce }: LocalStorage) =>
  openJsonFile(joinPath((await resolveFolders()).state, 'shared.json'), 1, processInfo, noteOnce);

/**
 * Loads a number from the file `shared.json` of this machine. Its member `machines` has the number of machines that
 * share the rate limit `name`. Its member `stores` has the highest version of the order store `name` that this machine
 * has seen. The returned function `record` saves a new number in the background.
 */
const loadStoredCounter = async (storage: LocalStorage, member: 'machines' | 'stores', name: string) => {
  const file = await openSharedFile(storage);
  const saved = readMembers((await file.read())[member])[name];
  let count = typeof saved === 'number' && Number.isSafeInteger(saved) && saved > 0 ? saved : 0;
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    getCount: () => count,
    record(newCount: number) {
      if (newCount === count) return;
      count = newCount;
      // If the number cannot be saved, the error is ignored. The next run then loads the previous number from the file
      // `shared.json`.
      lastWrite = file
        .change((all) => {
          const previous = readMembers(all[member])[name];
          // The saved version number of a store must not decrease. So a higher number that another process of this
          // machine has saved is kept.
          const next =
            member === 'stores' && typeof previous === 'number' ? Math.max(previous, newCount) : newCount;
          return { next: { ...all, [member]: { ...readMembers(all[member]), [name]: next } }, result: 0 };
        })
        .catch(() => undefined);
    },
    /**
     * Waits until `shared.json` contains the number from the last call of `record`. Also resolves if writing the file
     * fails.
     */
    waitUntilSaved: () => lastWrite,
  };
};

/**
 * Returns the id that the user has at the service. It is read from `shared.json`, where `name` is its key. If the file
 * does not have the id, calls `find` and saves the result if possible.
 */
export const loadUserId = async (
  storage: LocalStorage,
  name: string,
  find: () => Promise<string>,
): Promise<string> => {
  const file = await openSharedFile(storage);
  const userId = readMembers((await file.read()).users)[name];
  if (typeof userId === 'string') return userId;
  const newUserId = await find();
  await file
    .change((all) => ({
      next: { ...all, users: { ...readMembers(all.users), [name]: newUserId } },
      result: 0,
    }))
    .catch(() => undefined);
  return newUserId;
};

/**
 * The time limits in milliseconds for connecting and for one reply. If one is exceeded, the server counts as
 * unavailable.
 */
const ENGINE_TIMEOUTS = { connectMs: 1_500, replyMs: 1_000 };

/**
 * A service, identified by its origin, and a credential for it. All requests to this origin with this credential share
 * one rate limit.
 */
export interface ServiceCaller {
  readonly origin: string;
  readonly credential: string;
}

/**
 * An origin and a credential that do not exist. They are used to check the server if there is no credential, so that no
 * real rate limit is touched.
 */
const NO_CALLER: ServiceCaller = { origin: 'nowhere', credential: 'none' };

interface OrderCaller {
  readonly baseUrl: string;
  readonly account: string | undefined;
  /** The user id at the service. It is the same for all keys of the user. */
  readonly userId: string;
}

const formatShare = ({ limit, windowMs }: RateLimit, share: number): string =>
  `${share} of ${limit} requests in ${Math.round(windowMs / 1000)} seconds`;

/**
 * Returns the functions that use the server of TOILE_SHARED: they create the shared rate limiter, open the shared
 * orders and check the server. Starts to connect in the background. `setting` is the value of TOILE_SHARED. Rejects
 * with a UsageError for an invalid or unsafe address.
 */
export const connectSharedEngine = async (system: HostSystem, storage: LocalStorage, setting: string) => {
  const { clock } = system;
  const { address, ca } = await readEngineAccess(system, setting);
  const elapsed = (): number => performance.now();
  const computeMachineId = async ({ digest }: LedgerNames): Promise<string> =>
    digest(`${getSystemName()} ${(await storage.resolveFolders()).state}`).slice(0, 12);
  const link = createEngineLink(() => connectToEngine(address, { ...ENGINE_TIMEOUTS, ca }), elapsed);
  // The connection to the server is started now, so that it is made while other modules and files are loaded.
  void link.findConnection();
  let leaseTimer: ReturnType<typeof setInterval> | undefined;
  const closeSteps: (() => Promise<unknown>)[] = [];

  const explainOutage = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      if (!(error instanceof EngineUnavailableError)) throw error;
      throw new Unavailable(
        `the shared server at ${address.displayAddress} is unavailable: ${error.message}`,
        {
          code: 'shared_away',
          hint: shellText`check TOILE_SHARED and the server; no Tech Pack can be requested until it is available`,
          cause: error,
        },
      );
    });
  const findStore = () =>
    explainOutage(async () => {
      if (address.store === undefined) return 'unnamed' as const;
      return checkStoreId(await link.connectNow(), createStoreNames(address.store), 'look');
    });

  return {
    address,
    link,
    /**
     * Creates a rate limiter for a limit that all machines share. `name` identifies this limit in the file
     * `shared.json` of this machine.
     */
    async createLimiter(
      local: LocalRateLimiter,
      rate: RateLimit,
      name: string,
      { origin, credential }: ServiceCaller,
    ) {
      const names = createLedgerNames(origin, credential);
      const machineCount = await loadStoredCounter(storage, 'machines', name);
      const machine = await computeMachineId(names);
      const process = names.digest(createProcessName(storage.processInfo)).slice(0, 12);
      let isReported = false;
      const limiter = createSharedLimiter({
        rate,
        machine,
        displayAddress: address.displayAddress,
        local,
        link,
        openLedger: (engine) => createRequestLedger(engine, names, { machine, process, rate }),
        getMachineCount: machineCount.getCount,
        saveMachineCount: machineCount.record,
        elapsed,
        now: () => clock.now(),
        onAlone(reason, share) {
          if (isReported) return;
          isReported = true;
          storage.noteOnce(
            `the shared server is unavailable (${address.displayAddress}: ${reason}); until it returns, ` +
              `this machine counts only its own requests and sends at most ${formatShare(rate, share)}`,
          );
        },
      });
      closeSteps.push(limiter.close, machineCount.waitUntilSaved);
      return limiter;
    },
    /**
     * Opens the order records of all machines. If TOILE_SHARED has no store id, the records of this machine can be
     * read, but orders are refused.
     */
    async openOrders(
      { baseUrl, account, userId }: OrderCaller,
      isLocalGuard: () => boolean,
    ): Promise<OrderRecords> {
      const { processInfo } = storage;
      const localFile = await openOrderFile((await storage.resolveFolders()).state, processInfo);
      const local = await openOrdersInFile(localFile, processInfo);
      if (address.store === undefined) {
        const refuse = () => Promise.reject(createMissingIdError(address.displayAddress));
        return { ...local, summarize: refuse, intend: refuse };
      }
      const names = createStoreNames(address.store);
      const version = await loadStoredCounter(storage, 'stores', names.id);
      closeSteps.push(version.waitUntilSaved);
      const me = createProcessName(processInfo);
      const store = createSharedOrderStore({
        names,
        origin: new URL(baseUrl).origin,
        userId,
        me,
        displayAddress: address.displayAddress,
        engine: () => link.connectNow(),
        version,
      });
      const isProbablyGone = (holder: string): boolean => {
        const processState = readProcessState(holder, processInfo);
        return processState === 'gone' || (processState === 'hidden' && !store.isHolderAlive(holder));
      };
      const owner = { me, isGone: isProbablyGone, createRef: createOrderRef, redact: processInfo.redact };
      return createSharedOrderRecords({
        local,
        localFile,
        store,
        openRecords: (file) => createOrderRecords(file, owner),
        isGone: ({ holder }) => holder === undefined || isProbablyGone(holder),
        baseUrl,
        account,
        userId,
        displayAddress: address.displayAddress,
        isLocalGuard,
        setWorking(isWorking) {
          clearInterval(leaseTimer);
          if (isWorking)
            leaseTimer = setInterval(
              () => void store.renewLease().catch(() => undefined),
              LEASE_MS / 4,
            ).unref();
        },
        note: storage.noteOnce,
      });
    },
    /**
     * Compares the store id in TOILE_SHARED with the store id in the database. Returns `same` or `other`; `unnamed` if
     * TOILE_SHARED has no id, and `none` if the database has none. Rejects with Unavailable if the server does not
     * reply.
     */
    findStore,
    /**
     * Saves a store id at the server and returns TOILE_SHARED with this id. If `keep` is true, the id comes from
     * TOILE_SHARED; otherwise it is new. Rejects with Unavailable if the server does not reply.
     */
    async initStore(keep: boolean) {
      const store = keep ? (address.store ?? '') : createStoreId(address.store);
      await explainOutage(async () => checkStoreId(await link.connectNow(), createStoreNames(store), 'init'));
      return replaceStoreId(setting, store);
    },
    /**
     * Checks the server by running the ledger script. Returns the address of the server, the milliseconds of the check,
     * whether the server keeps its data (see ServerInfo), and the result of `findStore`. Rejects with Unavailable if
     * the server is unavailable or its reply is invalid.
     */
    async checkEngine(rate: RateLimit, { origin, credential }: ServiceCaller | undefined = NO_CALLER) {
      const startedAt = elapsed();
      const { isPersistent, isEvicting } = await explainOutage(async () => {
        const engine = await link.connectNow();
        const names = createLedgerNames(origin, credential);
        const machine = await computeMachineId(names);
        await createRequestLedger(engine, names, { machine, process: machine, rate }).look([]);
        return engine.serverInfo;
      });
      const store = await findStore();
      return {
        engine: address.displayAddress,
        ms: Math.round(elapsed() - startedAt),
        isPersistent,
        isEvicting,
        store,
      };
    },
    /**
     * Reports the last requests of this process to the server, waits until `shared.json` is written, and closes the
     * connection.
     */
    async close() {
      clearInterval(leaseTimer);
      await Promise.all(closeSteps.map((end) => end()));
      await link.close();
    },
  };
};

/** The functions that use the server of TOILE_SHARED in one run of toile. */
export type SharedEngine = Awaited<ReturnType<typeof connectSharedEngine>>;

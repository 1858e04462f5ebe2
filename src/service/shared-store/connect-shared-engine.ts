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

/**
 * Loads a number that this machine keeps in `shared.json`: the number of machines that share the limit (`machines`), or
 * the highest version of the order store that it has seen (`stores`). `heard` changes it, and saves it in the
 * background.
 */
const loadStoredCounter = async (
  { resolveFolders, processInfo, noteOnce }: LocalStorage,
  member: 'machines' | 'stores',
  name: string,
) => {
  const { state } = await resolveFolders();
  const file = openJsonFile(joinPath(state, 'shared.json'), 1, processInfo, noteOnce);
  const known = readMembers((await file.read())[member])[name];
  let count = typeof known === 'number' && Number.isSafeInteger(known) && known > 0 ? known : 0;
  let written: Promise<unknown> = Promise.resolve();
  return {
    count: () => count,
    heard(now: number) {
      if (now === count) return;
      count = now;
      // A failed write is ignored: the next run then starts with the number that was saved before.
      written = file
        .change((all) => {
          const previous = readMembers(all[member])[name];
          // Another process of this machine may have saved a higher version.
          const next = member === 'stores' && typeof previous === 'number' ? Math.max(previous, now) : now;
          return { next: { ...all, [member]: { ...readMembers(all[member]), [name]: next } }, result: 0 };
        })
        .catch(() => undefined);
    },
    /** Resolves when the last write has ended. */
    written: () => written,
  };
};

/**
 * Returns the user id of the credential `name` from `shared.json`. If there is none, calls `find` and saves the result;
 * a failed write is ignored.
 */
export const loadUserId = async (
  { resolveFolders, processInfo, noteOnce }: LocalStorage,
  name: string,
  find: () => Promise<string>,
): Promise<string> => {
  const { state } = await resolveFolders();
  const file = openJsonFile(joinPath(state, 'shared.json'), 1, processInfo, noteOnce);
  const userId = readMembers((await file.read()).users)[name];
  if (typeof userId === 'string') return userId;
  const found = await find();
  await file
    .change((all) => ({ next: { ...all, users: { ...readMembers(all.users), [name]: found } }, result: 0 }))
    .catch(() => undefined);
  return found;
};

/** The milliseconds to connect and to wait for a reply, after which the server counts as unavailable. */
const ENGINE_TIMEOUTS = { connect: 1_500, answer: 1_000 };

/** Whether both store ids are equal; `unnamed` if TOILE_SHARED has none, `none` if the database has none. */
type StoreIdStatus = 'unnamed' | 'none' | 'same' | 'other';

/** An origin of the service and a credential. Together they have one rate limit. */
export interface ServiceCaller {
  readonly origin: string;
  readonly credential: string;
}

/** The caller for a check without a credential. Its rate limit is always empty. */
const NO_CALLER: ServiceCaller = { origin: 'nowhere', credential: 'none' };

/** The service, the account and the user that place orders. */
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
 * orders and check the server. Connecting starts in the background. `written` is the value of TOILE_SHARED. Rejects
 * with a UsageError for an invalid or unsafe address.
 */
export const connectSharedEngine = async (system: HostSystem, storage: LocalStorage, written: string) => {
  const { clock } = system;
  const { address, ca } = await readEngineAccess(system, written);
  const elapsed = (): number => performance.now();
  const machineOf = async ({ digest }: LedgerNames): Promise<string> =>
    digest(`${getSystemName()} ${(await storage.resolveFolders()).state}`).slice(0, 12);
  const link = createEngineLink(() => connectToEngine(address, { ...ENGINE_TIMEOUTS, ca }), elapsed);
  // Connecting starts now, while other modules and files are loaded.
  void link.engine();
  let working: ReturnType<typeof setInterval> | undefined;
  const ending: (() => Promise<unknown>)[] = [];

  const asking = <T>(work: () => Promise<T>): Promise<T> =>
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
  const findStore = (): Promise<StoreIdStatus> =>
    asking(async () => {
      if (address.store === undefined) return 'unnamed';
      return checkStoreId(await link.connectNow(), createStoreNames(address.store), 'look');
    });

  return {
    address,
    link,
    /** Creates the rate limiter that all machines share for a caller. `name` is the name of its local log. */
    async createLimiter(
      local: LocalRateLimiter,
      rate: RateLimit,
      name: string,
      { origin, credential }: ServiceCaller,
    ) {
      const names = createLedgerNames(origin, credential);
      const known = await loadStoredCounter(storage, 'machines', name);
      const machine = await machineOf(names);
      const process = names.digest(createProcessName(storage.processInfo)).slice(0, 12);
      let isTold = false;
      const limiter = createSharedLimiter({
        rate,
        machine,
        shown: address.displayAddress,
        local,
        link,
        ledger: (engine) => createRequestLedger(engine, names, { machine, process, rate }),
        machines: known.count,
        saveMachineCount: known.heard,
        elapsed,
        now: () => clock.now(),
        onAlone(why, share) {
          if (isTold) return;
          isTold = true;
          storage.noteOnce(
            `the shared server is unavailable (${address.displayAddress}: ${why}); until it returns, ` +
              `this machine counts alone and sends at most ${formatShare(rate, share)}`,
          );
        },
      });
      ending.push(limiter.close, known.written);
      return limiter;
    },
    /** Opens the order records of all machines. Without a store id in TOILE_SHARED, orders are refused. */
    async openOrders(
      { baseUrl, account, userId }: OrderCaller,
      isInsisted: () => boolean,
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
      ending.push(version.written);
      const me = createProcessName(processInfo);
      const store = createSharedOrderStore({
        names,
        origin: new URL(baseUrl).origin,
        userId,
        me,
        shown: address.displayAddress,
        engine: () => link.connectNow(),
        version,
      });
      const seemsGone = (holder: string): boolean => {
        const fate = readProcessState(holder, processInfo);
        return fate === 'gone' || (fate === 'hidden' && !store.isHolderAlive(holder));
      };
      const keeper = { me, isGone: seemsGone, newRef: createOrderRef, redact: processInfo.redact };
      return createSharedOrderRecords({
        local,
        localFile,
        store,
        openRecords: (file) => createOrderRecords(file, keeper),
        isGone: ({ holder }) => holder === undefined || seemsGone(holder),
        baseUrl,
        account,
        userId,
        shown: address.displayAddress,
        isLocalGuard: isInsisted,
        setWorking(isWorking) {
          clearInterval(working);
          if (isWorking)
            working = setInterval(() => void store.renewLease().catch(() => undefined), LEASE_MS / 4).unref();
        },
        note: storage.noteOnce,
      });
    },
    /**
     * Compares the store id in the database with TOILE_SHARED. Rejects with Unavailable if the server does not reply.
     */
    findStore,
    /** Gives the store a new id, or with `keep` the id in TOILE_SHARED. Returns the new value of TOILE_SHARED. */
    async initStore(keep: boolean) {
      const store = keep ? (address.store ?? '') : createStoreId(address.store);
      await asking(async () => checkStoreId(await link.connectNow(), createStoreNames(store), 'init'));
      return replaceStoreId(written, store);
    },
    /**
     * Runs the ledger script and returns how long the server took, whether it saves data to disk and evicts keys, and
     * the status of the store. Rejects with Unavailable if the server is unavailable or its reply is invalid.
     */
    async checkEngine(rate: RateLimit, { origin, credential }: ServiceCaller | undefined = NO_CALLER) {
      const began = elapsed();
      const { isPersistent, isEvicting } = await asking(async () => {
        const engine = await link.connectNow();
        const names = createLedgerNames(origin, credential);
        const machine = await machineOf(names);
        await createRequestLedger(engine, names, { machine, process: machine, rate }).look([]);
        return engine.serverInfo;
      });
      const store = await findStore();
      return {
        engine: address.displayAddress,
        ms: Math.round(elapsed() - began),
        isPersistent,
        isEvicting,
        store,
      };
    },
    /** Reports the last requests, waits until the numbers are saved, and closes the connection. */
    async close() {
      clearInterval(working);
      await Promise.all(ending.map((end) => end()));
      await link.close();
    },
  };
};

/** The functions that use the server of TOILE_SHARED in one run of toile. */
export type SharedEngine = Awaited<ReturnType<typeof connectSharedEngine>>;

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
import { readEngineAccess, setStoreId } from './engine-address.ts';
import { connectToEngine, createEngineLink } from './engine-connection.ts';
import { EngineUnavailableError } from './engine-replies.ts';
import { createLedgerNames, createStoreFragment, createStoreNames, type LedgerNames } from './key-names.ts';
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
 * Loads a number from `shared.json` that this machine needs while the server is unavailable: the number of machines
 * that share the limit (`machines`), or the highest version of the order store (`stores`).
 */
const loadStoredCounter = async (
  { resolveFolders, processInfo, noteOnce }: LocalStorage,
  what: 'machines' | 'stores',
  name: string,
) => {
  const { state } = await resolveFolders();
  const file = openJsonFile(joinPath(state, 'shared.json'), 1, processInfo, noteOnce);
  const known = readMembers((await file.read())[what])[name];
  let count = typeof known === 'number' && Number.isSafeInteger(known) && known > 0 ? known : 0;
  let written: Promise<unknown> = Promise.resolve();
  return {
    count: () => count,
    heard(now: number) {
      if (now === count) return;
      count = now;
      // A failed write is ignored, so the next run starts without the number.
      written = file
        .change((all) => {
          const before = readMembers(all[what])[name];
          // A version only rises, and another process of this machine may have stored a later one.
          const next = what === 'stores' && typeof before === 'number' ? Math.max(before, now) : now;
          return { next: { ...all, [what]: { ...readMembers(all[what]), [name]: next } }, result: 0 };
        })
        .catch(() => undefined);
    },
    /** Resolves when the last number is on disk, or could not be written. */
    written: () => written,
  };
};

/**
 * Returns the user id that this machine has saved under `name` in `shared.json`. If there is none, calls `find` and
 * saves the result; a failed write is ignored.
 */
export const loadUserId = async (
  { resolveFolders, processInfo, noteOnce }: LocalStorage,
  name: string,
  find: () => Promise<string>,
): Promise<string> => {
  const { state } = await resolveFolders();
  const file = openJsonFile(joinPath(state, 'shared.json'), 1, processInfo, noteOnce);
  const known = readMembers((await file.read()).users)[name];
  if (typeof known === 'string') return known;
  const found = await find();
  await file
    .change((all) => ({ next: { ...all, users: { ...readMembers(all.users), [name]: found } }, result: 0 }))
    .catch(() => undefined);
  return found;
};

/** The maximum milliseconds to connect and to wait for a reply. After that, the machine uses its own share. */
const ENGINE_TIMEOUTS = { connect: 1_500, answer: 1_000 };

/**
 * The store id in the database compared with the one in TOILE_SHARED: `none` if the database has no store, `unnamed` if
 * TOILE_SHARED has no id.
 */
type StoreIdStatus = 'unnamed' | 'none' | 'same' | 'other';

/** The origin of the service and the credential. Together they identify a rate limit. */
export interface ServiceCaller {
  readonly origin: string;
  readonly credential: string;
}

/** The caller of a check without a credential. Its rate limit has no entries on the server. */
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
 * Starts to connect to the server of TOILE_SHARED. Returns what toile shares through it: the rate limiter, the order
 * records and the checks of the server. `written` is the value of TOILE_SHARED. Rejects with a UsageError for an
 * invalid or unsafe address.
 */
export const connectSharedEngine = async (system: HostSystem, storage: LocalStorage, written: string) => {
  const { clock } = system;
  const { address, ca } = await readEngineAccess(system, written);
  const elapsed = (): number => performance.now();
  const machineOf = async ({ digest }: LedgerNames): Promise<string> =>
    digest(`${getSystemName()} ${(await storage.resolveFolders()).state}`).slice(0, 12);
  const link = createEngineLink(() => connectToEngine(address, { ...ENGINE_TIMEOUTS, ca }), elapsed);
  // Connects in the background while modules and files are loaded.
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
    /** Creates the rate limiter of a caller that all machines share. `name` is the name of its log on this machine. */
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
    /** Compares the store id in the database with TOILE_SHARED. Rejects with Unavailable if the server is away. */
    findStore,
    /** Gives the store a new id, or confirms its id with `keep`. Returns the new value of TOILE_SHARED. */
    async initStore(keep: boolean) {
      const fragment = keep ? (address.store ?? '') : createStoreFragment(address.store);
      await asking(async () => checkStoreId(await link.connectNow(), createStoreNames(fragment), 'init'));
      return setStoreId(written, fragment);
    },
    /**
     * Checks whether the server replies, saves its data to disk and evicts nothing. Reads the request ledger of
     * `caller`, or an empty one. Rejects with Unavailable if the server is unavailable or replies in an unexpected
     * form.
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
    /** Reports the last requests, waits until the counters are saved, and closes the connection. */
    async close() {
      clearInterval(working);
      await Promise.all(ending.map((end) => end()));
      await link.close();
    },
  };
};

/** The server of TOILE_SHARED for one run of toile: its shared rate limit and shared orders. */
export type SharedEngine = Awaited<ReturnType<typeof connectSharedEngine>>;

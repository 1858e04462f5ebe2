/** Connects to the engine of TOILE_SHARED. Loaded only when that variable is set. */

import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { RateLimit } from '../../platform/shared-types.ts';
import {
  createProcessName,
  getSystemName,
  readProcessState,
} from '../../platform/system/process-identity.ts';
import type { LocalRateLimiter, RateLimiter } from '../../service/rate-limit/rate-limiter.ts';
import type {
  EngineAddress,
  EngineConnection,
  EngineLink,
  LedgerNames,
} from '../../service/shared-store/index.ts';
import type { OrderRecords } from '../../service/tech-packs/order-records.ts';
import { readEngineAccess } from './engine-access.ts';
import { loadStoredCounter } from './engine-memory.ts';
import type { HostSystem } from './host-system.ts';
import { createOrderRef, openOrderFile, openOrdersInFile } from './local-orders.ts';
import type { StorageContext } from './storage.ts';

/**
 * Milliseconds to connect and to wait for an answer. After that the machine uses its own share of the rate
 * limit.
 */
const ENGINE_TIMEOUTS = { connect: 1_500, answer: 1_000 };

/** The state of the engine, as `toile doctor` prints it. */
export type EngineStatus = Pick<EngineConnection['serverInfo'], 'isPersistent' | 'isEvicting'> &
  Readonly<{ engine: string; ms: number; store: StoreIdStatus }>;

/** Whether the id of the store is the one in TOILE_SHARED. `unnamed` means that TOILE_SHARED has no id. */
export type StoreIdStatus = 'unnamed' | 'none' | 'same' | 'other';

/** The engine of TOILE_SHARED for one run: a shared rate limit and shared orders. */
export interface SharedEngine {
  readonly address: EngineAddress;
  readonly link: EngineLink;
  createLimiter(
    local: LocalRateLimiter,
    rate: RateLimit,
    name: string,
    caller: ServiceCaller,
  ): Promise<RateLimiter>;
  openOrders(buyer: OrderCaller, isInsisted: () => boolean): Promise<OrderRecords>;
  /** Gives the store a new id, or confirms its id with `keep`. Returns the new value of TOILE_SHARED. */
  initStore(keep: boolean): Promise<string>;
  /**
   * Compares the id of the store with TOILE_SHARED. Rejects with Unavailable when the engine does not
   * answer.
   */
  findStore(): Promise<StoreIdStatus>;
  /**
   * Checks whether the engine answers, persists its memory and evicts nothing. Reads the window of
   * `caller`, or an empty one. Rejects with Unavailable when the engine does not answer properly.
   */
  checkEngine(rate: RateLimit, caller: ServiceCaller | undefined): Promise<EngineStatus>;
  close(): Promise<void>;
}

/** The origin of the service and the credential, which together identify a rate limit. */
export interface ServiceCaller {
  readonly origin: string;
  readonly credential: string;
}

/** A caller that has no entries in the engine. */
const NO_CALLER: ServiceCaller = { origin: 'nowhere', credential: 'none' };

/** The user who places orders. `userId` is the id at the service, the same for all keys of the user. */
interface OrderCaller {
  readonly baseUrl: string;
  readonly account: string | undefined;
  /** The service's id of the caller, whichever key it uses. */
  readonly userId: string;
}

const formatShare = ({ limit, windowMs }: RateLimit, share: number): string =>
  `${share} of ${limit} requests in ${Math.round(windowMs / 1000)} seconds`;

/** Starts to connect to the engine at the address `written` and returns the operations on it. */
export const connectSharedEngine = async (
  system: HostSystem,
  kept: StorageContext,
  written: string,
): Promise<SharedEngine> => {
  const { clock } = system;
  const shared = await import('../../service/shared-store/index.ts');
  const { createLedgerNames } = shared;
  const { address, ca } = await readEngineAccess(system, written);
  const elapsed = (): number => performance.now();
  const machineOf = async ({ digest }: LedgerNames): Promise<string> =>
    digest(`${getSystemName()} ${(await kept.resolveFolders()).state}`).slice(0, 12);
  const link = shared.createEngineLink(
    () => shared.connectToEngine(address, { ...ENGINE_TIMEOUTS, ca }),
    elapsed,
  );
  // Starts to connect while everything else is read and loaded.
  void link.engine();
  let working: ReturnType<typeof setInterval> | undefined;
  const ending: (() => Promise<unknown>)[] = [];

  const asking = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      if (!(error instanceof shared.EngineUnavailableError)) throw error;
      throw new Unavailable(`the engine at ${address.displayAddress} cannot be asked: ${error.message}`, {
        code: 'shared_away',
        hint: shellText`look at TOILE_SHARED and at the engine; until it is there no Tech Pack is requested`,
        cause: error,
      });
    });
  const findStore = (): Promise<StoreIdStatus> =>
    asking(async () => {
      if (address.store === undefined) return 'unnamed';
      return shared.checkStoreId(await link.connectNow(), shared.createStoreNames(address.store), 'look');
    });

  return {
    address,
    link,
    async createLimiter(local, rate, name, { origin, credential }) {
      const names = createLedgerNames(origin, credential);
      const known = await loadStoredCounter(kept, 'machines', name);
      const machine = await machineOf(names);
      const process = names.digest(createProcessName(kept.processInfo)).slice(0, 12);
      let isTold = false;
      const limiter = shared.createSharedLimiter({
        rate,
        machine,
        shown: address.displayAddress,
        local,
        link,
        ledger: (engine) => shared.createRequestLedger(engine, names, { machine, process, rate }),
        machines: known.count,
        saveMachineCount: known.heard,
        elapsed,
        now: () => clock.now(),
        onAlone(why, share) {
          if (isTold) return;
          isTold = true;
          kept.noteOnce(
            `the ledger that machines share cannot be asked (${address.displayAddress}: ${why}); until it is there again ` +
              `this machine goes by its own, and sends ${formatShare(rate, share)} at most`,
          );
        },
      });
      ending.push(limiter.close, known.written);
      return limiter;
    },
    async openOrders({ baseUrl, account, userId }, isInsisted) {
      const { processInfo } = kept;
      const localFile = await openOrderFile((await kept.resolveFolders()).state, processInfo);
      const local = await openOrdersInFile(localFile, processInfo);
      if (address.store === undefined) {
        const refuse = () => Promise.reject(shared.createMissingIdError(address.displayAddress));
        return { ...local, summarize: refuse, intend: refuse };
      }
      const names = shared.createStoreNames(address.store);
      const version = await loadStoredCounter(kept, 'stores', names.id);
      ending.push(version.written);
      const me = createProcessName(processInfo);
      const store = shared.createSharedOrderStore({
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
      return shared.createSharedOrderRecords({
        local,
        localFile,
        store,
        openRecords: (file) => shared.createOrderRecords(file, keeper),
        isGone: ({ holder }) => holder === undefined || seemsGone(holder),
        baseUrl,
        account,
        userId,
        shown: address.displayAddress,
        isLocalGuard: isInsisted,
        setWorking(isWorking) {
          clearInterval(working);
          if (isWorking)
            working = setInterval(
              () => void store.renewLease().catch(() => undefined),
              shared.LEASE_MS / 4,
            ).unref();
        },
        note: kept.noteOnce,
      });
    },
    findStore,
    async initStore(keep) {
      const fragment = keep ? (address.store ?? '') : shared.createStoreFragment(address.store);
      await asking(async () =>
        shared.checkStoreId(await link.connectNow(), shared.createStoreNames(fragment), 'init'),
      );
      return shared.setStoreId(written, fragment);
    },
    async checkEngine(rate, { origin, credential } = NO_CALLER) {
      const began = elapsed();
      const { isPersistent, isEvicting } = await asking(async () => {
        const engine = await link.connectNow();
        const names = createLedgerNames(origin, credential);
        const machine = await machineOf(names);
        await shared.createRequestLedger(engine, names, { machine, process: machine, rate }).look([]);
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
    async close() {
      clearInterval(working);
      await Promise.all(ending.map((end) => end()));
      await link.close();
    },
  };
};

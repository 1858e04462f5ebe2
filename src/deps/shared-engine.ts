/** Loaded where TOILE_SHARED is set, and nowhere else. */

import { typeable } from '../border/shell.ts';
import type { Rate } from '../contract.ts';
import { Unavailable } from '../errors.ts';
import type { Purchases } from '../purchases/store.ts';
import type { LocalLimiter, RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Engine, EngineAddress, LedgerNames, Link } from '../shared-engine/index.ts';
import { fateOf, nameOf, nameOfSystem } from '../system/process-identity.ts';
import { engineAccess } from './engine-access.ts';
import { remembered } from './engine-memory.ts';
import { newRef, purchasesFile, purchasesOver } from './purchases.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

/** A request waits for the engine no longer than this; without an answer it goes by this machine's own share. */
const LIMITS = { connect: 1_500, answer: 1_000 };

/** How an engine was found. */
export type SeenEngine = Pick<Engine['portrait'], 'isKept' | 'isEvicting'> &
  Readonly<{ engine: string; ms: number; store: StoreFinding }>;

/** What a database has for a store; `unnamed` where TOILE_SHARED has no id. */
export type StoreFinding = 'unnamed' | 'none' | 'same' | 'other';

/** The engine of TOILE_SHARED, for one run. */
export interface SharedEngine {
  readonly address: EngineAddress;
  readonly link: Link;
  limiter(local: LocalLimiter, rate: Rate, name: string, caller: Caller): Promise<RateLimiter>;
  purchases(buyer: Buyer, isInsisted: () => boolean): Promise<Purchases>;
  /** Gives the store an id, or with `keep` confirms the one it has: the value of TOILE_SHARED. */
  initStore(keep: boolean): Promise<string>;
  /** Rejects with Unavailable where the engine cannot be asked. */
  findStore(): Promise<StoreFinding>;
  /**
   * How it is: whether it outlives its end, and drops what it holds when its memory is full. Asks it for what that
   * caller has there, or nobody. Rejects with Unavailable where it gives no answer, or another than toile's scripts give.
   */
  seen(rate: Rate, caller: Caller | undefined): Promise<SeenEngine>;
  close(): Promise<void>;
}

/** Whose things they are. */
export interface Caller {
  readonly origin: string;
  readonly credential: string;
}

/** For whom nothing is kept. */
const NOBODY: Caller = { origin: 'nowhere', credential: 'nobody' };

/** The caller who requests a Tech Pack. */
interface Buyer {
  readonly baseUrl: string;
  readonly account: string | undefined;
  /** The service's id of the caller, whichever key it uses. */
  readonly userId: string;
}

const inWords = ({ limit, windowMs }: Rate, share: number): string =>
  `${share} of ${limit} requests in ${Math.round(windowMs / 1000)} seconds`;

export const sharedEngine = async (
  outside: Outside,
  kept: Storage,
  written: string,
): Promise<SharedEngine> => {
  const { clock } = outside;
  const shared = await import('../shared-engine/index.ts');
  const { namesFor } = shared;
  const { address, ca } = await engineAccess(outside, written);
  const elapsed = (): number => performance.now();
  const machineOf = async ({ digest }: LedgerNames): Promise<string> =>
    digest(`${nameOfSystem()} ${(await kept.folders()).state}`).slice(0, 12);
  const link = shared.linkBy(() => shared.connectTo(address, { ...LIMITS, ca }), elapsed);
  // While everything else is looked up and loaded.
  void link.engine();
  let working: ReturnType<typeof setInterval> | undefined;
  const ending: (() => Promise<unknown>)[] = [];

  const asking = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      if (!(error instanceof shared.EngineAway)) throw error;
      throw new Unavailable(`the engine at ${address.shown} cannot be asked: ${error.message}`, {
        code: 'shared_away',
        hint: typeable`look at TOILE_SHARED and at the engine; until it is there no Tech Pack is requested`,
        cause: error,
      });
    });
  const findStore = (): Promise<StoreFinding> =>
    asking(async () => {
      if (address.store === undefined) return 'unnamed';
      return shared.touchStore(await link.now(), shared.storeNames(address.store), 'look');
    });

  return {
    address,
    link,
    async limiter(local, rate, name, { origin, credential }) {
      const names = namesFor(origin, credential);
      const known = await remembered(kept, 'machines', name);
      const machine = await machineOf(names);
      const process = names.digest(nameOf(kept.host)).slice(0, 12);
      let isTold = false;
      const limiter = shared.sharedLimiter({
        rate,
        machine,
        shown: address.shown,
        local,
        link,
        ledger: (engine) => shared.ledgerOn(engine, names, { machine, process, rate }),
        machines: known.count,
        heard: known.heard,
        elapsed,
        now: () => clock.now(),
        alone(why, share) {
          if (isTold) return;
          isTold = true;
          kept.note(
            `the ledger that machines share cannot be asked (${address.shown}: ${why}); until it is there again ` +
              `this machine goes by its own, and sends ${inWords(rate, share)} at most`,
          );
        },
      });
      ending.push(limiter.close, known.written);
      return limiter;
    },
    async purchases({ baseUrl, account, userId }, isInsisted) {
      const { host } = kept;
      const localFile = await purchasesFile((await kept.folders()).state, host);
      const local = await purchasesOver(localFile, host);
      if (address.store === undefined) {
        const refuse = () => Promise.reject(shared.refuseNoId(address.shown));
        return { ...local, about: refuse, intend: refuse };
      }
      const names = shared.storeNames(address.store);
      const version = await remembered(kept, 'stores', names.id);
      ending.push(version.written);
      const me = nameOf(host);
      const store = shared.createOrderStore({
        names,
        origin: new URL(baseUrl).origin,
        userId,
        me,
        shown: address.shown,
        engine: () => link.now(),
        version,
      });
      const seemsGone = (holder: string): boolean => {
        const fate = fateOf(holder, host);
        return fate === 'gone' || (fate === 'hidden' && !store.lives(holder));
      };
      const keeper = { me, isGone: seemsGone, newRef, redact: host.redact };
      return shared.createSharedPurchases({
        local,
        localFile,
        store,
        over: (file) => shared.createPurchases(file, keeper),
        isGone: ({ holder }) => holder === undefined || seemsGone(holder),
        baseUrl,
        account,
        userId,
        shown: address.shown,
        isInsisted,
        setWorking(isWorking) {
          clearInterval(working);
          if (isWorking)
            working = setInterval(
              () => void store.hold().catch(() => undefined),
              shared.LEASE_MS / 4,
            ).unref();
        },
        note: kept.note,
      });
    },
    findStore,
    async initStore(keep) {
      const fragment = keep ? (address.store ?? '') : shared.createStoreFragment(address.store);
      await asking(async () => shared.touchStore(await link.now(), shared.storeNames(fragment), 'init'));
      return shared.addressWithStore(written, fragment);
    },
    async seen(rate, { origin, credential } = NOBODY) {
      const began = elapsed();
      const { isKept, isEvicting } = await asking(async () => {
        const engine = await link.now();
        const names = namesFor(origin, credential);
        const machine = await machineOf(names);
        await shared.ledgerOn(engine, names, { machine, process: machine, rate }).look([]);
        return engine.portrait;
      });
      const store = await findStore();
      return { engine: address.shown, ms: Math.round(elapsed() - began), isKept, isEvicting, store };
    },
    async close() {
      clearInterval(working);
      await Promise.all(ending.map((end) => end()));
      await link.close();
    },
  };
};

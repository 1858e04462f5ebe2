/** Loaded where TOILE_SHARED is set, and nowhere else. */

import { typeable } from '../border/shell.ts';
import type { Rate } from '../contract.ts';
import { Unavailable } from '../errors.ts';
import type { Purchases } from '../purchases/store.ts';
import type { LocalLimiter, RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Engine, EngineAddress, Link, Names, Whose } from '../shared-engine/index.ts';
import { fateOf, nameOf, nameOfSystem } from '../system/process-identity.ts';
import { engineAccess } from './engine-access.ts';
import { remembered } from './engine-memory.ts';
import { purchasesFile, purchasesOver } from './purchases.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

/** A request waits for the engine no longer than this; without an answer it goes by this machine's own share. */
const LIMITS = { connect: 1_500, answer: 1_000 };

/** How an engine was found. */
export type SeenEngine = Pick<Engine['portrait'], 'isKept' | 'isEvicting'> &
  Readonly<{ engine: string; ms: number }>;

/** The engine of TOILE_SHARED, for one run. */
export interface SharedEngine {
  readonly address: EngineAddress;
  readonly link: Link;
  limiter(local: LocalLimiter, rate: Rate, name: string, caller: Caller): Promise<RateLimiter>;
  purchases(buyer: Buyer, isInsisted: () => boolean): Promise<Purchases>;
  /**
   * How it is: whether it outlives its end, and drops what it holds when its memory is full. Asks it for what that
   * caller has there, or nobody. Rejects with Unavailable where it gives no answer, or another than toile's scripts give.
   */
  seen(rate: Rate, caller: Caller | undefined): Promise<SeenEngine>;
  close(): Promise<void>;
}

const NO_KEY = 'it is for keys: the token of a sign-in changes, and machines would not find each other by it';

/** Whose things they are. */
export interface Caller {
  readonly origin: string;
  readonly credential: string;
}

/** For whom nothing is kept. */
const NOBODY: Caller = { origin: 'nowhere', credential: 'nobody' };

/** Who requests a Tech Pack, of where, and by what. */
type Buyer = Whose & { readonly credential: string; readonly isKey: boolean };

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
  const { redact } = kept.host;
  const machineOf = async ({ digest }: Names): Promise<string> =>
    digest(`${nameOfSystem()} ${(await kept.folders()).state}`).slice(0, 12);
  const link = shared.linkBy(() => shared.connectTo(address, { ...LIMITS, ca }), elapsed);
  // While everything else is looked up and loaded.
  void link.engine();
  let working: ReturnType<typeof setInterval> | undefined;
  const ending: (() => Promise<unknown>)[] = [];

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
    async purchases(caller, isInsisted) {
      const { host } = kept;
      const file = await purchasesFile((await kept.folders()).state, host);
      const names = namesFor(new URL(caller.baseUrl).origin, caller.credential);
      const known = await remembered(kept, 'requests', names.digest('requests'));
      ending.push(known.written);
      const me = nameOf(host);
      const journal = shared.journalOn({
        names,
        me,
        shown: address.shown,
        engine: async () => {
          if (!caller.isKey) throw new shared.EngineAway('away', NO_KEY);
          return link.now();
        },
        now: () => clock.now(),
        redact,
      });
      const seemsGone = (holder: string): boolean => {
        const fate = fateOf(holder, host);
        return fate === 'gone' || (fate === 'hidden' && !journal.lives(holder));
      };
      const local = await purchasesOver(file, host);
      const everybodys = shared.createPurchases(journal, { me, isGone: seemsGone });
      return shared.sharedPurchases({
        local,
        shared: everybodys,
        agree: shared.agreeing(file, journal, async () => caller, known),
        shown: address.shown,
        isEvicting: async () => (await link.now()).portrait.isEvicting,
        isInsisted,
        newRef: ({ design_id, requested_at }) =>
          names.digest(`${me} ${design_id} ${requested_at} ${outside.random()}`),
        atWork(isAt) {
          clearInterval(working);
          if (isAt)
            working = setInterval(
              () => void journal.hold().catch(() => undefined),
              shared.LEASE_MS / 4,
            ).unref();
        },
        note: kept.note,
      });
    },
    async seen(rate, { origin, credential } = NOBODY) {
      const began = elapsed();
      const asked = async () => {
        const engine = await link.now();
        const names = namesFor(origin, credential);
        const machine = await machineOf(names);
        await shared.ledgerOn(engine, names, { machine, process: machine, rate }).look([]);
        await shared
          .journalOn({ names, me: '', shown: '', engine: async () => engine, now: () => clock.now(), redact })
          .look();
        return engine.portrait;
      };
      const { isKept, isEvicting } = await asked().catch((error: unknown) => {
        if (!(error instanceof shared.EngineAway)) throw error;
        throw new Unavailable(`the engine at ${address.shown} cannot be asked: ${error.message}`, {
          code: 'shared_away',
          hint: typeable`look at TOILE_SHARED and at the engine; until it is there no Tech Pack is requested`,
          cause: error,
        });
      });
      return {
        engine: address.shown,
        ms: Math.round(elapsed() - began),
        isKept,
        isEvicting,
      };
    },
    async close() {
      clearInterval(working);
      await Promise.all(ending.map((end) => end()));
      await link.close();
    },
  };
};

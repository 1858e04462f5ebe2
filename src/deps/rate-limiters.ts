import type { Clock, Patience, Rate } from '../contract.ts';
import type { Pace } from '../rate-limit/pull-pace.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { SharedEngine } from './shared-engine.ts';
import type { Storage } from './storage.ts';
import type { Outside } from './system.ts';

/** The ledgers of requests, one for each host and key: of this machine, or of all that share an engine. */
export interface RateLimiters {
  /** Throws a UsageError for a TOILE_RATE that cannot be read. */
  rate(): Promise<Rate>;
  of(url: string, credential: string): Promise<RateLimiter>;
}

export const ledgers = (
  outside: Outside,
  kept: Storage,
  shared: () => Promise<SharedEngine | undefined>,
): RateLimiters => {
  const { env, clock, platform } = outside;
  const open = new Map<string, Promise<RateLimiter>>();
  const rate = async (): Promise<Rate> => {
    const { parseRate, SERVICE_RATE } = await import('../rate-limit/pull-pace.ts');
    return env.TOILE_RATE ? parseRate(env.TOILE_RATE) : SERVICE_RATE;
  };
  const make = async (origin: string, credential: string): Promise<RateLimiter> => {
    const [{ createRateLimiter, sharedLogName }, { state }, limit, engine] = await Promise.all([
      import('../rate-limit/rate-limiter.ts'),
      kept.folders(),
      rate(),
      shared(),
    ]);
    const host = { pid: platform.pid, now: () => clock.now() };
    const name = sharedLogName(origin, credential);
    const local = createRateLimiter(state, name, limit, host, kept.note);
    return engine === undefined ? local : engine.limiter(local, limit, name, { origin, credential });
  };
  return {
    rate,
    of(url, credential) {
      const { origin } = new URL(url);
      const key = `${origin}\n${credential}`;
      const known = open.get(key) ?? make(origin, credential);
      open.set(key, known);
      return known;
    },
  };
};

/** When bulk work may send. The embedded sandbox has no ledger: requests to it are counted in this process. */
export interface Pacing {
  pace(): Promise<Pace>;
  /** A request was answered, or failed. */
  count(): void;
}

export const pacing = (
  clock: Clock,
  rate: () => Promise<Rate>,
  ledger: (() => Promise<RateLimiter>) | undefined,
  longest: number,
  patience: Patience | undefined,
): Pacing => {
  let made: Pace | undefined;
  return {
    async pace() {
      const { createPace, paceOver, patiently } = await import('../rate-limit/pull-pace.ts');
      if (made) return made;
      made = ledger
        ? paceOver(await ledger(), await rate(), clock, longest)
        : createPace(await rate(), clock, longest);
      if (patience) made = patiently(made, patience);
      return made;
    },
    count: () => made?.record(),
  };
};

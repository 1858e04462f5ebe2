import type { Clock, RateLimit, WaitBudget } from '../../platform/shared-types.ts';
import type { LocalStorage } from '../../platform/state/local-storage.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';
import type { SharedEngine } from '../shared-store/connect-shared-engine.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestPacer } from './request-pacer.ts';

/**
 * The rate limiters of this run, one for each host and credential. They count the requests of this machine,
 * or of all machines that share an engine.
 */
export interface RateLimiters {
  /** Returns the rate limit. Throws a UsageError for an invalid TOILE_RATE. */
  readRateLimit(): Promise<RateLimit>;
  openLimiter(url: string, credential: string): Promise<RateLimiter>;
}

/** Creates the rate limiters. Each is opened when first used. */
export const createRateLimiters = (
  system: HostSystem,
  { resolveFolders, noteOnce }: LocalStorage,
  shared: () => Promise<SharedEngine | undefined>,
): RateLimiters => {
  const { env, clock, platform } = system;
  const open = new Map<string, Promise<RateLimiter>>();
  const rate = async (): Promise<RateLimit> => {
    const { parseRateLimit, SERVICE_RATE_LIMIT } = await import('./request-pacer.ts');
    return env.TOILE_RATE ? parseRateLimit(env.TOILE_RATE) : SERVICE_RATE_LIMIT;
  };
  const make = async (origin: string, credential: string): Promise<RateLimiter> => {
    const [{ createLocalRateLimiter, createLogName }, { state }, limit, engine] = await Promise.all([
      import('./rate-limiter.ts'),
      resolveFolders(),
      rate(),
      shared(),
    ]);
    const host = { pid: platform.pid, now: () => clock.now() };
    const name = createLogName(origin, credential);
    const local = createLocalRateLimiter(state, name, limit, host, noteOnce);
    return engine === undefined ? local : engine.createLimiter(local, limit, name, { origin, credential });
  };
  return {
    readRateLimit: rate,
    openLimiter(url, credential) {
      const { origin } = new URL(url);
      const key = `${origin}\n${credential}`;
      const known = open.get(key) ?? make(origin, credential);
      open.set(key, known);
      return known;
    },
  };
};

/** Decides when bulk work may send requests. */
export interface BulkPacing {
  openPacer(): Promise<RequestPacer>;
  /** Counts a request that was answered or has failed. */
  countRequest(): void;
}

/** Creates the pacing of bulk work. Requests to the embedded sandbox are counted in this process only. */
export const createBulkPacing = (
  clock: Clock,
  rate: () => Promise<RateLimit>,
  ledger: (() => Promise<RateLimiter>) | undefined,
  longest: number,
  patience: WaitBudget | undefined,
): BulkPacing => {
  let made: RequestPacer | undefined;
  return {
    async openPacer() {
      const { createProcessPacer, createLimiterPacer, withWaitBudget } = await import('./request-pacer.ts');
      if (made) return made;
      made = ledger
        ? createLimiterPacer(await ledger(), await rate(), clock, longest)
        : createProcessPacer(await rate(), clock, longest);
      if (patience) made = withWaitBudget(made, patience);
      return made;
    },
    countRequest: () => made?.record(),
  };
};

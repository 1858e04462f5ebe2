import type { Clock } from '../commands/define.ts';
import type { Pace } from '../mirror/index.ts';

/** The pace of this process; requests are counted once somebody has asked for it. */
export interface Pacing {
  pace(): Promise<Pace>;
  /** A request was answered, or failed. */
  count(): void;
}

export const pacing = (env: Readonly<Record<string, string | undefined>>, clock: Clock): Pacing => {
  let made: Pace | undefined;
  return {
    async pace() {
      const { createPace, parseRate, SERVICE_RATE } = await import('../mirror/index.ts');
      made ??= createPace(env.TOILE_RATE ? parseRate(env.TOILE_RATE) : SERVICE_RATE, clock);
      return made;
    },
    count: () => made?.record(),
  };
};

import { pause } from './deadline.ts';
import { NotReadyError } from './errors.ts';
import { isReady } from './pack.ts';
import type { Signal } from './platform.ts';
import { askedBy, canPass } from './retrying.ts';
import { now } from './runtime.ts';
import type { TechPackStatus } from './types.ts';

export interface Waiting {
  /** Milliseconds between two looks. */
  readonly interval: number;
  /** Milliseconds in all; a last look is taken at their end. */
  readonly atMost: number;
  readonly signal?: Signal | undefined;
  onLook?: ((status: TechPackStatus) => void) | undefined;
  look(): PromiseLike<TechPackStatus>;
}

/** Looks until `pack.ready` is true. A look that fails in a way that can pass is taken again. */
export async function untilReady({
  interval,
  atMost,
  signal,
  onLook,
  look,
}: Waiting): Promise<TechPackStatus> {
  const until = now() + atMost;
  let last: TechPackStatus | undefined;
  let cause: unknown;
  for (;;) {
    let asked = 0;
    try {
      last = await look();
      cause = undefined;
    } catch (error) {
      if (!canPass(error)) throw error;
      cause = error;
      asked = (askedBy(error) ?? 0) * 1000;
    }
    if (cause === undefined && last !== undefined) {
      onLook?.(last);
      if (isReady(last)) return last;
    }
    const left = until - now();
    if (left <= 0 || asked > left) throw new NotReadyError('GET /v1/tech-packs', atMost, last, cause);
    await pause(Math.max(asked, Math.min(interval, left)), signal);
  }
}

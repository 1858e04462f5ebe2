/** What an engine says of itself: `INFO`, a `name:value` on each line. */
export interface Portrait {
  /** Of this run: another one after it was started anew. */
  readonly run: string;
  /** Too old for scripts that write after they have asked for the time. */
  readonly isTooOld: boolean;
  /** Whether it outlives its end. */
  readonly isKept: boolean;
  /** Whether it drops what it holds when its memory is full. */
  readonly isEvicting: boolean;
}

const OLDEST = 5;

/** Undefined for what no Valkey or Redis says. */
export const portraitIn = (info: string): Portrait | undefined => {
  const of = (name: string): string => new RegExp(`^${name}:([\\w.-]{1,64})\\s*$`, 'm').exec(info)?.[1] ?? '';
  const run = of('run_id');
  if (!/^[0-9a-f]+$/.test(run)) return undefined;
  return {
    run,
    isTooOld: Number.parseInt(of('redis_version'), 10) < OLDEST,
    isKept: of('aof_enabled') === '1',
    isEvicting: of('maxmemory_policy') !== 'noeviction',
  };
};

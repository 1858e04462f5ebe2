/** Facts from the `INFO` reply of a server. */
export interface ServerInfo {
  /** The id of this run of the server. It changes with a restart. */
  readonly runId: string;
  /** True if scripts cannot write after they read the time (before Redis 5). */
  readonly isTooOld: boolean;
  /** True if the data survives a restart (append-only file). */
  readonly isPersistent: boolean;
  /** True if keys are removed when the memory is full. */
  readonly isEvicting: boolean;
}

const MIN_VERSION = 5;

/** Parses an `INFO` reply; undefined if it is not from Redis or Valkey. */
export const parseServerInfo = (info: string): ServerInfo | undefined => {
  const of = (name: string): string => new RegExp(`^${name}:([\\w.-]{1,64})\\s*$`, 'm').exec(info)?.[1] ?? '';
  const run = of('run_id');
  if (!/^[0-9a-f]+$/.test(run)) return undefined;
  return {
    runId: run,
    isTooOld: Number.parseInt(of('redis_version'), 10) < MIN_VERSION,
    isPersistent: of('aof_enabled') === '1',
    isEvicting: of('maxmemory_policy') !== 'noeviction',
  };
};

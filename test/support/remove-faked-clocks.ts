import { existsSync, readdirSync, rmSync } from 'node:fs';

const SHARED = '/dev/shm';

/** Removes shared memory that `faketime` leaves for killed processes, because a new process may get the same pid. */
export const removeFakedClocks = (): void => {
  if (!existsSync(SHARED)) return;
  for (const name of readdirSync(SHARED)) {
    const [, pid] = /^(?:sem\.)?faketime_\w+_(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(`${SHARED}/${name}`, { force: true });
  }
};

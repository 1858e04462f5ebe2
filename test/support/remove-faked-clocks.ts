import { existsSync, readdirSync, rmSync } from 'node:fs';

const SHARED = '/dev/shm';

/** What `faketime` keeps for a process that was killed stays, and is in the way of the next one with that number. */
export const removeFakedClocks = (): void => {
  if (!existsSync(SHARED)) return;
  for (const name of readdirSync(SHARED)) {
    const [, pid] = /^(?:sem\.)?faketime_\w+_(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) rmSync(`${SHARED}/${name}`, { force: true });
  }
};

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { SafePath } from '../../../src/platform/files/safe-path.ts';
import type { ProcessInfo } from '../../../src/platform/shared-types.ts';
import { withLock } from '../../../src/platform/system/lock.ts';
import { createProcessName } from '../../../src/platform/system/process-identity.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';
import { measureCpuTime } from '../../support/measure-time.ts';

/** Creates a lock that a process holds. */
const createHeldLock = (holder: string): SafePath => {
  const path = join(createFolder(), 'x.lock');
  mkdirSync(path);
  writeFileSync(join(path, `held-${holder}-1`), '');
  return path;
};

/** Creates a clock whose sleeps end at once and advance it. */
const createFastClock = (more: Partial<ProcessInfo> = {}): ProcessInfo => {
  let now = Date.now();
  return {
    ...hostProcess,
    now: () => now,
    sleep: async () => {
      now += 500;
    },
    ...more,
  };
};

const runLocked = (path: SafePath, by: ProcessInfo = createFastClock()) =>
  withLock(path, by, async () => 'ran');

it('a lock is free after use and after an error, and costs a few ms', async () => {
  const path = join(createFolder(), 'deep', 'x.lock');
  expect(await runLocked(path)).toBe('ran');
  await expect(withLock(path, hostProcess, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(path)).toEqual(['free']);
  const spent = await measureCpuTime(async () => {
    for (let n = 0; n < 100; n += 1) await runLocked(path, hostProcess);
  });
  expect(spent / 100).toBeLessThan(5);
});

it('a living holder is waited for, then reported', async () => {
  const path = createHeldLock(createProcessName(hostProcess));
  await expect(runLocked(path)).rejects.toMatchObject({
    code: 'locked_by_another',
    hint: expect.stringContaining(path),
  });
});

it('the wait is longer for work that is known to take long', async () => {
  const path = createHeldLock(createProcessName(hostProcess));
  let slept = 0;
  const by = createFastClock();
  const patient = {
    ...by,
    sleep: async (ms: number) => {
      slept += 1;
      // A minute later the holder has done its work.
      if (slept === 120)
        renameSync(join(path, `held-${createProcessName(hostProcess)}-1`), join(path, 'free'));
      await by.sleep(ms);
    },
  };
  expect(await withLock(path, patient, async () => 'ran', 90_000)).toBe('ran');
});

it('a lock of a process that is gone is taken over', async () => {
  const path = createHeldLock(createProcessName({ ...hostProcess, pid: 99_999_999 }));
  expect(await runLocked(path)).toBe('ran');
  expect(readdirSync(path)).toEqual(['free']);
});

it.skipIf(process.platform !== 'linux')(
  'a lock of an earlier process whose pid is used again is taken over',
  async () => {
    const known = createProcessName(hostProcess).split('-').slice(0, -1).join('-');
    expect(await runLocked(createHeldLock(`${known}-12345`))).toBe('ran');
  },
);

it.each(['elsewhere-1-1', 'nonsense', ''])(
  'waits for the unknown holder %j, and replaces it in time',
  async (holder) => {
    const path = createHeldLock(holder);
    await expect(runLocked(path)).rejects.toMatchObject({ code: 'locked_by_another' });
    expect(await runLocked(path, createFastClock({ now: () => Date.now() + 300_000 }))).toBe('ran');
  },
);

it('a lock folder without its token is repaired', async () => {
  const path = join(createFolder(), 'x.lock');
  mkdirSync(path);
  expect(await runLocked(path, hostProcess)).toBe('ran');
  rmSync(join(path, 'free'));
  expect(await runLocked(path, hostProcess)).toBe('ran');
});

it('a lock folder that is moved away in the middle does no harm', async () => {
  const path = join(createFolder(), 'x.lock');
  expect(
    await withLock(path, hostProcess, async () => {
      renameSync(path, `${path}.gone`);
      return 'ran';
    }),
  ).toBe('ran');
});

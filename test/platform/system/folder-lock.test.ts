import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SafePath } from '../../../src/platform/files/safe-path.ts';
import type { ProcessInfo } from '../../../src/platform/shared-types.ts';
import { withDirectoryLock } from '../../../src/platform/system/lock.ts';
import { createProcessName, readProcessState } from '../../../src/platform/system/process-identity.ts';
import { createFolder, join } from '../../support/create-folder.ts';
import { hostProcess } from '../../support/host-process.ts';

let words = 0;
const createPlace = (lock: SafePath) => ({
  resolveLock: async () => lock,
  shownPath: 'season',
  createWord: () => {
    words += 1;
    return `w${words}`;
  },
});

/** Creates a clock whose sleeps end at once and advance it. */
const createFastClock = (): ProcessInfo => {
  let now = Date.now();
  return {
    ...hostProcess,
    now: () => now,
    sleep: async () => {
      now += 500;
    },
  };
};

const createHeldLock = (...names: readonly string[]): SafePath => {
  const lock = join(createFolder(), 'lock');
  mkdirSync(lock);
  for (const name of names) writeFileSync(join(lock, name), '');
  return lock;
};
const runLocked = (lock: SafePath, by: ProcessInfo = createFastClock()) =>
  withDirectoryLock(createPlace(lock), by, async () => 'ran');

const [MACHINE, SPACE, BOOT, PID, STARTED] = createProcessName(hostProcess).split('-');
const linux = process.platform === 'linux';

describe('a lock holder', () => {
  it.runIf(linux).each([
    ['this process', `${MACHINE}-${SPACE}-${BOOT}-${PID}-${STARTED}`, 'lives'],
    ['this process under another name of the host', `m0-${SPACE}-${BOOT}-${PID}-${STARTED}`, 'lives'],
    ['an earlier one of this pid', `${MACHINE}-${SPACE}-${BOOT}-${PID}-1`, 'gone'],
    ['one that is there no more', `${MACHINE}-${SPACE}-${BOOT}-99999999-1`, 'gone'],
    ['one in another container', `${MACHINE}-0123-${BOOT}-${PID}-${STARTED}`, 'hidden'],
    ['one on another machine', `m0-${SPACE}-0123-${PID}-${STARTED}`, 'hidden'],
    ['one on a machine without a name of its own', `n0-${SPACE}-0123-${PID}-${STARTED}`, 'hidden'],
    ['one of whom the boot is not known', `${MACHINE}-${SPACE}-unknown-99999999-1`, 'hidden'],
    ['nobody', '', 'hidden'],
    ['somebody else', 'whoever', 'hidden'],
    ['a number that is none', `${MACHINE}-${SPACE}-${BOOT}-x-1`, 'hidden'],
  ])('%s: %s', (_, name, fate) => {
    expect(readProcessState(name, hostProcess)).toBe(fate);
  });

  it.runIf(linux)('that has ended counts as gone although the process table still lists it', async () => {
    // The shell starts a child and becomes a program that never waits for it.
    const parent = spawn('sh', ['-c', 'sh -c "read line" <&3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [said] = await once(parent.stdout as Readable, 'data');
    const name = createProcessName({ ...hostProcess, pid: Number(said) });
    expect(readProcessState(name, hostProcess)).toBe('lives');
    // A shell could still wait for its child; `sleep` cannot.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
    (parent.stdio[3] as Writable).end('\n');
    await expect.poll(() => readProcessState(name, hostProcess)).toBe('gone');
    expect(hostProcess.alive(Number(said))).toBe(true);
  });

  it.runIf(linux && MACHINE?.startsWith('m'))(
    'from before the last start of this machine counts as gone',
    () => {
      expect(readProcessState(`${MACHINE}-${SPACE}-0123-${PID}-${STARTED}`, hostProcess)).toBe('gone');
    },
  );
});

it('a lock leaves nothing behind, after an error too', async () => {
  const lock = join(createFolder(), 'lock');
  expect(await runLocked(lock)).toBe('ran');
  await expect(
    withDirectoryLock(createPlace(lock), hostProcess, () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no');
  expect(readdirSync(join(lock, '..'))).toEqual([]);
});

it('a lock admits one at a time, in any order', async () => {
  const lock = join(createFolder(), 'lock');
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(3);
    inside -= 1;
  };
  await Promise.all(
    Array.from({ length: 12 }, () => withDirectoryLock(createPlace(lock), hostProcess, work)),
  );
  expect([most, inside, readdirSync(join(lock, '..'))]).toEqual([1, 0, []]);
});

it.runIf(linux)('a lock of a process that is gone is taken over, and its files are removed', async () => {
  const lock = createHeldLock(`held-${MACHINE}-${SPACE}-${BOOT}-99999999-1`);
  mkdirSync(join(lock, '..', 'lock-left'));
  writeFileSync(join(lock, '..', 'locket'), 'mine');
  await withDirectoryLock(createPlace(lock), hostProcess, async () =>
    expect(readdirSync(lock)).toEqual([`held-${createProcessName(hostProcess)}`]),
  );
  expect(readdirSync(join(lock, '..'))).toEqual(['locket']);
});

it('of many that find a dead holder, one takes over at a time', async () => {
  const lock = createHeldLock(`held-${createProcessName({ ...hostProcess, pid: 99_999_999 })}`);
  let inside = 0;
  const work = async () => {
    inside += 1;
    expect(inside).toBe(1);
    await sleep(2);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withDirectoryLock(createPlace(lock), hostProcess, work)));
});

it('a lock of a living holder is waited for, then reported, and never taken', async () => {
  const lock = createHeldLock(`held-${createProcessName(hostProcess)}`);
  await expect(runLocked(lock)).rejects.toMatchObject({
    code: 'locked_by_another',
    exit: 1,
    message: 'another toile process is using season',
  });
  expect(readdirSync(lock)).toEqual([`held-${createProcessName(hostProcess)}`]);
});

it.each([[['held-m0-1-2-3-4']], [['held-whoever']], [['free']], [['held-a', 'held-b']], [['x']]])(
  'a lock of another machine is never taken over, however long it lasts: %j',
  async (names) => {
    const lock = createHeldLock(...names);
    const late = { ...createFastClock(), now: () => Date.now() + 10 * 365 * 86_400_000 };
    await expect(runLocked(lock, late)).rejects.toMatchObject({
      code: 'locked_by_another',
      hint: `if none is running there: rm -r ${lock}`,
    });
    expect(readdirSync(lock)).toEqual(names);
  },
);

it('a lock without its holder file is repaired', async () => {
  expect(await runLocked(createHeldLock())).toBe('ran');
});

it('only a lock that is still held is released', async () => {
  const lock = join(createFolder(), 'lock');
  await withDirectoryLock(createPlace(lock), hostProcess, async () => {
    rmSync(lock, { recursive: true });
    mkdirSync(lock);
    writeFileSync(join(lock, 'held-m0-1-2-3-4'), '');
  });
  expect(readdirSync(lock)).toEqual(['held-m0-1-2-3-4']);
});

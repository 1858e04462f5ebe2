import { setTimeout } from 'node:timers/promises';
import type { ProcessInfo } from '../../src/platform/shared-types.ts';

/** This process, for locks and state files. */
export const hostProcess: ProcessInfo = {
  pid: process.pid,
  alive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM';
    }
  },
  now: Date.now,
  sleep: (ms) => setTimeout(ms),
  redact: (text) => text,
};

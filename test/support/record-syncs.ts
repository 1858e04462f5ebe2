import { type FileHandle, open, readdir } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import type { SafePath } from '../../src/platform/files/safe-path.ts';

/**
 * Records every sync, in order: `3 bytes` for a file, or a folder with its entries.
 * With a `failure`, syncs of folders reject with that system error.
 */
export const recordSyncs = async (folder: SafePath, failure?: string): Promise<readonly string[]> => {
  const probe = await open(folder, 'r');
  const handles = Object.getPrototypeOf(probe) as FileHandle;
  await probe.close();
  const synced: string[] = [];
  const { sync } = handles;
  handles.sync = async function (this: FileHandle) {
    const found = await this.stat();
    if (failure !== undefined && found.isDirectory())
      throw Object.assign(new Error(`${failure}: sync`), { code: failure });
    synced.push(found.isDirectory() ? `folder of ${(await readdir(folder)).join()}` : `${found.size} bytes`);
    return sync.call(this);
  };
  onTestFinished(() => {
    handles.sync = sync;
  });
  return synced;
};

import { type FileHandle, open, readdir } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import type { SafePath } from '../../src/platform/files/safe-path.ts';

/**
 * What is made to outlive a power cut from now on, in order: `3 bytes` of a file, or a folder with what stood in it.
 * With a `failure` folders reject with that error of the system.
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

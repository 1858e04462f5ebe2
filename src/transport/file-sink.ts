import type { FileHandle } from '../border/files.ts';
import type { Sink } from './checksum.ts';

/** Bytes that are written at once. */
const GATHERED = 1024 * 1024;

export interface FileSink extends Sink {
  /** Writes what is still gathered. */
  flush(): Promise<void>;
}

/**
 * A file that is open for writing, as a place for a document: no more than a MiB of it is held. `failed` puts an
 * error of the disk into words.
 */
export const fileSink = (file: FileHandle, failed: (error: unknown) => Error): FileSink => {
  let at = 0;
  /** Pieces from the network are small, and each write costs a turn of another thread. */
  let gathered: Uint8Array[] = [];
  let size = 0;

  /** A write may take less than it was given, when the disk is nearly full. */
  const writeAll = async (bytes: Uint8Array): Promise<void> => {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at);
      done += bytesWritten;
      at += bytesWritten;
    }
  };
  const flush = async (): Promise<void> => {
    const pieces = gathered;
    gathered = [];
    size = 0;
    await writeAll(Buffer.concat(pieces)).catch((error: unknown) => {
      throw failed(error);
    });
  };

  return {
    flush,
    async write(bytes) {
      gathered.push(bytes);
      size += bytes.length;
      if (size >= GATHERED) await flush();
    },
    async startOver() {
      gathered = [];
      size = 0;
      await file.truncate(0).catch((error: unknown) => {
        throw failed(error);
      });
      at = 0;
      return true;
    },
  };
};

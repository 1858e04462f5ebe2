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
  const writeAll = async (pieces: readonly Uint8Array[]): Promise<void> => {
    for (let left = pieces; left.length > 0; ) {
      const { bytesWritten } = await file.writev(left, at);
      at += bytesWritten;
      left = without(bytesWritten, left);
    }
  };
  const flush = async (): Promise<void> => {
    const pieces = gathered;
    gathered = [];
    size = 0;
    await writeAll(pieces).catch((error: unknown) => {
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

/** What is left of the pieces once so many bytes are gone. */
const without = (bytes: number, pieces: readonly Uint8Array[]): readonly Uint8Array[] => {
  let over = bytes;
  for (const [index, piece] of pieces.entries()) {
    if (over < piece.length) return [piece.subarray(over), ...pieces.slice(index + 1)];
    over -= piece.length;
  }
  return [];
};

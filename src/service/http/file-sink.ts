import type { FileHandle } from '../../platform/files/safe-fs.ts';
import type { DocumentSink } from './download-receiver.ts';

/** Bytes that are buffered before a write. */
const BUFFER_BYTES = 1024 * 1024;

/** A document sink that writes to a file. */
export interface FileSink extends DocumentSink {
  /** Writes the buffered bytes. */
  flush(): Promise<void>;
}

/** Creates a sink for an open file. Buffers at most 1 MiB. `failed` converts an error of the disk. */
export const createFileSink = (file: FileHandle, failed: (error: unknown) => Error): FileSink => {
  let at = 0;
  /** Chunks from the network are small and each write uses a thread, so chunks are collected. */
  let gathered: Uint8Array[] = [];
  let size = 0;

  /** Writes all chunks. A single write may be short when the disk is nearly full. */
  const writeAll = async (pieces: readonly Uint8Array[]): Promise<void> => {
    for (let left = pieces; left.length > 0; ) {
      const { bytesWritten } = await file.writev(left, at);
      at += bytesWritten;
      left = dropWrittenBytes(bytesWritten, left);
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
      if (size >= BUFFER_BYTES) await flush();
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

/** Returns what is left of the chunks after the first `bytes` bytes. */
const dropWrittenBytes = (bytes: number, pieces: readonly Uint8Array[]): readonly Uint8Array[] => {
  let over = bytes;
  for (const [index, piece] of pieces.entries()) {
    if (over < piece.length) return [piece.subarray(over), ...pieces.slice(index + 1)];
    over -= piece.length;
  }
  return [];
};

import type { FileHandle } from '../../platform/files/safe-fs.ts';
import type { DocumentSink } from './download-receiver.ts';

/** Bytes that are buffered before a write, because chunks from the network are small and each write uses a thread. */
const BUFFER_BYTES = 1024 * 1024;

/** A document sink that writes to a file. */
export interface FileSink extends DocumentSink {
  /** Writes the buffered bytes. */
  flush(): Promise<void>;
}

/** Creates a sink for an open file. `failed` converts an error of the disk. */
export const createFileSink = (file: FileHandle, failed: (error: unknown) => Error): FileSink => {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let used = 0;
  let at = 0;

  const flush = async (): Promise<void> => {
    const end = used;
    used = 0;
    // A single write may be short when the disk is nearly full.
    for (let from = 0; from < end; ) {
      const { bytesWritten } = await file
        .write(buffer, from, end - from, at)
        .catch((error: unknown) => Promise.reject(failed(error)));
      from += bytesWritten;
      at += bytesWritten;
    }
  };

  return {
    flush,
    async write(bytes) {
      for (let left = bytes; left.length > 0; ) {
        const part = left.subarray(0, BUFFER_BYTES - used);
        buffer.set(part, used);
        used += part.length;
        left = left.subarray(part.length);
        if (used === BUFFER_BYTES) await flush();
      }
    },
    async startOver() {
      used = 0;
      at = 0;
      await file.truncate(0).catch((error: unknown) => {
        throw failed(error);
      });
      return true;
    },
  };
};

/**
 * Reads a file that contains a secret, for example the file that the variable TOILE_API_KEY_FILE names. It may be a
 * named pipe, and it may belong to another user.
 */

import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { NotSignedIn } from '../errors.ts';
import { quoteShellWord, shellText } from '../escape/shell.ts';
import { describeFileError } from '../system/file-errors.ts';
import { isBunRuntime } from '../system/runtime.ts';
import { constants, open, openSync, stat } from './safe-fs.ts';
import type { SafePath } from './safe-path.ts';

/** The maximum size of a secret in bytes, so that a device or disk image is not read to its end. */
const MAX_SECRET_BYTES = 65_536;

/**
 * Opens the file as a stream. On Node, a named pipe is opened through a socket. Otherwise a thread would wait until
 * another process writes to the pipe, and Node could not exit while the thread waits. Bun can exit, so it needs no
 * socket.
 */
const openSecretStream = async (path: SafePath): Promise<Readable> => {
  const isPipe = !isBunRuntime && (await stat(path)).isFIFO();
  if (!isPipe) return (await open(path, 'r')).createReadStream({ end: MAX_SECRET_BYTES });
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
};

const readSecretBytes = async (path: SafePath, signal?: AbortSignal): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  const file = await openSecretStream(path);
  if (signal) addAbortSignal(signal, file);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_SECRET_BYTES) break;
  }
  return Buffer.concat(chunks);
};

/**
 * Returns the content of a file with a secret, including a line feed at its end. `shownPath` is the path as the user
 * typed it, for the hint of an error. If `signal` aborts, its abort reason is thrown.
 * @throws NotSignedIn if the file cannot be read or is too large for a key. The message names TOILE_API_KEY_FILE and
 * never contains content of the file.
 */
export const readSecretFile = async (
  path: SafePath,
  shownPath: string,
  signal?: AbortSignal,
): Promise<string> => {
  // Node cannot interrupt a blocked read. So this promise rejects when `signal` aborts, and `readSecretFile` does not
  // wait for the read.
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  let bytes: Buffer;
  try {
    bytes = await Promise.race([readSecretBytes(path, signal), aborted]);
  } catch (error) {
    signal?.throwIfAborted();
    throw new NotSignedIn(`the file of TOILE_API_KEY_FILE cannot be read: ${describeFileError(error)}`, {
      code: 'key_file_unreadable',
      hint:
        shownPath === ''
          ? shellText`TOILE_API_KEY_FILE is set but empty.`
          : shellText`Check it: ls -l ${quoteShellWord(shownPath)}`,
      cause: error,
    });
  }
  if (bytes.length <= MAX_SECRET_BYTES) return bytes.toString('utf8');
  throw new NotSignedIn(`the file of TOILE_API_KEY_FILE is too large for a key: ${path}`, {
    code: 'bad_credential',
    hint: shellText`It must contain only the key.`,
  });
};

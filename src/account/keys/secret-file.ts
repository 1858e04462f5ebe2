/** Reads the file that TOILE_API_KEY_FILE names: a mounted secret, a pipe, whoever owns it. */

import { Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { constants, open, openSync, stat } from '../../border/files.ts';
import type { Path } from '../../border/path.ts';
import { shellWord, typeable } from '../../border/shell.ts';
import { NotSignedIn } from '../../errors.ts';
import { reasonOf } from '../../system/errno.ts';
import { leavesThreads } from '../../system/runtime.ts';

/** Far above any credential; a device or a disk image is not read to its end. */
const MOST_BYTES = 65_536;

/**
 * A pipe with a name may wait for its writer for ever, and a thread that waits in `open` would keep the process. Where
 * threads are left behind as it ends nothing is heard of a socket over a pipe, and none is needed.
 */
const reading = async (path: Path): Promise<Readable> => {
  const isWaitedFor = !leavesThreads && (await stat(path)).isFIFO();
  if (!isWaitedFor) return (await open(path, 'r')).createReadStream({ end: MOST_BYTES });
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
};

/** What it holds; of more than a key may have, no more than shows that. */
const bytesOf = async (path: Path, signal?: AbortSignal): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  const file = await reading(path);
  if (signal) addAbortSignal(signal, file);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MOST_BYTES) break;
  }
  return Buffer.concat(chunks);
};

/** Its text. Throws NotSignedIn with the reason, never with content. */
export const readSecretFile = async (path: Path, named: string, signal?: AbortSignal): Promise<string> => {
  // A thread that waits does not hear of it.
  const stopped = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  let bytes: Buffer;
  try {
    bytes = await Promise.race([bytesOf(path, signal), stopped]);
  } catch (error) {
    signal?.throwIfAborted();
    throw new NotSignedIn(`the file of TOILE_API_KEY_FILE cannot be read: ${reasonOf(error)}`, {
      code: 'key_file_unreadable',
      hint:
        named === ''
          ? typeable`TOILE_API_KEY_FILE is set but empty.`
          : typeable`Look at it: ls -l ${shellWord(named)}`,
      cause: error,
    });
  }
  if (bytes.length <= MOST_BYTES) return bytes.toString('utf8');
  throw new NotSignedIn(`the file of TOILE_API_KEY_FILE is too large to hold a key: ${path}`, {
    code: 'bad_credential',
    hint: typeable`It has to hold the key and nothing else.`,
  });
};

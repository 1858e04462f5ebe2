import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { isBunRuntime } from './runtime.ts';

const MIB = 2 ** 20;

/** The bytes of the heap limit that V8 reserves for new objects. Large texts cannot use them. */
const YOUNG_HEAP_BYTES = 48 * MIB;
/** The bytes of memory that one byte of text needs, including the rows built from it. Measured with a garment. */
const BYTES_PER_TEXT_BYTE = 14;
/** The minimum result of `estimateTextLimit` in bytes. */
export const MIN_TEXT_BYTES = MIB / 4;

/**
 * Returns the number of bytes of text that this process can read at once; Infinity for an unknown limit. If V8 needs
 * more memory than its limit, it ends the process without a useful message. Containers and `--max-old-space-size` set
 * low limits.
 */
export const estimateTextLimit = ({ heap_size_limit, used_heap_size } = getHeapStatistics()): number =>
  // Other engines than V8 may not report a limit.
  heap_size_limit > YOUNG_HEAP_BYTES
    ? Math.max(
        MIN_TEXT_BYTES,
        Math.floor((heap_size_limit - YOUNG_HEAP_BYTES - used_heap_size) / BYTES_PER_TEXT_BYTE),
      )
    : Number.POSITIVE_INFINITY;

/**
 * Prepares this process for a long stream of chunks. V8 adds the bytes of unused chunks, up to 32 MiB, to a heap limit
 * that is about 20 MiB for a small program, so it would begin a full collection every 15 MiB. With a higher limit the
 * cheap collections of new objects free the chunks, and memory does not grow. On Node 20 the start delays the second
 * compilation of functions (`delayOptimization`), which a long stream repays at once.
 */
export const allowHeapGrowth = (): void => {
  if (!isBunRuntime) setFlagsFromString('--heap-growing-percent=1000');
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=67584');
};

/**
 * Prepares this process for reading many small files. V8 would compile the readers again together with all that they
 * call, which 1,000 designs do not repay. It stays set until the process ends.
 */
export const limitCompilation = (): void => {
  if (!isBunRuntime) setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
};

/** The bytes of a heap that holds a large body. */
const LARGE_HEAP_BYTES = 48 * MIB;

/**
 * Lets a heap that holds a large body grow to twice its size between two collections. V8 would let it grow to four
 * times; the collections take a twentieth of the time of a sheet.
 */
export const limitHeapGrowth = (): void => {
  if (!isBunRuntime && getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES)
    setFlagsFromString('--heap-growing-percent=100');
};

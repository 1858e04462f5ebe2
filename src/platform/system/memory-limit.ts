import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { isBunRuntime } from './runtime.ts';

const MIB = 2 ** 20;

/** The part of V8's heap limit that is reserved for new objects. Large texts cannot use it. */
const YOUNG_HEAP_BYTES = 48 * MIB;
/** The bytes of memory that toile needs for each byte of a body and its rows, measured with a real garment. */
const BYTES_PER_TEXT_BYTE = 14;
/** The smallest result of `estimateTextLimit`, in bytes. */
export const MIN_TEXT_BYTES = MIB / 4;

/**
 * Estimates how many bytes of text this process can read at once; Infinity if the memory limit is unknown. V8 ends a
 * process beyond its limit without a useful message. Containers and `--max-old-space-size` can set a low limit.
 */
export const estimateTextLimit = ({ heap_size_limit, used_heap_size } = getHeapStatistics()): number =>
  // Engines other than V8 may report no memory limit.
  heap_size_limit > YOUNG_HEAP_BYTES
    ? Math.max(
        MIN_TEXT_BYTES,
        Math.floor((heap_size_limit - YOUNG_HEAP_BYTES - used_heap_size) / BYTES_PER_TEXT_BYTE),
      )
    : Number.POSITIVE_INFINITY;

/**
 * Sets V8 options for a long stream of chunks. By default, V8 lets the heap grow only by about 20 MiB, so unused chunks
 * cause a full garbage collection every 15 MiB. If the heap may grow more, the cheap collections of new objects free
 * the chunks. On Node 20, the options also make V8 compile hot code early again, which toile delays at its start
 * (`delayOptimization` in scripts/create-packed-loader.ts).
 */
export const allowHeapGrowth = (): void => {
  if (!isBunRuntime) setFlagsFromString('--heap-growing-percent=1000');
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=67584');
};

/**
 * Sets V8 options for reading many small files. They stay until the process ends. V8 inlines less code, because
 * inlining takes more time than it saves, even for 1,000 designs. One thread collects new objects, because few of them
 * stay in use.
 */
export const setSmallFileOptions = (): void => {
  if (isBunRuntime) return;
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
  setFlagsFromString('--no-parallel-scavenge');
};

const LARGE_HEAP_BYTES = 48 * MIB;

/**
 * Saves memory if the heap is large: V8 lets it grow to twice its size between two collections, instead of four times.
 * The additional collections take 5 % of the time in which a sheet is made.
 */
export const limitHeapGrowth = (): void => {
  if (!isBunRuntime && getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES)
    setFlagsFromString('--heap-growing-percent=100');
};

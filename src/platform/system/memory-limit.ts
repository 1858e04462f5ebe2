import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { isBunRuntime } from './runtime.ts';

const MIB = 2 ** 20;

/** The part of the heap limit that V8 reserves for new objects. Large texts cannot use it. */
const YOUNG_HEAP_BYTES = 48 * MIB;
/** The bytes of memory for one byte of a body's text, including the rows built from it. Measured with a garment. */
const BYTES_PER_TEXT_BYTE = 14;
/** The lower bound of `estimateTextLimit` in bytes. */
export const MIN_TEXT_BYTES = MIB / 4;

/**
 * Estimates how many bytes of text this process can read at once; Infinity if the memory limit is unknown. V8 ends a
 * process beyond its limit without a useful message. Containers and `--max-old-space-size` can set a low limit.
 */
export const estimateTextLimit = ({ heap_size_limit, used_heap_size } = getHeapStatistics()): number =>
  // Engines other than V8 may report no limit.
  heap_size_limit > YOUNG_HEAP_BYTES
    ? Math.max(
        MIN_TEXT_BYTES,
        Math.floor((heap_size_limit - YOUNG_HEAP_BYTES - used_heap_size) / BYTES_PER_TEXT_BYTE),
      )
    : Number.POSITIVE_INFINITY;

/**
 * Sets V8 options for a long stream of chunks. With V8's default heap limit of about 20 MiB, unused chunks (up to
 * 32 MiB) would cause a full garbage collection every 15 MiB. With a higher limit, the cheap collections of new objects
 * free the chunks. On Node 20, hot code is compiled early again, which the start of toile delays (`delayOptimization`
 * in scripts/create-packed-loader.ts).
 */
export const allowHeapGrowth = (): void => {
  if (!isBunRuntime) setFlagsFromString('--heap-growing-percent=1000');
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=67584');
};

/**
 * Sets V8 options for reading many small files, until the process ends. The compiler inlines less, because even 1,000
 * designs do not repay the time of more inlining. One thread collects new objects, because few of them stay in use.
 */
export const setSmallFileOptions = (): void => {
  if (isBunRuntime) return;
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
  setFlagsFromString('--no-parallel-scavenge');
};

/** The heap size in bytes from which `limitHeapGrowth` has an effect. */
const LARGE_HEAP_BYTES = 48 * MIB;

/**
 * Saves memory if the heap is large: V8 lets it grow to twice its size between two collections, instead of four times.
 * The additional collections take 5 % of the time in which a sheet is made.
 */
export const limitHeapGrowth = (): void => {
  if (!isBunRuntime && getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES)
    setFlagsFromString('--heap-growing-percent=100');
};

import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { isBunRuntime } from './runtime.ts';

const MIB = 2 ** 20;

/** The part of the heap limit that V8 reserves for new objects. Large texts cannot use it. */
const YOUNG_HEAP_BYTES = 48 * MIB;
/** The bytes of memory for one byte of text and the rows built from it, measured with a garment. */
const BYTES_PER_TEXT_BYTE = 14;
/** The lower bound of `estimateTextLimit` in bytes. */
export const MIN_TEXT_BYTES = MIB / 4;

/**
 * Estimates how many bytes of text this process can read at once; Infinity if the memory limit is unknown. V8 ends the
 * process without a useful message when it exceeds its limit, which containers and `--max-old-space-size` set low.
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
 * Sets V8 options for a long stream of chunks. By default V8 adds unused chunks (up to 32 MiB) to a heap limit of about
 * 20 MiB, so it would run a full collection every 15 MiB. With a higher limit, the cheap collections of new objects
 * free the chunks. On Node 20, hot code is compiled early again, which the start of toile delays (`delayOptimization`
 * in scripts/create-packed-loader.ts).
 */
export const allowHeapGrowth = (): void => {
  if (!isBunRuntime) setFlagsFromString('--heap-growing-percent=1000');
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=67584');
};

/**
 * Sets V8 options for reading many small files, until the process ends. The compiler inlines less, because even 1,000
 * designs do not repay the compilation. One thread collects new objects, because few of them stay in use.
 */
export const setSmallFileOptions = (): void => {
  if (isBunRuntime) return;
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
  setFlagsFromString('--no-parallel-scavenge');
};

/** The heap size in bytes from which `limitHeapGrowth` has an effect. */
const LARGE_HEAP_BYTES = 48 * MIB;

/**
 * Sets a V8 option if the heap is large: it grows to twice its size between two collections, instead of four times. The
 * additional collections take 5 % of the time that a sheet takes.
 */
export const limitHeapGrowth = (): void => {
  if (!isBunRuntime && getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES)
    setFlagsFromString('--heap-growing-percent=100');
};

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
 * Estimates how many bytes of text this process can read without exceeding the memory limit, at which V8 ends the
 * process without a useful message. Returns Infinity if the memory limit is unknown.
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
 * Sets V8 options for processing a long stream of chunks, so that full garbage collections are rarer. The frequent,
 * cheap collections of new objects free most unused chunks. On Node 20, also ends the delay of compilation that toile
 * sets when it starts.
 */
export const allowHeapGrowth = (): void => {
  if (!isBunRuntime) setFlagsFromString('--heap-growing-percent=1000');
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=67584');
};

/**
 * Sets V8 options for reading many small files, until the process ends. V8 inlines less code, because inlining takes
 * more time than it saves, even for 1,000 designs. V8 collects new objects on only one thread, because few of them stay
 * in use.
 */
export const setSmallFileOptions = (): void => {
  if (isBunRuntime) return;
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=200');
  setFlagsFromString('--no-parallel-scavenge');
};

const LARGE_HEAP_BYTES = 48 * MIB;

/**
 * Saves memory if the heap is large. Between two garbage collections, the heap may then grow only by half (by default,
 * to four times its size). For a large sheet, the additional collections take no measurable time.
 */
export const limitHeapGrowth = (): void => {
  if (!isBunRuntime && getHeapStatistics().used_heap_size > LARGE_HEAP_BYTES)
    setFlagsFromString('--heap-growing-percent=50');
};

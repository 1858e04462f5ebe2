import { getHeapStatistics } from 'node:v8';

const MIB = 2 ** 20;

/** What V8 says it may take holds this for objects that have just been made, and large texts are none of these. */
const YOUNG = 48 * MIB;
/** A text and the rows that are made of what stands in it take so many times its bytes; measured with a garment. */
const TIMES = 14;
/** With less than this nothing could be read at all; what is usual still fits. */
const LEAST = MIB / 4;

/**
 * Bytes of a text that this process can read as a whole. Beyond its memory V8 ends it at once, without a word that
 * would help anybody: containers and `--max-old-space-size` set limits that are small.
 */
export const roomForText = ({ heap_size_limit, used_heap_size } = getHeapStatistics()): number =>
  // Another engine may not know.
  heap_size_limit > YOUNG
    ? Math.max(LEAST, Math.floor((heap_size_limit - YOUNG - used_heap_size) / TIMES))
    : Number.POSITIVE_INFINITY;

/** Size limits for untrusted input. Usual data is far below all of them. */

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Limits of an answer of the service. The largest garment known, of 2,000 nodes, has 1 MB and 60,000
 * values; a graph twenty times as large is still read.
 */
export const ANSWER_LIMITS = {
  /** Bytes after decompression. */
  bytes: 32 * MIB,
  /** Bytes of an error response. The rest is not read, because the status explains the failure. */
  errorBytes: MIB,
  /** Values in the JSON, including lists and objects. A value of few bytes needs much memory. */
  values: 1_500_000,
  /** Pages of one list; with a hundred designs each, half a million designs. */
  pages: 5_000,
} as const;

/** Limits of the files of a collection. */
export const COLLECTION_LIMITS = {
  /** Bytes of a manifest, a journal or a body: 100,000 designs have a manifest of 200 MB. */
  text: 256 * MIB,
  /** Bytes of a file that is compared by its digest. `toile pull` writes no larger file. */
  file: 1024 * MIB,
  /** Values in a manifest: 100,000 designs have some 6 million. Other files have the limit of an answer. */
  values: 10_000_000,
} as const;

/** The maximum nesting of lists and objects in JSON, far below the depth that overflows the stack. */
export const MAX_JSON_LEVELS = 1_000;

/**
 * In milliseconds. If `Retry-After` asks for more, the command ends with an error even if `--max-wait` allows
 * a longer wait.
 */
export const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** The minimum progress of a download; a slower one is aborted. */
export const MIN_DOWNLOAD_PROGRESS = {
  /** Bytes that must be new in each period ... */
  bytes: 64 * KIB,
  /** ... of this many milliseconds ... */
  within: 5 * MINUTE,
  /** ... and within this many attempts. */
  tries: 20,
} as const;

/** Parts of a downloaded document that are kept in memory to detect its type. */
export const DOCUMENT_SAMPLE = {
  /** The maximum size in bytes, after decompression, of a document without a stated size. */
  unstated: 1024 * MIB,
  /** Bytes from its start. A drawing may have long declarations before its first element. */
  head: 64 * KIB,
  /** Bytes from its end. */
  tail: 2 * KIB,
} as const;

/** Limits for reading the layers of a drawing. The file is saved in any case. */
export const DRAWING_LIMITS = {
  bytes: 20 * MIB,
  levels: 256,
  elements: 300_000,
  /** Layer names that are listed. */
  layers: 1_000,
  attributes: 10_000,
  /** Characters of one tag, text or comment. */
  piece: 2 * MIB,
} as const;

/** Limits of a drawing that is printed on a page. A browser lays out all of it at once. */
export const PAGE_DRAWING_LIMITS = {
  bytes: 8 * MIB,
  levels: 64,
  elements: 60_000,
  /** Elements, including repetitions by references. */
  repeated: 300_000,
  /** Levels of references to elements that contain references. */
  references: 16,
  /** Style rules that refer to elements. */
  rules: 200,
} as const;

/**
 * Limits of a workbook that is read back. One that toile wrote of 2,000 nodes has 1 MB, 15 MB unpacked.
 */
export const WORKBOOK_LIMITS = {
  /** Bytes of the file. */
  bytes: 24 * MIB,
  /** Maximum total size of all parts, after decompression. */
  unpacked: 128 * MIB,
  parts: 2_000,
  /** Rows, cells and merged ranges, empty or not. */
  cells: 2_000_000,
  /** Characters in all cells: a text that is stored once may be used by any number of cells. */
  characters: 128 * MIB,
} as const;

/** The longest delay of a timer in milliseconds. A longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

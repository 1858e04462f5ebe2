/** Limits for untrusted input. Usual data is far below all of them. */

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Limits of an answer of the service. The largest garment known, of 2,000 nodes, has 1 MB and 60,000
 * values; a graph twenty times as large is still read.
 */
export const ANSWER_LIMITS = {
  /** Bytes, unpacked. */
  bytes: 32 * MIB,
  /** The same where the status says that it failed: what is beyond is not read, and the status says the rest. */
  errorBytes: MIB,
  /** Values in its JSON, lists and objects counted too: they take memory and time, and few bytes. */
  values: 1_500_000,
  /** Pages of one list; at a hundred designs each, half a million. */
  pages: 5_000,
} as const;

/** Limits of the files of a collection. */
export const COLLECTION_LIMITS = {
  /** Bytes of a manifest, a journal or a body: 100,000 designs have a manifest of 200 MB. */
  text: 256 * MIB,
  /** Bytes of a file that is compared by its digest. What is larger, perhaps full of holes, is no file of a pull. */
  file: 1024 * MIB,
  /** Values in a manifest: 100,000 designs have some 6 million. Any other file holds at most what an answer may. */
  values: 10_000_000,
} as const;

/** Levels of lists and objects in JSON. Far below what overflows the stack. */
export const MAX_JSON_LEVELS = 1_000;

/**
 * Milliseconds. When `Retry-After` asks for more, the command ends with an error, whatever wait is allowed.
 */
export const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** Least progress of a download. A slower one, or one with more connections, is aborted. */
export const MIN_DOWNLOAD_PROGRESS = {
  /** Bytes that have to come anew, each time ... */
  bytes: 64 * KIB,
  /** ... within so many milliseconds ... */
  within: 5 * MINUTE,
  /** ... and so many tries. */
  tries: 20,
} as const;

/** Parts of a downloaded document that are kept in memory to detect its type. */
export const DOCUMENT_SAMPLE = {
  /** Bytes, unpacked, of one whose size nothing states: only the sender could end it. */
  unstated: 1024 * MIB,
  /** Bytes from its beginning: a drawing may declare much before it begins. */
  head: 64 * KIB,
  /** Bytes from its end. */
  tail: 2 * KIB,
} as const;

/** Limits for reading the layers of a drawing. The file is saved in any case. */
export const DRAWING_LIMITS = {
  bytes: 20 * MIB,
  levels: 256,
  elements: 300_000,
  /** Names that are listed. */
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
  /** Elements with all that are drawn once more where something refers to them. */
  repeated: 300_000,
  /** Things that refer to things that refer to things. */
  references: 16,
  /** Rules of its style sheets. */
  rules: 500,
  /** Names of what is left out that are listed. */
  names: 40,
} as const;

/**
 * Limits of a workbook that is read back. One that toile wrote of 2,000 nodes has 1 MB, 15 MB unpacked.
 */
export const WORKBOOK_LIMITS = {
  /** Bytes of the file. */
  bytes: 24 * MIB,
  /** Bytes of all its parts that are read, unpacked. */
  unpacked: 128 * MIB,
  parts: 2_000,
  /** Rows, cells and merged ranges, empty or not. */
  cells: 2_000_000,
  /** Characters in all of them: a text that stands once in the file may be pointed to by any number of cells. */
  characters: 128 * MIB,
} as const;

/** Milliseconds. A longer timer fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

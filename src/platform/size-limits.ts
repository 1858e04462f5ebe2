/** Size limits for untrusted input. Usual data is far below all of them. */

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Limits of a response of the service. The largest known garment, with 2,000 nodes, has 1 MB and 60,000 values, so a
 * graph twenty times as large is still read.
 */
export const RESPONSE_LIMITS = {
  /** Bytes after decompression. */
  bytes: 32 * MIB,
  /** Bytes of an error response. Further bytes are not read, because the status explains the failure. */
  errorBytes: MIB,
  /** Values in the JSON, including lists and objects. A value of few bytes needs much memory. */
  values: 1_500_000,
  /** Pages of one list. With a hundred designs each, that is half a million designs. */
  pages: 5_000,
} as const;

/** Limits of the files of a pulled folder. */
export const COLLECTION_LIMITS = {
  /** Bytes of a manifest, a journal or a body. A manifest of 100,000 designs has 200 MB. */
  text: 256 * MIB,
  /** Bytes of a file that is compared by its digest. `toile pull` writes no larger file. */
  file: 1024 * MIB,
  /** Values in a manifest: one of 100,000 designs has 6 million. Other files have the limit of a response. */
  values: 10_000_000,
} as const;

/** The maximum nesting of lists and objects in JSON, far below the depth that overflows the stack. */
export const MAX_JSON_LEVELS = 1_000;

/** The longest wait in milliseconds that `Retry-After` may ask for; more is an error even with `--max-wait`. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** The minimum progress of a download. A slower download is aborted. */
export const MIN_DOWNLOAD_PROGRESS = {
  /** The number of new bytes that must arrive in each period of `within` milliseconds. */
  bytes: 64 * KIB,
  /** The milliseconds in which `bytes` new bytes must arrive. */
  within: 5 * MINUTE,
  /** The number of interrupted connections, without `bytes` new bytes meanwhile, after which a download is aborted. */
  tries: 20,
} as const;

/** Limits of a downloaded document. toile keeps only its start and its end, to detect the type of the document. */
export const DOCUMENT_LIMITS = {
  /** The maximum size in bytes, after decompression, of a document for which the server states no size. */
  unstated: 1024 * MIB,
  /** Bytes kept from the start of the document. A drawing may have long declarations before its first element. */
  head: 64 * KIB,
  /** Bytes kept from the end of the document. */
  tail: 2 * KIB,
} as const;

/** Limits for reading the layers of a drawing. A drawing beyond them is saved without a list of layers. */
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

/**
 * Limits of a drawing that is shown on a page. They are lower, because a browser lays out the whole drawing at once.
 */
export const PAGE_DRAWING_LIMITS = {
  bytes: 8 * MIB,
  levels: 64,
  elements: 60_000,
  /** Elements. A referenced element counts once more for each reference. */
  repeated: 300_000,
  /** Levels of nested references: a referenced element may itself contain references. */
  references: 16,
  /** Style rules that refer to elements by id, for example with `fill: url(#cloth)`. */
  rules: 200,
} as const;

/** Limits of a workbook that is read back. A workbook of 2,000 nodes that toile wrote has 1 MB, and 15 MB unpacked. */
export const WORKBOOK_LIMITS = {
  /** Bytes of the file. */
  bytes: 24 * MIB,
  /** Bytes of all files in the zip archive (parts) together, after decompression. */
  unpacked: 128 * MIB,
  parts: 2_000,
  /** Rows, cells and merged ranges, empty or not. */
  cells: 2_000_000,
  /** Characters in all cells. A text that the file stores once counts for each cell that uses it. */
  characters: 128 * MIB,
} as const;

/** The longest delay of a timer of the runtime in milliseconds. A timer with a longer delay fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

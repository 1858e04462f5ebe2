/** Size limits for untrusted input. Usual data is far below all of them. */

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * The limits for a response of the service. The largest known garment has 2,000 nodes, 60,000 values and 1 MB. A graph
 * twenty times as large can still be read.
 */
export const RESPONSE_LIMITS = {
  /** The maximum size of a response in bytes, after decompression. */
  bytes: 32 * MIB,
  /**
   * The maximum number of bytes that are read of an error response. The rest is not needed, because the status explains
   * the failure.
   */
  errorBytes: MIB,
  /**
   * The maximum number of JSON values, including lists and objects. It is limited, because even a value of few bytes
   * needs much memory.
   */
  values: 1_500_000,
  /** The maximum number of pages of one list. With a hundred designs on each page, that is half a million designs. */
  pages: 5_000,
} as const;

/** Limits of the files of a pulled folder. */
export const COLLECTION_LIMITS = {
  /**
   * The maximum size of a manifest, a journal or a body in bytes. The manifest of a folder with 100,000 designs takes
   * about 200 MB.
   */
  text: 256 * MIB,
  /** The maximum size in bytes of a file that is compared by its digest. `toile pull` writes no larger file. */
  file: 1024 * MIB,
  /**
   * The maximum number of JSON values in a manifest. A manifest of 100,000 designs has 6 million. For other files, the
   * limit for a response of the service applies.
   */
  values: 10_000_000,
} as const;

/** The maximum nesting of lists and objects in JSON, far below the depth that overflows the stack. */
export const MAX_JSON_LEVELS = 1_000;

/**
 * The longest wait in milliseconds that a `Retry-After` header may ask for. A longer wait is an error, even if
 * `--max-wait` would allow it.
 */
export const MAX_RETRY_AFTER_MS = 24 * HOUR;

/** The minimum progress of a download. A download that makes less progress is aborted. */
export const MIN_DOWNLOAD_PROGRESS = {
  /** The minimum number of new bytes that must arrive in each period of `within` milliseconds. */
  bytes: 64 * KIB,
  /** The milliseconds in which a download must receive the minimum number of new bytes. */
  within: 5 * MINUTE,
  /**
   * The number of interrupted connections after which a download is aborted. The count starts again at 0 each time
   * `bytes` new bytes have arrived.
   */
  tries: 20,
} as const;

/** Limits of a downloaded document. toile keeps only its start and its end, to detect the type of the document. */
export const DOCUMENT_LIMITS = {
  /**
   * The maximum size in bytes of a document for which the server states no size. The size is measured after
   * decompression.
   */
  unstated: 1024 * MIB,
  /**
   * The number of bytes that toile keeps from the start of a document, to detect its type. The number is high, because
   * a drawing may have long declarations before its first element.
   */
  head: 64 * KIB,
  /** The number of bytes that are kept from the end of a document, so that its end can be checked. */
  tail: 2 * KIB,
} as const;

/** Limits for reading the layers of a drawing. A drawing beyond them is saved without a list of layers. */
export const DRAWING_LIMITS = {
  bytes: 20 * MIB,
  levels: 256,
  elements: 300_000,
  layers: 1_000,
  attributes: 10_000,
  /** The maximum number of characters in one tag, text or comment of the drawing. */
  piece: 2 * MIB,
} as const;

/**
 * Limits of a drawing that is shown on a page. They are lower than `DRAWING_LIMITS`, because a browser lays out the
 * whole drawing at once.
 */
export const PAGE_DRAWING_LIMITS = {
  bytes: 8 * MIB,
  levels: 64,
  elements: 60_000,
  /**
   * The maximum number of elements in a drawing with its references resolved. Each reference to an element counts like
   * a copy of this element, except a reference to a gradient.
   */
  repeated: 300_000,
  /**
   * The maximum length of a chain of references between elements of the drawing. If one element refers to a second and
   * the second to a third, the length is 2.
   */
  references: 16,
  /** The maximum number of style rules that refer to elements by id, for example with `fill: url(#cloth)`. */
  rules: 200,
} as const;

/** Limits of a workbook that is read back. A workbook of 2,000 nodes that toile wrote has 1 MB, and 15 MB unpacked. */
export const WORKBOOK_LIMITS = {
  bytes: 24 * MIB,
  /** The maximum total size in bytes of all files (parts) in the zip archive, after decompression. */
  unpacked: 128 * MIB,
  parts: 2_000,
  /** The maximum number of rows, cells and merged ranges in the workbook, counted together. Empty ones count too. */
  cells: 2_000_000,
  /**
   * The maximum number of characters in all cells of a workbook together. A text that several cells share counts once
   * for each of these cells.
   */
  characters: 128 * MIB,
} as const;

/** The longest delay of a timer of the runtime in milliseconds. A timer with a longer delay fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

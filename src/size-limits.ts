/** How much is taken from a stranger: one table of figures, none of which a good service comes near. */

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * What an answer of the service may be. The largest garment known, of 2,000 nodes, has 1 MB and 60,000 values; a graph
 * twenty times as large is still read.
 */
export const ANSWER = {
  /** Bytes, unpacked. */
  bytes: 32 * MIB,
  /** The same where the status says that it failed: what is beyond is not read, and the status says the rest. */
  errorBytes: MIB,
  /** Values in its JSON, lists and objects counted too: they take memory and time, and few bytes. */
  values: 1_500_000,
  /** Pages of one list; at a hundred designs each, half a million. */
  pages: 5_000,
} as const;

/** What a pulled folder may hold. */
export const FOLDER = {
  /** Bytes of a manifest, a journal or a body: 100,000 designs have a manifest of 200 MB. */
  text: 256 * MIB,
  /** Bytes of a file that is compared by its digest. What is larger, perhaps full of holes, is no file of a pull. */
  file: 1024 * MIB,
  /** Values in a manifest: 100,000 designs have some 6 million. Any other file holds at most what an answer may. */
  values: 10_000_000,
} as const;

/** Levels of lists and objects in any JSON that is read: far below what would overflow a reader's stack. */
export const JSON_LEVELS = 1_000;

/** Milliseconds. Where `Retry-After` asks for more nobody waits, however patient: the command ends and says so. */
export const LONGEST_RETRY_AFTER = 24 * HOUR;

/** A download that is slower than this, or needs more connections, is one that never ends. */
export const PROGRESS = {
  /** Bytes that have to come anew, each time ... */
  bytes: 64 * KIB,
  /** ... within so many milliseconds ... */
  within: 5 * MINUTE,
  /** ... and so many tries. */
  tries: 20,
} as const;

/** What is kept of a document while it passes, to tell what it is. */
export const DOCUMENT = {
  /** Bytes, unpacked, of one whose size nothing states: only the sender could end it. */
  unstated: 1024 * MIB,
  /** Bytes from its beginning: a drawing may declare much before it begins. */
  head: 64 * KIB,
  /** Bytes from its end. */
  tail: 2 * KIB,
} as const;

/** How far a drawing is read for its layers. It is kept whatever is beyond. */
export const DRAWING = {
  bytes: 20 * MIB,
  levels: 256,
  elements: 300_000,
  /** Names that are listed. */
  layers: 1_000,
  attributes: 10_000,
  /** Characters of one tag, text or comment. */
  piece: 2 * MIB,
} as const;

/** A drawing that is to stand on a page: a browser lays out all of it at once. */
export const DRAWN = {
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

/** What a workbook that came back may be: one that toile wrote of a garment of 2,000 nodes has 1 MB, 15 MB unpacked. */
export const WORKBOOK = {
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

/** A timer that is set for more milliseconds fires at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

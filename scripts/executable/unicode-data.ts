/**
 * The runtime carries tables for every language that JavaScript can format. toile asks for graphemes, normal forms,
 * and lower case; what is left out here is asked for by nothing in it: dictionaries of words, names of languages,
 * regions and units, and the order of Chinese, Japanese and Korean. Left out means zeros, which pack to nothing; what
 * formats dates and numbers stays. A runtime that has no such table (macOS has its own) stays as it is.
 */

const LEFT_OUT = /^(brkitr\/.*\.dict|(unit|lang|region)\/.*|coll\/(zh|ja|ko)\.res)$/;
/** Where the format of a common data file stands behind the file's start. */
const FORMAT_AT = 12;

/** Where a table of ICU starts, by its two magic bytes and the name of its format. */
function tableIn(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf('CmnD'); at !== -1; at = bytes.indexOf('CmnD', at + 1)) {
    const start = at - FORMAT_AT;
    if (start >= 0 && bytes.readUInt16BE(start + 2) === 0xda27) return start;
  }
  return undefined;
}

/** The same bytes with zeros where nobody looks. */
export function withoutUnusedTables(runtime: Buffer): Buffer {
  const bytes = Buffer.from(runtime);
  const start = tableIn(bytes);
  if (start === undefined) return bytes;
  const base = start + bytes.readUInt16LE(start);
  const count = bytes.readUInt32LE(base);
  const offsetOf = (entry: number, word: 0 | 4): number =>
    base + bytes.readUInt32LE(base + 4 + 8 * entry + word);
  // The last one has no end that is written down, so it stays.
  for (let entry = 0; entry < count - 1; entry++) {
    const at = offsetOf(entry, 0);
    const name = bytes.toString('latin1', at, bytes.indexOf(0, at));
    if (LEFT_OUT.test(name.slice(name.indexOf('/') + 1)))
      bytes.fill(0, offsetOf(entry, 4), offsetOf(entry + 1, 4));
  }
  return bytes;
}

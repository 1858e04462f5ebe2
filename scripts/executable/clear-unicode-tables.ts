/**
 * Removes unused Unicode data from the runtime, which has tables for every language. toile uses graphemes, normal forms
 * and lower case. It does not use word dictionaries, names of languages, regions and units, and the sort order of
 * Chinese, Japanese and Korean. These become zeros, which compress well. Formats of dates and numbers stay. A runtime
 * without such a table (macOS has its own) is not changed.
 */

const UNUSED = /^(brkitr\/.*\.dict|(unit|lang|region)\/.*|coll\/(zh|ja|ko)\.res)$/;
/** The offset of the format name in a common data file. */
const FORMAT_AT = 12;

/** Returns the offset of the ICU data, which two magic bytes and the name of its format mark. */
function findTable(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf('CmnD'); at !== -1; at = bytes.indexOf('CmnD', at + 1)) {
    const start = at - FORMAT_AT;
    if (start >= 0 && bytes.readUInt16BE(start + 2) === 0xda27) return start;
  }
  return undefined;
}

/** Returns the bytes with zeros in place of unused data. */
export function clearUnicodeTables(runtime: Buffer): Buffer {
  const bytes = Buffer.from(runtime);
  const start = findTable(bytes);
  if (start === undefined) return bytes;
  const base = start + bytes.readUInt16LE(start);
  const count = bytes.readUInt32LE(base);
  const offsetOf = (entry: number, word: 0 | 4): number =>
    base + bytes.readUInt32LE(base + 4 + 8 * entry + word);
  // The end of the last table is not recorded, so it stays.
  for (let entry = 0; entry < count - 1; entry++) {
    const at = offsetOf(entry, 0);
    const name = bytes.toString('latin1', at, bytes.indexOf(0, at));
    if (UNUSED.test(name.slice(name.indexOf('/') + 1)))
      bytes.fill(0, offsetOf(entry, 4), offsetOf(entry + 1, 4));
  }
  return bytes;
}

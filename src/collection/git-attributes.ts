/** The line for git in a pulled folder. It comes before the user's lines. */

/** The file name that git reads. */
export const GIT_ATTRIBUTES_FILE = '.gitattributes';

/** Line ends are part of the digests in the manifest, so git on Windows must not convert them. */
const TEXT_ATTRIBUTE_LINE = '* -text';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Returns true if the line exists. A line that the user commented out is not added again. */
const hasTextAttribute = (there: Buffer): boolean => /^[#\s]*\*\s+-text\s*$/m.test(there.toString('latin1'));

/**
 * Returns the file with the line at the top and all other bytes unchanged. Git uses the last matching line,
 * so the user's lines win. Undefined if the line exists.
 */
export const addTextAttribute = (there: Uint8Array | undefined): Uint8Array | undefined => {
  const all = Buffer.from(there ?? []);
  const mark = all.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const rest = all.subarray(mark);
  if (hasTextAttribute(rest)) return undefined;
  return Buffer.concat([all.subarray(0, mark), Buffer.from(`${TEXT_ATTRIBUTE_LINE}\n`), rest]);
};

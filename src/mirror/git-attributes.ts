/** The line for git in a pulled folder. It stands above the lines of the folder's owner. */

export const ATTRIBUTES = '.gitattributes';

/** Line ends are part of the digests in the manifest: git on Windows must not change them. */
const OWN_LINE = '* -text';

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Whether the line is there. One that the owner has made a comment is not added again. */
const hasOwnLine = (there: Buffer): boolean => /^[#\s]*\*\s+-text\s*$/m.test(there.toString('latin1'));

/**
 * The file with the line on top, all other bytes as they were: git goes by the last line that fits, so that the
 * owner's lines win. Undefined where the line is there.
 */
export const withOwnLine = (there: Uint8Array | undefined): Uint8Array | undefined => {
  const all = Buffer.from(there ?? []);
  const mark = all.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const rest = all.subarray(mark);
  if (hasOwnLine(rest)) return undefined;
  return Buffer.concat([all.subarray(0, mark), Buffer.from(`${OWN_LINE}\n`), rest]);
};

/** What git is told of a pulled folder, in lines that stand above whatever its owner has written there. */

import { GROUPS } from './file-names.ts';

export const ATTRIBUTES = '.gitattributes';

/**
 * Line ends are part of what is digested: git on Windows must not change them. Bodies are compared by their values,
 * where somebody has told git how (`toile help git`); elsewhere the second and third change nothing.
 */
const OWN: readonly string[] = [
  '* -text',
  ...Object.values(GROUPS).map((group) => `/${group}/**/*.json diff=toile`),
];

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** A line that its owner has made a comment of is one that they do not want, and not one that is missing. */
const standsIn = (there: Buffer): ReadonlySet<string> =>
  new Set(
    there
      .toString('latin1')
      .split('\n')
      .map((line) =>
        line
          .replace(/^[#\s]+/, '')
          .trim()
          .replaceAll(/\s+/g, ' '),
      ),
  );

/**
 * The file with the lines that it lacks, on top: git goes by the last line that fits, so that what others wrote keeps
 * its say, byte for byte. Undefined where it lacks none.
 */
export const withOwnLines = (there: Uint8Array | undefined): Uint8Array | undefined => {
  const all = Buffer.from(there ?? []);
  const mark = all.subarray(0, BOM.length).equals(BOM) ? BOM.length : 0;
  const rest = all.subarray(mark);
  const known = standsIn(rest);
  const missing = OWN.filter((line) => !known.has(line));
  if (missing.length === 0) return undefined;
  return Buffer.concat([
    all.subarray(0, mark),
    Buffer.from(missing.map((line) => `${line}\n`).join('')),
    rest,
  ]);
};

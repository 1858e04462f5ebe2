/**
 * Writes ZIP archives with the library fflate. Unlike the compression that Node contains, it gives the same bytes in
 * every version of Node.
 */

import { Zip, ZipDeflate } from 'fflate';
import { collectBytes } from '../../platform/collect-bytes.ts';
import type { XmlSafe } from '../../platform/escape/spreadsheet-text.ts';

/**
 * The date of every part in an archive: the earliest date that a ZIP archive can store. It has no time zone, so that
 * the archive has the same bytes in every time zone.
 */
const ZIP_EPOCH = '1980-01-01T00:00';
/** The number of characters of XML that are collected before they are encoded and compressed. */
const BLOCK_LENGTH = 2 ** 16;

const encodeBlocks = function* (pieces: Iterable<XmlSafe>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let pendingText = '';
  for (const piece of pieces) {
    pendingText += piece;
    if (pendingText.length < BLOCK_LENGTH) continue;
    yield encoder.encode(pendingText);
    pendingText = '';
  }
  yield encoder.encode(pendingText);
};

/**
 * Returns a ZIP archive of `parts`. Each part is a name and its XML in pieces. The pieces are compressed while they are
 * rendered, because the whole XML of a large workbook would fill the memory.
 */
export const createZipArchive = (parts: Iterable<readonly [string, Iterable<XmlSafe>]>): Uint8Array => {
  const bytes = collectBytes();
  const archive = new Zip((error, block) => {
    if (error) throw error;
    bytes.add(block);
  });
  for (const [name, pieces] of parts) {
    const part = new ZipDeflate(name, { level: 3 });
    part.mtime = ZIP_EPOCH;
    archive.add(part);
    for (const block of encodeBlocks(pieces)) part.push(block);
    part.push(new Uint8Array(), true);
  }
  archive.end();
  return bytes.toBytes();
};

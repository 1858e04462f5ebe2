/** Encodes a part of the file piece by piece, because the text of a large part would fill the memory. */

import type { XmlSafe } from '../../platform/escape/spreadsheet-text.ts';

/** The number of characters after which the text is encoded. */
const BLOCK_LENGTH = 2 ** 16;

const joinBytes = (blocks: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(blocks.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const block of blocks) {
    whole.set(block, at);
    at += block.length;
  }
  return whole;
};

/** Encodes pieces of XML as UTF-8 in blocks of about 64 kB. A piece that is already encoded becomes one block. */
export const encodeBlocks = (pieces: Iterable<XmlSafe | Uint8Array>): readonly Uint8Array[] => {
  const encoder = new TextEncoder();
  const blocks: Uint8Array[] = [];
  let waiting = '';
  const encodeWaiting = (): void => {
    blocks.push(encoder.encode(waiting));
    waiting = '';
  };
  for (const piece of pieces)
    if (typeof piece === 'string') {
      waiting += piece;
      if (waiting.length >= BLOCK_LENGTH) encodeWaiting();
    } else {
      encodeWaiting();
      blocks.push(piece);
    }
  encodeWaiting();
  return blocks;
};

/** Encodes a piece of XML, or several in order, as one array of UTF-8 bytes. */
export const encodeXml = (pieces: XmlSafe | Iterable<XmlSafe | Uint8Array>): Uint8Array =>
  joinBytes(encodeBlocks(typeof pieces === 'string' ? [pieces] : pieces));

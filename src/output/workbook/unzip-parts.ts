/** Unzips the parts of an untrusted workbook within limits. */

import { Inflate } from 'fflate';
import { UsageError } from '../../platform/errors.ts';
import type { WORKBOOK_LIMITS } from '../../platform/size-limits.ts';

/**
 * Creates the error for a workbook or CSV file that cannot be used. The message is `name` and `why`, for example
 * `a.xlsx is not an .xlsx workbook`.
 */
export const createWorkbookError = (name: string, why: string, code = 'not_a_workbook'): UsageError =>
  new UsageError(`${name} ${why}`, { code });

/** The first bytes of a file in the Office format before .xlsx, and of an encrypted .xlsx file. */
const CFB_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];
const hasSignature = (bytes: Uint8Array, signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign);

const hasUtf16Text = (bytes: Uint8Array, word: string): boolean => {
  const wordBytes = [...word].flatMap((sign) => [sign.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(wordBytes[0] ?? 0); at >= 0; at = bytes.indexOf(wordBytes[0] ?? 0, at + 1))
    if (wordBytes.every((sign, offset) => bytes[at + offset] === sign)) return true;
  return false;
};

/**
 * Returns true for a part of the workbook that is read: sheets, styles, strings and relations. Pictures, themes, macros
 * and other parts are skipped.
 */
const isReadPart = (name: string): boolean =>
  /\.(?:xml|rels)$/i.test(name) && !/(?:^|\/)(?:docProps|theme|media|drawings|customXml)\//i.test(name);

interface ArchiveEntry {
  readonly name: string;
  readonly packed: Uint8Array;
  /** The compression method: 0 for stored bytes, 8 for deflate. */
  readonly method: number;
}

const [END_SIGNATURE, ENTRY_SIGNATURE, LOCAL_SIGNATURE] = [0x06054b50, 0x02014b50, 0x04034b50];
/** The lengths in bytes of three ZIP structures: the end record, a directory entry, and the header before each part. */
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];
const MAX_COMMENT_BYTES = 0xffff;

/**
 * Lists the parts from the directory of the archive. The headers before the parts cannot be used instead: LibreOffice
 * writes them without sizes, and compressed bytes can look like the end of a part. Throws a RangeError for an archive
 * that is truncated, damaged or larger than 4 GiB.
 */
const listArchiveEntries = (bytes: Uint8Array): readonly ArchiveEntry[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - END_BYTES;
  while (view.getUint32(end, true) !== END_SIGNATURE)
    if (--end < bytes.length - END_BYTES - MAX_COMMENT_BYTES) throw new RangeError('no directory');
  const entries: ArchiveEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let entriesLeft = view.getUint16(end + 10, true); entriesLeft > 0; entriesLeft--) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new RangeError('no entry');
    const [method, packedBytes] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) =>
      view.getUint16(at + place, true),
    );
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== LOCAL_SIGNATURE) throw new RangeError('no part');
    const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + packedBytes > bytes.length) throw new RangeError('a part is truncated');
    const name = new TextDecoder().decode(
      bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + (nameBytes ?? 0)),
    );
    entries.push({ name, method, packed: bytes.subarray(start, start + packedBytes) });
    at += ENTRY_BYTES + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
};

const PIECE_BYTES = 32 * 1024;

/**
 * Unpacks a part as text, in small pieces so that the limit is checked between them. Returns undefined if the part has
 * more than `maxBytes` bytes.
 */
const unpackEntry = (
  { packed, method }: ArchiveEntry,
  maxBytes: number,
): { readonly text: string; readonly bytes: number } | undefined => {
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let bytes = 0;
  const addPiece = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes <= maxBytes) texts.push(decoder.decode(piece, { stream: true }));
  };
  if (method === 0) addPiece(packed);
  else if (method === 8) {
    const inflate = new Inflate(addPiece);
    for (let at = 0; at < packed.length && bytes <= maxBytes; at += PIECE_BYTES)
      inflate.push(packed.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= packed.length);
  } else throw new RangeError('an unknown method of compression');
  return bytes > maxBytes ? undefined : { text: texts.join('') + decoder.decode(), bytes };
};

/** The limits for reading a workbook, under the same names as in `WORKBOOK_LIMITS`. Tests pass lower limits. */
export type WorkbookLimits = Readonly<Record<keyof typeof WORKBOOK_LIMITS, number>>;

/**
 * Returns the text of each XML part by its name in the archive, except parts that toile does not need, such as themes
 * and drawings. `name` is the file as typed, for error messages. Throws a UsageError if the file is not a workbook, is
 * encrypted or damaged, or exceeds a limit.
 */
export const unzipParts = (
  bytes: Uint8Array,
  name: string,
  limits: WorkbookLimits,
): ReadonlyMap<string, string> => {
  if (bytes.length > limits.bytes)
    throw createWorkbookError(name, `has more than ${limits.bytes} bytes, the limit of toile`, 'too_large');
  if (hasSignature(bytes, CFB_SIGNATURE))
    throw hasUtf16Text(bytes, 'EncryptedPackage')
      ? createWorkbookError(name, 'is protected by a password; save it without one', 'password')
      : createWorkbookError(name, 'is an older spreadsheet format; save it as .xlsx');
  if (!hasSignature(bytes, ZIP_SIGNATURE)) throw createWorkbookError(name, 'is not an .xlsx workbook');
  const parts = new Map<string, string>();
  let unpackedBytes = 0;
  let partCount = 0;
  try {
    for (const entry of listArchiveEntries(bytes)) {
      if (++partCount > limits.parts)
        throw createWorkbookError(
          name,
          `has more than ${limits.parts} parts, the limit of toile`,
          'too_large',
        );
      if (!isReadPart(entry.name)) continue;
      if (parts.has(entry.name))
        throw createWorkbookError(name, 'contains the same part twice, so it is unclear which one is valid');
      const unpacked = unpackEntry(entry, limits.unpacked - unpackedBytes);
      if (unpacked === undefined)
        throw createWorkbookError(
          name,
          `unpacks to more than ${limits.unpacked} bytes, the limit of toile`,
          'too_large',
        );
      unpackedBytes += unpacked.bytes;
      parts.set(entry.name, unpacked.text);
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw createWorkbookError(name, 'is damaged: its archive cannot be unpacked');
  }
  return parts;
};

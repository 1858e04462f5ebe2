/** Unzips the parts of an untrusted workbook piece by piece, within limits. */

import { type AsyncFlateStreamHandler, Inflate, Unzip, type UnzipDecoder } from 'fflate';
import { UsageError } from '../../platform/errors.ts';
import type { WORKBOOK_LIMITS } from '../../platform/size-limits.ts';

/** Creates the usage error for a file that cannot be read. */
export const createWorkbookError = (name: string, why: string, code = 'not_a_workbook'): UsageError =>
  new UsageError(`${name} ${why}`, { code });

/** The first bytes of the older Office format. Encrypted .xlsx files have them too. */
const CFB_SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];
const hasSignature = (bytes: Uint8Array, signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign);

const hasUtf16Text = (bytes: Uint8Array, word: string): boolean => {
  const sought = [...word].flatMap((sign) => [sign.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(sought[0] ?? 0); at >= 0; at = bytes.indexOf(sought[0] ?? 0, at + 1))
    if (sought.every((sign, step) => bytes[at + step] === sign)) return true;
  return false;
};

/**
 * Returns true for the parts that are read: sheets and the relations between parts. Pictures, themes and
 * macros are not.
 */
const isReadPart = (name: string): boolean =>
  /\.(?:xml|rels)$/i.test(name) && !/(?:^|\/)(?:docProps|theme|media|drawings|customXml)\//i.test(name);

const PIECE_BYTES = 32 * 1024;

/** Unpacks a part in small pieces, so that the limits are checked between them. */
class PiecewiseInflate implements UnzipDecoder {
  static readonly compression = 8;
  ondata: AsyncFlateStreamHandler = () => undefined;
  private readonly inflate = new Inflate((piece, isLast) => this.ondata(null, piece, isLast));

  push(packed: Uint8Array, isLast: boolean): void {
    let at = 0;
    for (; packed.length - at > PIECE_BYTES; at += PIECE_BYTES)
      this.inflate.push(packed.subarray(at, at + PIECE_BYTES));
    this.inflate.push(packed.subarray(at), isLast);
  }
}

/** The limits for reading a workbook, as numbers. */
export type WorkbookLimits = Readonly<Record<keyof typeof WORKBOOK_LIMITS, number>>;

/**
 * Returns the text of each part by its name. `name` is the file as typed, for error messages. Throws a
 * UsageError for what is not a workbook, is encrypted, damaged, or exceeds a limit.
 */
export const unzipParts = (
  bytes: Uint8Array,
  name: string,
  most: WorkbookLimits,
): ReadonlyMap<string, string> => {
  if (bytes.length > most.bytes)
    throw createWorkbookError(
      name,
      `has more than ${most.bytes} bytes, which is more than toile reads`,
      'too_large',
    );
  if (hasSignature(bytes, CFB_SIGNATURE))
    throw hasUtf16Text(bytes, 'EncryptedPackage')
      ? createWorkbookError(name, 'is protected by a password; save it without one', 'password')
      : createWorkbookError(name, 'is a spreadsheet of the time before .xlsx; save it as .xlsx');
  if (!hasSignature(bytes, ZIP_SIGNATURE)) throw createWorkbookError(name, 'is not an .xlsx workbook');
  const parts = new Map<string, string>();
  let read = 0;
  let seen = 0;
  const unzip = new Unzip((file) => {
    if (++seen > most.parts)
      throw createWorkbookError(
        name,
        `has more than ${most.parts} parts, which is more than toile reads`,
        'too_large',
      );
    if (!isReadPart(file.name)) return;
    if (parts.has(file.name))
      throw createWorkbookError(name, 'contains the same part twice, so it is unclear which one is valid');
    parts.set(file.name, '');
    const decoder = new TextDecoder();
    const texts: string[] = [];
    file.ondata = (error, piece, isLast) => {
      if (error) throw error;
      read += piece.length;
      if (read > most.unpacked)
        throw createWorkbookError(
          name,
          `unpacks to more than ${most.unpacked} bytes, which is more than toile reads`,
          'too_large',
        );
      texts.push(decoder.decode(piece, { stream: !isLast }));
      if (isLast) parts.set(file.name, texts.join(''));
    };
    file.start();
  });
  unzip.register(PiecewiseInflate);
  try {
    // In one push, because the library misses the end of a part of unstated size between two of them.
    unzip.push(bytes, true);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw createWorkbookError(name, 'is damaged: its archive cannot be unpacked');
  }
  return parts;
};

/** The parts of a workbook that came from anywhere: unpacked piece by piece, and no further than is allowed. */

import { Unzip, UnzipInflate } from 'fflate';
import { UsageError } from '../errors.ts';
import type { WORKBOOK } from '../size-limits.ts';

export const refused = (name: string, why: string, code = 'not_a_workbook'): UsageError =>
  new UsageError(`${name} ${why}`, { code });

/** The older format of Microsoft's office, in which newer files stand where they are encrypted. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const begins = (bytes: Uint8Array, signs: readonly number[]): boolean =>
  signs.every((sign, at) => bytes[at] === sign);

const holdsWide = (bytes: Uint8Array, word: string): boolean => {
  const sought = [...word].flatMap((sign) => [sign.charCodeAt(0), 0]);
  for (let at = bytes.indexOf(sought[0] ?? 0); at >= 0; at = bytes.indexOf(sought[0] ?? 0, at + 1))
    if (sought.every((sign, step) => bytes[at + step] === sign)) return true;
  return false;
};

/** Parts that are read: the tables, and what says where they are. No picture, theme or program among them. */
const isRead = (name: string): boolean =>
  /\.(?:xml|rels)$/i.test(name) && !/(?:^|\/)(?:docProps|theme|media|drawings|customXml)\//i.test(name);

const PIECE = 32 * 1024;

/** The bounds, which are figures. */
export type Limits = Readonly<Record<keyof typeof WORKBOOK, number>>;

/** Texts by the names of the parts. `name` is the file as typed, for what is said about it. */
export const unpacked = (bytes: Uint8Array, name: string, most: Limits): ReadonlyMap<string, string> => {
  if (bytes.length > most.bytes)
    throw refused(name, `has more than ${most.bytes} bytes, which is more than toile reads`, 'too_large');
  if (begins(bytes, COMPOUND))
    throw holdsWide(bytes, 'EncryptedPackage')
      ? refused(name, 'is protected by a password; save it without one', 'password')
      : refused(name, 'is a spreadsheet of the time before .xlsx; save it as .xlsx');
  if (!begins(bytes, ZIP)) throw refused(name, 'is not an .xlsx workbook');
  const parts = new Map<string, string>();
  let read = 0;
  let seen = 0;
  const unzip = new Unzip((file) => {
    if (++seen > most.parts)
      throw refused(name, `has more than ${most.parts} parts, which is more than toile reads`, 'too_large');
    if (!isRead(file.name)) return;
    if (parts.has(file.name)) throw refused(name, 'holds a part twice, so that nobody can tell which counts');
    parts.set(file.name, '');
    const decoder = new TextDecoder();
    const texts: string[] = [];
    file.ondata = (error, piece, isLast) => {
      if (error) throw error;
      read += piece.length;
      if (read > most.unpacked)
        throw refused(
          name,
          `unpacks to more than ${most.unpacked} bytes, which is more than toile reads`,
          'too_large',
        );
      texts.push(decoder.decode(piece, { stream: !isLast }));
      if (isLast) parts.set(file.name, texts.join(''));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      unzip.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw refused(name, 'is damaged: its archive cannot be unpacked');
  }
  return parts;
};

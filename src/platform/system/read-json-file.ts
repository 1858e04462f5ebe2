import { readTextSync } from '../files/safe-fs.ts';
import type { SafePath } from '../files/safe-path.ts';
import { describeFileError, getErrnoCode } from './file-errors.ts';
import { checkFileTrust, type FileTrustIssue } from './file-trust.ts';

/** Returns a copy of an object that was parsed from a file; an empty object for any other value. */
export const readMembers = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** Parses JSON; undefined for text that is not JSON. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The content of a JSON file of toile: an object with a version and any other members. */
export interface VersionedJson {
  readonly version: number;
  readonly [member: string]: unknown;
}

/** The result of reading a JSON file. `corrupted` means that the text is not JSON, or has no `version`. */
export type JsonReadResult =
  | { readonly is: 'absent' }
  | { readonly is: 'read'; readonly value: VersionedJson }
  | { readonly is: 'unreadable'; readonly why: string }
  | { readonly is: 'corrupted' };

/** The result of `readJsonFile`. `doubtful` means that other users could have written the file. */
type CheckedJsonReadResult = JsonReadResult | { readonly is: 'doubtful'; readonly doubt: FileTrustIssue };

const isVersioned = (value: unknown): value is VersionedJson =>
  Number.isSafeInteger(readMembers(value).version);

/**
 * Reads a JSON file of toile. Returns `doubtful` without reading the file if another user may have changed it. Never
 * rejects.
 */
export const readJsonFile = async (path: SafePath): Promise<CheckedJsonReadResult> => {
  const issue = checkFileTrust(path);
  if (issue !== undefined) return { is: 'doubtful', doubt: issue };
  let text: string;
  try {
    // The file is read synchronously, because this is faster for a small file.
    text = readTextSync(path);
  } catch (error) {
    const code = getErrnoCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { is: 'absent' }
      : { is: 'unreadable', why: describeFileError(error) };
  }
  const value = tryParseJson(text);
  return isVersioned(value) ? { is: 'read', value } : { is: 'corrupted' };
};

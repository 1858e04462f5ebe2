/** Reads the ids and names of designs that are cached for shell completion. Does not change the cache file. */

import { sha256 } from '@noble/hashes/sha2.js';
import { joinPath, type SafePath } from '../files/safe-path.ts';
import { readJsonFile } from '../system/read-json-file.ts';

/** Returns the SHA-256 digest of a short text in hexadecimal. Node's crypto module, which loads slowly, is not used. */
export const computeSha256Fast = (text: string): string =>
  Buffer.from(sha256(Buffer.from(text))).toString('hex');

/** The id, name and garment id of one design, as stored for completion. */
export interface CachedName {
  readonly id: string;
  readonly name: string | null;
  /** The garment id, for example `GARM-101`; null if there is none yet. */
  readonly garment: string | null;
}

/** The version of the name cache format. A cache with a higher version is ignored. */
export const NAMES_VERSION = 1;

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

/**
 * Checks an entry of the cache. The cache has thousands of entries, so this function avoids `readMembers`, which copies
 * each entry.
 */
const isCachedName = (value: Partial<CachedName> | null): value is CachedName =>
  typeof value?.id === 'string' && isTextOrNull(value.name) && isTextOrNull(value.garment);

/**
 * Returns the valid entries of `value`, the list of designs in the parsed cache file. If `value` is not a list, returns
 * an empty list.
 */
export const readCachedNames = (value: unknown): readonly CachedName[] =>
  Array.isArray(value) ? value.filter(isCachedName) : [];

/** Returns the path of an owner's name cache. `owner` is account and address: `default@https://api.example.com`. */
export const resolveNamesFile = (folder: SafePath, owner: string): SafePath =>
  joinPath(folder, `names-${computeSha256Fast(owner).slice(0, 16)}.json`);

/**
 * Loads the cached names of one owner (an account at an address), the most recent first. Returns an empty list if the
 * file is absent, damaged, not trusted or written by a newer version.
 */
export const loadCachedNames = async (folder: SafePath, owner: string): Promise<readonly CachedName[]> => {
  const result = await readJsonFile(resolveNamesFile(folder, owner));
  return result.is === 'read' && result.value.version <= NAMES_VERSION
    ? readCachedNames(result.value.names)
    : [];
};

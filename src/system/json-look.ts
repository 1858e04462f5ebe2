/** A look at one JSON file of toile's own. */

import { readTextSync } from '../border/files.ts';
import type { Path } from '../border/path.ts';
import { errnoOf, reasonOf } from './errno.ts';
import { type Doubt, doubtAbout } from './file-trust.ts';
import { membersOf } from './members.ts';

/** What such a file holds: an object with a version, other members as they come. */
export interface Versioned {
  readonly version: number;
  readonly [member: string]: unknown;
}

export type Found =
  | { readonly is: 'absent' }
  | { readonly is: 'read'; readonly value: Versioned }
  | { readonly is: 'unreadable'; readonly why: string }
  | { readonly is: 'corrupted' };

/** The same, or a file that others could have put there. */
export type Seen = Found | { readonly is: 'doubtful'; readonly doubt: Doubt };

const isVersioned = (value: unknown): value is Versioned => Number.isSafeInteger(membersOf(value).version);

/** What stands at that place, as far as it can be believed. */
export const look = async (path: Path): Promise<Seen> => {
  const doubt = doubtAbout(path);
  if (doubt !== undefined) return { is: 'doubtful', doubt };
  let text: string;
  try {
    // At once: a small file is read sooner than a thread is started for it.
    text = readTextSync(path);
  } catch (error) {
    const code = errnoOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { is: 'absent' }
      : { is: 'unreadable', why: reasonOf(error) };
  }
  try {
    const value: unknown = JSON.parse(text);
    return isVersioned(value) ? { is: 'read', value } : { is: 'corrupted' };
  } catch {
    return { is: 'corrupted' };
  }
};

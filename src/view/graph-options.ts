/** What can be asked of every reading of a garment graph. */

import type { ReadOptions } from './read-header.ts';

/** For whom: who designs it, or who makes it. */
export type Reader = 'designer' | 'factory';

export interface GraphOptions extends ReadOptions {
  /** Only nodes of these kinds; capitals, hyphens and underscores do not matter. */
  readonly kinds?: readonly string[];
  /** Only values of these states. */
  readonly states?: readonly string[] | undefined;
  /** Without it, whom the body's own profile is for. */
  readonly view?: Reader;
}

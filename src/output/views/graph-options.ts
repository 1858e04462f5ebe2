import type { ReadViewOptions } from './view-header.ts';

/** The audience of a view: the designer or the factory. */
export type ViewAudience = 'designer' | 'factory';

/** Options for rendering a garment graph. */
export interface GraphOptions extends ReadViewOptions {
  /** Shows only nodes of these kinds. Case, hyphens and underscores are ignored. */
  readonly kinds?: readonly string[];
  /** Shows only values with one of these provenance words; undefined for all values. */
  readonly states?: readonly string[] | undefined;
  /** The audience. Default: `factory` for a body with that profile, otherwise `designer`. */
  readonly view?: ViewAudience;
}

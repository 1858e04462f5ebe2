/** What the sheets of a workbook are laid out from. */

import type { Graph } from '../../garment/graph.ts';

/** One garment as it was read; a body that was not read is undefined. */
export interface GarmentBodies {
  /** How it was asked for; stands in where its graph names no garment. */
  readonly subject: string;
  readonly profile: string;
  /** Milliseconds since 1970; undefined for a body that was here already. */
  readonly readAt: number | undefined;
  readonly graph: unknown;
  readonly brief?: unknown;
  readonly trust?: unknown;
  readonly confirmations?: unknown;
}

export interface Garment {
  readonly bodies: GarmentBodies;
  readonly graph: Graph;
  /** In every row of every sheet. */
  readonly id: string;
}

/** The garments that the sheets of a workbook are built from. */

import type { GraphModel } from '../../../garment/graph-model.ts';

/** The bodies of one garment as they were read; undefined for a body that was not read. */
export interface GarmentBodies {
  /** The garment as typed; shown if the graph names none. */
  readonly subject: string;
  readonly profile: string;
  /** In milliseconds since 1970; undefined for a body from a file. */
  readonly readAt: number | undefined;
  readonly graph: unknown;
  readonly brief?: unknown;
  readonly trust?: unknown;
  readonly confirmations?: unknown;
}

/** A garment with its parsed graph. */
export interface WorkbookGarment {
  readonly bodies: GarmentBodies;
  readonly graph: GraphModel;
  /** The id that every row of the workbook carries. */
  readonly id: string;
  /** The short data digest. */
  readonly digest: string;
}

import type { GraphModel } from '../../../garment/graph-model.ts';

/** The bodies of one garment: its graph, brief, trust and confirmations. A body that was not read is undefined. */
export interface GarmentBodies {
  /** The garment as the user typed it. The workbook shows this text if the graph has no garment id. */
  readonly subject: string;
  readonly profile: string;
  /** The time when the bodies were read, in milliseconds since 1970; undefined for a body from a file. */
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
  /** The garment id from the graph. If the graph has none, the text with which the user named the garment. */
  readonly id: string;
  readonly digest: string;
}

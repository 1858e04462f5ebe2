/** The model of a sample garment. */

import type { LosslessNumber } from 'lossless-json';

/** The provenance of a value (specification section 3). */
export type SampleProvenance = 'asserted' | 'inferred' | 'unstated';

/**
 * A JSON value. Its numbers are written exactly: `56.0` and an id above 2^53 reach the reader unchanged.
 */
export type SampleJson =
  | string
  | boolean
  | null
  | LosslessNumber
  | readonly SampleJson[]
  | { readonly [member: string]: SampleJson | undefined };

/** A value with its provenance. Only inferred values have `confidence` and `basis`. */
export interface SampleValue {
  readonly value: SampleJson;
  readonly state: SampleProvenance;
  readonly unit?: string | undefined;
  readonly confidence?: string | undefined;
  readonly basis?: string | undefined;
}

/** A link to another node. */
export interface SampleLink {
  readonly rel: string;
  readonly to: string;
  readonly state: SampleProvenance;
}

/** A node of a sample garment. */
export interface SampleNode {
  readonly id: string;
  readonly kind: string;
  readonly label: SampleValue;
  readonly values: Readonly<Record<string, SampleValue>>;
  readonly links: readonly SampleLink[];
}

/** A fact of a published house garment (specification 2.7). */
export interface SampleFact {
  readonly field: string;
  readonly value: SampleJson;
  readonly state: SampleProvenance;
}

/** An unresolved confirmation: a question about one value of one node. */
export interface SampleConfirmation {
  readonly id: string;
  readonly node: string;
  readonly field: string;
  readonly current: SampleValue;
  readonly question: string;
  readonly options: readonly string[];
  readonly basis: string | null;
}

/** The contents of one garment, from which its four bodies are built. */
export interface SampleModel {
  readonly nodes: readonly SampleNode[];
  readonly facts: readonly SampleFact[];
  readonly open: readonly SampleConfirmation[];
  /** Texts written by hand. Without them the brief is built from the nodes. */
  readonly brief?: Readonly<Record<string, SampleValue>>;
}

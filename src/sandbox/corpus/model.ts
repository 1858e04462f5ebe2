import type { LosslessNumber } from 'lossless-json';

export type State = 'asserted' | 'inferred' | 'unstated';

/** Numbers are lexemes: `56.0` and an id above 2^53 must reach the reader as they were written. */
export type Json =
  | string
  | boolean
  | null
  | LosslessNumber
  | readonly Json[]
  | { readonly [member: string]: Json | undefined };

/** A value with its provenance. `confidence` and `basis` belong to inferences only. */
export interface Stated {
  readonly value: Json;
  readonly state: State;
  readonly unit?: string | undefined;
  readonly confidence?: string | undefined;
  readonly basis?: string | undefined;
}

export interface Link {
  readonly rel: string;
  readonly to: string;
  readonly state: State;
}

export interface GarmentNode {
  readonly id: string;
  readonly kind: string;
  readonly label: Stated;
  readonly values: Readonly<Record<string, Stated>>;
  readonly links: readonly Link[];
}

export interface Fact {
  readonly field: string;
  readonly value: Json;
  readonly state: State;
}

export interface Confirmation {
  readonly id: string;
  readonly node: string;
  readonly field: string;
  readonly current: Stated;
  readonly question: string;
  readonly options: readonly string[];
  readonly basis: string | null;
}

/** Everything the four reads of one garment are worded from. */
export interface Model {
  readonly nodes: readonly GarmentNode[];
  readonly facts: readonly Fact[];
  readonly open: readonly Confirmation[];
  /** Texts that somebody wrote; where absent, the brief is put together from the nodes. */
  readonly brief?: Readonly<Record<string, Stated>>;
}

import type { READS } from '../tools/definitions.ts';
import type { ToolSource } from '../tools/server.ts';

export type Read = (typeof READS)[keyof typeof READS];

/** Designs that a name means. */
export interface Ambiguous {
  /** What they are, in words. */
  readonly words: string;
  readonly ids: readonly string[];
}

/** A design or garment that can be read. */
export interface Listed {
  /** By which it is read. */
  readonly id: string;
  readonly name: string | undefined;
}

/** What a folder of `toile pull` holds. */
export interface PulledFolder {
  readonly shown: string;
  readonly listed: readonly (Listed & { readonly reads: readonly Read[] })[];
  /** A body as it was pulled; undefined where it was not. */
  text(id: string, read: Read): string | undefined;
}

/** What is handed to the server: how bodies are read, and by whose clock. */
export interface AssistantSource extends ToolSource {
  /** Milliseconds since 1970. */
  now(): number;
  /** Designs among which somebody has to choose; undefined for any other failure. */
  several(error: unknown): Ambiguous | undefined;
  /** The caller's designs, the newest first, no more than a page of them. */
  designs(signal: AbortSignal): Promise<readonly Listed[]>;
  /** The text of a document that an answer to an export has a link to. */
  document(answer: string, driver: string): Promise<string>;
  /** Calls back while something is waited for; what it gives ends that. */
  heard(listener: (words: string) => void): () => void;
  readonly folder: PulledFolder | undefined;
}

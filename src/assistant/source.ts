import type { ToolSource } from '../tools/server.ts';

/** Designs that a name means. */
export interface Ambiguous {
  /** What they are, in words. */
  readonly words: string;
  readonly ids: readonly string[];
}

/** What is handed to the server: how bodies are read, and by whose clock. */
export interface AssistantSource extends ToolSource {
  /** Milliseconds since 1970. */
  now(): number;
  /** Designs among which somebody has to choose; undefined for any other failure. */
  several(error: unknown): Ambiguous | undefined;
}

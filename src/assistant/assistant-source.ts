import type { RESOURCE_BY_TOOL } from './service-tools/tool-definitions.ts';
import type { ToolSource } from './service-tools/tool-server.ts';

/** The name of one of the four reads. */
export type ReadName = (typeof RESOURCE_BY_TOOL)[keyof typeof RESOURCE_BY_TOOL];

/** The designs that an ambiguous name may mean. */
export interface DesignChoices {
  /** Describes the designs, for the user. */
  readonly message: string;
  readonly ids: readonly string[];
}

/** A design or garment that can be read. */
export interface ListedGarment {
  /** The id for a read. */
  readonly id: string;
  readonly name: string | undefined;
}

/** The pulled folder, if one was given. */
export interface AssistantCollection {
  readonly displayPath: string;
  readonly items: readonly (ListedGarment & { readonly reads: readonly ReadName[] })[];
  /** Returns the text of a body as it was pulled; undefined when it was not pulled. */
  readText(id: string, read: ReadName): string | undefined;
}

/** Provides the bodies, the designs and the clock for the assistant server. */
export interface AssistantSource extends ToolSource {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Returns the designs to choose from when an error says that a name is ambiguous; undefined for any other
   * error.
   */
  findDesignChoices(error: unknown): DesignChoices | undefined;
  /** Returns the caller's newest designs, at most one page. */
  listDesigns(signal: AbortSignal): Promise<readonly ListedGarment[]>;
  /** Returns the text of the document that an export result links to. */
  readDocument(answer: string, driver: string): Promise<string>;
  /** Calls the listener with a message while a request waits. Returns the function that unsubscribes. */
  onWait(listener: (words: string) => void): () => void;
  readonly collection: AssistantCollection | undefined;
}

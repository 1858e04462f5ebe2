/** The context of a command (created in `src/cli/context.ts`). Each member is loaded when it is first used. */

import type { CredentialStorage } from '../auth/credential-storage.ts';
import type { Identity } from '../auth/identity.ts';
import type { ServiceRequests } from '../auth/service-requests.ts';
import type { Collection } from '../collection/load-collection.ts';
import type { CollectionOperations } from '../collection/open-collection.ts';
import type { Clock } from '../platform/shared-types.ts';
import type { LocalStorage } from '../platform/state/local-storage.ts';
import type { RunSettings } from '../platform/system/host-system.ts';
import type { DesignSummary } from '../service/client/index.ts';
import type { LinkedDocument } from '../service/http/download-from-link.ts';
import type { HttpStack } from '../service/http/http-stack.ts';
import type { OutputFile, OutputFileOptions } from '../service/http/output-file.ts';
import type { NetworkedRunSettings } from '../service/http/transport-options.ts';
import type { OrderAccess } from '../service/shared-store/open-orders.ts';
import type { ChargedOrder } from '../service/tech-packs/order-failure.ts';
import type { EmbeddedSandbox } from './sandbox/embedded-sandbox.ts';

/** The names of the help topics, and a function that finds a help text. */
export interface HelpTexts {
  readonly topics: readonly string[];
  /** Returns the help text of a topic, command or command group; undefined if there is none. */
  findText(words: readonly string[]): string | undefined;
}

/**
 * The description of a command as data. `toile commands` prints more members than this type has (see
 * src/cli/help/schemas).
 */
export interface CommandDescription {
  readonly path: string;
  readonly summary: string;
  readonly usage: string;
  readonly sends: string;
  readonly scopes: readonly string[];
  readonly pays: boolean;
  readonly writes: string | null;
  readonly asks: string | null;
  readonly exits: readonly { readonly code: number; readonly means: string }[];
}

/**
 * Functions that generate texts and data from the command table: the help texts, the descriptions of commands as data,
 * and the skill (a text with instructions) for a coding assistant.
 */
export interface ProgramTexts {
  /** Creates the help texts, wrapped at `columns` characters. `path` has the words after `toile help`. */
  createHelpTexts(path: readonly string[], columns: number): Promise<HelpTexts>;
  /** Describes the commands that begin with the words of `path`, or all commands for an empty `path`. */
  describeCommands(
    path: readonly string[],
    version: string,
  ): Promise<{ readonly commands: readonly CommandDescription[] }>;
  renderSkill(): Promise<string>;
}

/** The context of a command: settings, identity, storage, requests to the service, and shared operations. */
export interface CommandContext
  extends NetworkedRunSettings,
    Pick<Identity, 'target' | 'readSignIn'>,
    Pick<CredentialStorage, 'accounts' | 'openKeyring'>,
    ServiceRequests,
    OrderAccess {
  readonly clock: Clock;
  readonly storage: LocalStorage;
  readonly credentials: CredentialStorage;
  readonly identity: Identity;
  readonly http: HttpStack;
  /**
   * Stores the order that this run has sent or found; undefined for none. If the run fails later, the error message
   * mentions the stored order.
   */
  setChargedOrder(order: ChargedOrder | undefined): void;
  /**
   * Records designs that the command has read. After the result is written, their ids and names are saved for shell
   * completion.
   */
  recordDesigns(designs: readonly DesignSummary[]): void;
  /** Creates an output file; the caller calls `discard` at the end. Throws a UsageError if it cannot be written. */
  createOutputFile(wanted: OutputFileOptions): Promise<OutputFile>;
  /** Downloads a document and returns its text. `signal` defaults to the abort signal of the run. */
  downloadText(document: LinkedDocument, signal?: AbortSignal): Promise<string>;
  /** Opens a folder to pull into, without creating it. Throws a UsageError for a path that cannot be a folder. */
  openCollection(dir: string): Promise<CollectionOperations>;
  /** Reads a pulled folder. Throws a UsageError if the path is not a pulled folder. */
  readCollection(dir: string): Promise<Collection>;
  /** Opens an https address, or an address on this machine, in the browser. Returns false if it was not opened. */
  openAddress(address: string): Promise<boolean>;
  openSandbox(): Promise<EmbeddedSandbox>;
  loadTexts(): Promise<ProgramTexts>;
}

/** Prints a note on stderr, without ending the command. */
export const reportNote = ({ report }: Pick<RunSettings, 'report'>, text: string): void =>
  report({ kind: 'note', text });

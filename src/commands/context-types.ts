/** Types of the arguments and results of the command context. */

import type {
  CheckedFile,
  DesignLister,
  PullEstimate,
  PullObserver,
  PullOptions,
  PullResult,
} from '../collection/index.ts';
import type { DoctorFinding } from '../output/views/doctor.ts';
import type { RateLimit } from '../platform/shared-types.ts';
import type { SandboxControl } from '../sandbox/index.ts';
import type { FileDigest, LinkedDocument, ReceivedDocument } from '../service/http/index.ts';
import type { LimitSharers } from '../service/rate-limit/rate-limiter.ts';
import type { RateLimitStatus } from '../service/rate-limit/sliding-window.ts';
import type { ServerCommand } from './mcp/assistant-hosts.ts';

/** The address that requests go to, and the account that sends them. */
export interface ServiceTarget {
  readonly baseUrl: string;
  readonly account: string | undefined;
  readonly sandbox: boolean;
}

/**
 * Records that a request is about to be sent. The returned function is called right before the first byte
 * leaves, when the request can no longer be stopped.
 */
export type BeforeSend = () => Promise<() => void>;

/** The help texts of commands, groups and topics. */
export interface HelpTexts {
  readonly topics: readonly string[];
  /** Returns the text of a topic, command or group; undefined when there is none. */
  findText(words: readonly string[]): string | undefined;
}

/**
 * A command as data, with the members that commands read. The JSON output has more (src/cli/help/schemas).
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

/** The descriptions of the requested commands. */
export interface CommandDescriptions {
  readonly commands: readonly CommandDescription[];
}

/** The stored settings of the user. */
export interface SettingsStore {
  /** Returns the value of an environment variable. */
  getVariable(name: string): string | undefined;
  readAll(): Promise<Readonly<Record<string, string>>>;
  /** Stores a setting. Throws a UsageError for an invalid value. */
  save(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** The result of one check of `toile doctor`. `fix` says what the user can do about it. */
export type CheckResult = Omit<DoctorFinding, 'fix'> & { readonly fix?: string | undefined };

/** The response of the index of the service: duration, status, date and version. */
export interface IndexResponse {
  readonly ms: number;
  readonly status: number;
  /** The `Date` header in milliseconds since 1970; undefined when none was sent. */
  readonly date: number | undefined;
  /** `version` of the index (specification 2.2). */
  readonly version: unknown;
}

/** The place of an output file and the rules for an existing one. */
export interface OutputFileOptions {
  /** The path as typed: a file, a folder, or `-` for stdout. Undefined means the working folder. */
  readonly into: string | undefined;
  /** The file name that is used when `into` is not a file. */
  readonly name: string;
  readonly clobber: boolean;
  readonly skipExisting: boolean;
  /** True when the file is one of several. `into` then has to be a folder. */
  readonly several: boolean;
}

/** A file that is written completely or not at all. */
export interface OutputFile {
  /** The path to print; `-` for stdout. */
  readonly file: string;
  /** True when the file already exists and is left unchanged. */
  readonly skipped: boolean;
  /** Requests the link of the document, downloads it, verifies it and gives the file its name. */
  download(document: LinkedDocument): Promise<ReceivedDocument>;
  /** Writes the complete content and gives the file its name. */
  write(content: string | Uint8Array): Promise<FileDigest>;
  /** Removes the file when it was not completed. */
  discard(): Promise<void>;
}

/** Operations on a pulled folder. `list` returns the designs of the account from a cursor on. */
export interface CollectionOperations {
  pull(options: PullOptions, list: DesignLister, asking: PullObserver): Promise<PullResult>;
  /** Requests only the list of designs and writes nothing. */
  planPull(options: PullOptions, list: DesignLister): Promise<PullEstimate>;
  findStaleFiles(
    words: readonly string[],
    reserve: number,
    tell: (done: number, of: number) => void,
  ): AsyncIterable<CheckedFile>;
}

/** A sandbox and the object that controls it. */
export interface ConnectedSandbox {
  /** The address; null for the embedded sandbox. */
  readonly base_url: string | null;
  readonly control: SandboxControl;
}

/** The state of the rate limit, as counted on this machine. */
export interface QuotaStatus extends RateLimit, RateLimitStatus {
  readonly baseUrl: string;
  /** The machines that share the limit through an engine. */
  readonly sharers: LimitSharers | undefined;
}

/** Options of a sandbox server. */
export interface StartSandboxOptions {
  readonly scenario: string | undefined;
  readonly port: number | undefined;
  readonly state: string | undefined;
  /** A pulled folder that is served instead of the sample garments. */
  readonly from: string | undefined;
  /** The origin of a page that may read the responses. */
  readonly cors?: string | undefined;
}

/** The name and the command with which an assistant starts the tools. It contains no secret. */
export interface ServerRegistration {
  readonly name: string;
  readonly entry: ServerCommand;
  /**
   * Everything that the started server will lack and that would stop it from signing in, each with the
   * remedy.
   */
  readonly without: readonly string[];
}

/** The store of Tech Pack requests that several machines share. */
export interface SharedStoreSetup {
  /**
   * Compares the store with the id in TOILE_SHARED: the value has no id, the store has none, both are the
   * same, or they differ.
   */
  findStore(): Promise<'unnamed' | 'none' | 'same' | 'other'>;
  /** Gives the store a new id, or confirms its id with `keep`. Returns the new value of TOILE_SHARED. */
  initStore(keep: boolean): Promise<string>;
}

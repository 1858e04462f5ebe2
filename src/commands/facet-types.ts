/** What the facets give and take. */

import type { Rate } from '../contract.ts';
import type { Asking, CheckedFile, List, PlannedPull, Pulled, PullOptions } from '../mirror/index.ts';
import type { Sharers } from '../rate-limit/rate-limiter.ts';
import type { Standing } from '../rate-limit/sliding-window.ts';
import type { SandboxControl } from '../sandbox/index.ts';
import type { LinkedDocument, Received, ReceivedDocument } from '../transport/index.ts';
import type { Found } from '../view/doctor.ts';
import type { Entry } from './mcp/hosts.ts';

/** Where requests go and with what; every member is where it came from too. */
export interface Target {
  readonly baseUrl: string;
  readonly account: string | undefined;
  readonly sandbox: boolean;
}

/** Marks that a request leaves. What it gives is called at the last moment, when nothing can keep it any more. */
export type Leaving = () => Promise<() => void>;

export interface Help {
  readonly topics: readonly string[];
  /** A topic, a command or a group by its words; undefined when there is none. */
  find(words: readonly string[]): string | undefined;
}

/** A command as data: what is read of it here; there is more (help/contract). */
export interface Described {
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

/** The commands that were asked for, and what holds for all. */
export interface Contract {
  readonly commands: readonly Described[];
}

/** What toile remembers of how somebody wants it. */
export interface Settings {
  /** What a variable of the environment is set to. */
  variable(name: string): string | undefined;
  kept(): Promise<Readonly<Record<string, string>>>;
  /** Throws a UsageError for a value that is none of this setting's. */
  keep(key: string, value: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** One thing that `toile doctor` looked at; `fix` is what to type, or to do, about it. */
export type Finding = Omit<Found, 'fix'> & { readonly fix?: string | undefined };

export interface Reached {
  readonly ms: number;
  readonly status: number;
  /** The `Date` header in milliseconds since 1970; undefined where none was sent. */
  readonly date: number | undefined;
  /** `version` of the index (specification 2.2). */
  readonly version: unknown;
}

/** The scripts that complete toile's words, by shell. */
export interface Completions {
  readonly shells: readonly string[];
  script(shell: string): string;
}

/** Where a download is to go. */
export interface WantedFile {
  /** As typed: a file, a folder, or `-` for stdout; the working folder when undefined. */
  readonly into: string | undefined;
  /** The name of the file where `into` is no file. */
  readonly name: string;
  readonly clobber: boolean;
  readonly skipExisting: boolean;
  /** It is one of several, for which `into` has to be a folder. */
  readonly several: boolean;
}

export interface Landed {
  /** As it would be typed; `-` for stdout. */
  readonly file: string;
  /** It is there already and stays as it is. */
  readonly skipped: boolean;
  /** Asks for its link, downloads, checks and names it. */
  receive(document: LinkedDocument): Promise<ReceivedDocument>;
  /** Writes and names it, where it is here already, whole. */
  fill(content: string | Uint8Array): Promise<Received>;
  /** Leaves nothing behind of what was not received to its end. */
  drop(): Promise<void>;
}

/** What may be done with the folder of a pull. `list` gives the caller's designs from a cursor on. */
export interface Mirror {
  pull(options: PullOptions, list: List, asking: Asking): Promise<Pulled>;
  /** Asks for the list alone, and writes nothing. */
  planned(options: PullOptions, list: List): Promise<PlannedPull>;
  stale(
    words: readonly string[],
    reserve: number,
    tell: (done: number, of: number) => void,
  ): AsyncIterable<CheckedFile>;
}

/** A sandbox, and whose control this is. */
export interface SteeredSandbox {
  /** Null for the embedded one. */
  readonly base_url: string | null;
  readonly control: SandboxControl;
}

/** The rate limit as counted on this machine. */
export interface Quota extends Rate, Standing {
  readonly baseUrl: string;
  /** Where machines share it. */
  readonly sharers: Sharers | undefined;
}

export interface StartSandbox {
  readonly scenario: string | undefined;
  readonly port: number | undefined;
  readonly state: string | undefined;
  /** A pulled folder to be served instead of the sample garments. */
  readonly from: string | undefined;
  /** The origin of a page that may read the answers. */
  readonly cors?: string | undefined;
}

/** How an assistant starts the tools; nothing secret is in it. */
export interface Registration {
  readonly name: string;
  readonly entry: Entry;
  /** What the server will have to do without, each with what helps; whatever would keep it from signing in. */
  readonly without: readonly string[];
}

/** The store of Tech Pack requests that machines share. */
export interface SharedStoreSetup {
  /** The store of TOILE_SHARED: none yet, the one that it names, another, or it names none. */
  findStore(): Promise<'unnamed' | 'none' | 'same' | 'other'>;
  /** Gives the store a new id, or with `keep` confirms the one that it has: the value of TOILE_SHARED. */
  initStore(keep: boolean): Promise<string>;
}

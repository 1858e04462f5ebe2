import type { Writable } from 'node:stream';
import type { FlagValues } from '../../commands/argument-spec.ts';
import type { Clock } from '../../platform/shared-types.ts';
import type { RawFetch } from '../../service/http/index.ts';
import type { StandardStreams } from '../terminal/standard-streams.ts';

/**
 * Everything that the program uses of the process and the machine: environment, streams, clock, randomness,
 * signals and network. Tests pass another implementation.
 */
export interface HostSystem {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly io: StandardStreams;
  readonly clock: Clock;
  random(): number;
  randomBytes(length: number): Uint8Array;
  /**
   * The only stream that still writes to stdout when all other output goes to stderr. Set for `toile mcp
   * serve`.
   */
  readonly protocolOutput?: Writable;
  /** Aborted by SIGHUP, SIGINT and SIGTERM, with the error that explains it. */
  readonly signal: AbortSignal;
  /**
   * Runs synchronous work that blocks the event loop. A signal ends the process immediately while it runs.
   */
  runUninterruptible<T>(work: () => T): T;
  readonly version: string;
  /** The name and version of the runtime, for example `Node 20.18.1`. */
  readonly runtime: string;
  /** The command and arguments that start this program again. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  readonly platform: {
    readonly platform: NodeJS.Platform;
    readonly home: string;
    readonly cwd: string;
    readonly uid: number | undefined;
    readonly pid: number;
  };
  /** Returns whether a process with this id runs. */
  isProcessAlive(pid: number): boolean;
  /** Returns the fetch for this network, with its proxies and certificates. */
  network(): Promise<RawFetch>;
  /** Returns a fetch that sends each request exactly once. It is used for requests that may cost money. */
  singleSender(): Promise<RawFetch>;
  isDebug(globalFlags: FlagValues): boolean;
}

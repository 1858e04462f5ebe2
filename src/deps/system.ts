import type { Writable } from 'node:stream';
import type { Given } from '../commands/typed.ts';
import type { Clock } from '../contract.ts';
import type { Io } from '../terminal/io.ts';
import type { RawFetch } from '../transport/index.ts';

/** All that is outside of the program, handed in once: tests hand in other things of the same shape. */
export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly io: Io;
  readonly clock: Clock;
  random(): number;
  randomBytes(length: number): Uint8Array;
  /** The way to stdout where everything else that is written there goes to stderr. */
  readonly protocol?: Writable;
  /** Aborted by SIGHUP, SIGINT and SIGTERM, with the error that explains it. */
  readonly signal: AbortSignal;
  /** Runs what leaves no moment for anything else, a signal included (endings.ts). */
  bluntly<T>(work: () => T): T;
  readonly version: string;
  /** What runs it: `Node 20.18.1`. */
  readonly runtime: string;
  /** How the program starts itself again. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  readonly platform: {
    readonly platform: NodeJS.Platform;
    readonly home: string;
    readonly cwd: string;
    readonly uid: number | undefined;
    readonly pid: number;
  };
  /** Whether a process of that number runs. */
  alive(pid: number): boolean;
  /** The fetch that gets out of this network. */
  network(): Promise<RawFetch>;
  /** A sender that writes each request on the wire once: for requests that may cost money. */
  singleSender(): Promise<RawFetch>;
  isDebug(everywhere: Given): boolean;
}

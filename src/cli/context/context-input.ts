import type { FlagValues } from '../../commands/argument-spec.ts';
import type { ToileError } from '../../platform/errors.ts';
import type { ShellSafe } from '../../platform/escape/shell.ts';
import type { ProgressEvent, UserPrompts } from '../../platform/shared-types.ts';
import type { HostSystem } from './host-system.ts';

/**
 * The input of `createContext`: the system, the global flags, the prompts and the time limits of one run.
 */
export interface ContextInput {
  readonly system: HostSystem;
  readonly signal: AbortSignal;
  readonly globalFlags: FlagValues;
  readonly toile: ShellSafe;
  readonly ask: UserPrompts;
  /** Milliseconds that one request may spend waiting between its attempts. May be Infinity. */
  readonly requestMaxWaitMs: number;
  /** Milliseconds that the whole command may spend waiting. Undefined when no limit was given. */
  readonly maxWaitMs: number | undefined;
  readonly requestTimeoutMs: number | undefined;
  report(telling: ProgressEvent): void;
  explainError(error: unknown): ToileError;
}

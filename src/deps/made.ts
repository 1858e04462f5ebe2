import type { Typeable } from '../border/shell.ts';
import type { Given } from '../commands/typed.ts';
import type { Ask, Telling } from '../contract.ts';
import type { ToileError } from '../errors.ts';
import type { Outside } from './system.ts';

/** What there is before anything is made. */
export interface Made {
  readonly outside: Outside;
  readonly signal: AbortSignal;
  readonly everywhere: Given;
  readonly toile: Typeable;
  readonly ask: Ask;
  /** Milliseconds that a request may spend waiting; may be Infinity. */
  readonly maxWait: number;
  /** Milliseconds that the whole command may spend so, and one request, where somebody said so. */
  readonly mostWait: number | undefined;
  readonly requestTimeout: number | undefined;
  tell(telling: Telling): void;
  explain(error: unknown): ToileError;
}

/** The types that all routes of the sandbox share. */

import type { Context } from 'hono';
import type { SandboxGarment } from '../corpus/sample-garments.ts';
import type { SignInState } from '../oauth/pending-sign-ins.ts';
import type { SampleKey } from '../state/sample-keys.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import type { StateStore } from '../state/state-store.ts';
import type { DocumentCache } from './document-cache.ts';
import type { RateWindow } from './rate-window.ts';
import type { FaultCounters } from './scenario-faults.ts';

/** The parts of the sandbox that the routes use. */
export interface SandboxService {
  readonly stateStore: StateStore;
  readonly garments: readonly SandboxGarment[];
  readonly keys: readonly SampleKey[];
  readonly rateWindow: RateWindow;
  /** The fixed part of the Tech Pack price, or null while it is not configured. */
  readonly surcharge: number | null;
  readonly documents: DocumentCache;
  readonly faults: FaultCounters;
  readonly signIns: SignInState;
}

/** One request with the state that it sees. */
export interface SandboxCall {
  readonly c: Context;
  readonly service: SandboxService;
  readonly state: SandboxState;
  readonly now: number;
  /** The address that the caller used; links in answers start with it. */
  readonly origin: string;
}

/** Handles a request. */
export type CallHandler = (call: SandboxCall) => Response | Promise<Response>;

/** The handlers of a path, by method. */
export type PathHandlers = Readonly<Partial<Record<'GET' | 'POST', CallHandler>>>;

/** A request of a known caller. */
export interface AuthenticatedCall extends SandboxCall {
  readonly caller: SampleKey;
}

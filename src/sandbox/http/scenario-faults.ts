import { ConnectionDroppedError, SandboxHttpError } from './http-error.ts';
import type { SandboxCall } from './sandbox-service.ts';

/** Counters of the faults that a scenario causes. They live as long as the process. */
export interface FaultCounters {
  /** Requests counted under the scenario `flaky-network`. */
  requestCount: number;
  /** Links created under the scenario `expired-link`, by the id of their subject. */
  readonly links: Map<string, number>;
}

/** Creates counters at zero. */
export const createFaultCounters = (): FaultCounters => ({ requestCount: 0, links: new Map() });

/** Runs a request under the current scenario, which can drop the connection or answer 503. */
export const runUnderScenario = async (
  call: SandboxCall,
  handle: () => Promise<Response>,
): Promise<Response> => {
  const { service, state } = call;
  if (state.scenario?.name === 'unavailable') {
    throw new SandboxHttpError(503, 'UNAVAILABLE', 'The service is not available at the moment.');
  }
  if (state.scenario?.name !== 'flaky-network') return handle();
  const turn = service.faults.requestCount++ % 4;
  if (turn === 0) throw new ConnectionDroppedError();
  if (turn !== 2) return handle();
  // The request is processed, but its response or error is lost.
  await handle().catch(() => undefined);
  throw new ConnectionDroppedError();
};

/**
 * Returns true when the next link to `subject` must already be expired, and counts the link. Every other
 * link is: the first, the third and so on.
 */
export const shouldExpireLink = ({ service, state }: SandboxCall, subject: string): boolean => {
  if (state.scenario?.name !== 'expired-link') return false;
  const asked = service.faults.links.get(subject) ?? 0;
  service.faults.links.set(subject, asked + 1);
  return asked % 2 === 0;
};

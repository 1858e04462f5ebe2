import { Dropped, Refusal } from './refusal.ts';
import type { Call } from './service.ts';

/** The troubles that have to be counted, for as long as one process runs. */
export interface Faults {
  /** Requests that the flaky network has seen. */
  requests: number;
  /** Links that were asked for while links expire, by what they lead to. */
  readonly links: Map<string, number>;
}

export const noFaults = (): Faults => ({ requests: 0, links: new Map() });

/** Runs a request as the scenario in force lets it. */
export const underScenario = async (call: Call, handle: () => Promise<Response>): Promise<Response> => {
  const { service, state } = call;
  if (state.scenario?.name === 'unavailable') {
    throw new Refusal(503, 'UNAVAILABLE', 'The service is not available at the moment.');
  }
  if (state.scenario?.name !== 'flaky-network') return handle();
  const turn = service.faults.requests++ % 4;
  if (turn === 0) throw new Dropped();
  if (turn !== 2) return handle();
  // Carried out, refused or failed: nobody hears of it.
  await handle().catch(() => undefined);
  throw new Dropped();
};

/** Whether the next link to `subject` is dead on arrival: the first, the third and so on. */
export const isDead = ({ service, state }: Call, subject: string): boolean => {
  if (state.scenario?.name !== 'expired-link') return false;
  const asked = service.faults.links.get(subject) ?? 0;
  service.faults.links.set(subject, asked + 1);
  return asked % 2 === 0;
};

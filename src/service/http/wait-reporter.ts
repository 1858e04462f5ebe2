import type { ProgressEvent } from '../../platform/shared-types.ts';
import type { TransportEvent } from './index.ts';

const REASONS = {
  rate_limited: 'the rate limit is reached',
  unavailable: 'the service is unavailable',
  no_connection: 'no connection',
  paced: 'this machine keeps within the rate limit',
} as const;

type WaitingEvent = Extract<TransportEvent, { kind: 'waiting' }>;

const formatWait = ({ reason }: WaitingEvent, ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return `${REASONS[reason]}; ${reason === 'paced' ? 'going on' : 'trying again'} in ${seconds} s`;
};

/** Options of `createWaitReporter`. */
interface WaitReporterOptions {
  readonly now: () => number;
  /** True when the output is a terminal, where a countdown can be repainted. */
  readonly isTerminal: boolean;
  tell(telling: ProgressEvent): void;
}

const TICK_MS = 1_000;
/** Milliseconds between two lines about a wait when the output is not a terminal. */
const LINE_INTERVAL_MS = 30_000;

/**
 * Creates a listener for transport events that reports waits: a countdown on a terminal, otherwise a line
 * every 30 seconds.
 */
export const createWaitReporter = ({
  now,
  isTerminal,
  tell,
}: WaitReporterOptions): ((event: TransportEvent) => void) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const begin = (event: WaitingEvent): void => {
    const until = now() + event.ms;
    let spoken = now();
    const say = (): void => {
      const left = until - now();
      tell({ kind: 'busy', text: formatWait(event, left) });
      if (isTerminal || now() - spoken < LINE_INTERVAL_MS || left <= 0) return;
      spoken = now();
      tell({ kind: 'note', text: formatWait(event, left) });
    };
    say();
    timer = setInterval(say, TICK_MS);
    timer.unref();
  };
  return (event) => {
    if (event.kind === 'attempt') return;
    clearInterval(timer);
    if (event.kind === 'waiting') begin(event);
    else tell({ kind: 'done' });
  };
};

/**
 * Formats an event for `--debug`, for example `debug: GET https://… -> 200 in 80 ms`. Returns an empty text
 * for the end of a wait.
 */
export const formatDebugLine = (event: TransportEvent): string => {
  if (event.kind === 'waited') return '';
  if (event.kind === 'waiting') return `debug: waiting ${event.ms} ms: ${REASONS[event.reason]}\n`;
  const { method, url, attempt, status, error, ms, headers } = event;
  const tried = attempt > 1 ? ` (try ${attempt})` : '';
  const held = Object.entries(headers).map(([name, value]) => `debug:   ${name}: ${value}\n`);
  return `debug: ${method} ${url}${tried} -> ${status ?? error} in ${Math.round(ms)} ms\n${held.join('')}`;
};

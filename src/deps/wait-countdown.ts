import type { Telling } from '../contract.ts';
import type { TransportEvent } from '../transport/index.ts';

const REASONS = {
  rate_limited: 'the rate limit is reached',
  unavailable: 'the service is unavailable',
  no_connection: 'no connection',
  paced: 'this machine keeps within the rate limit',
} as const;

type Waiting = Extract<TransportEvent, { kind: 'waiting' }>;

const inWords = ({ reason }: Waiting, ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return `${REASONS[reason]}; ${reason === 'paced' ? 'going on' : 'trying again'} in ${seconds} s`;
};

interface Watching {
  readonly now: () => number;
  /** The text can be painted over, so that it may count down. */
  readonly terminal: boolean;
  tell(telling: Telling): void;
}

const TICK = 1_000;
/** Where nothing can be painted over, a wait is spoken of this often. */
const LINE_EVERY = 30_000;

/** Tells of waits while they last: a countdown on a terminal, a line now and then elsewhere. */
export const waitsTold = ({ now, terminal, tell }: Watching): ((event: TransportEvent) => void) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const begin = (event: Waiting): void => {
    const until = now() + event.ms;
    let spoken = now();
    const say = (): void => {
      const left = until - now();
      tell({ kind: 'busy', text: inWords(event, left) });
      if (terminal || now() - spoken < LINE_EVERY || left <= 0) return;
      spoken = now();
      tell({ kind: 'note', text: inWords(event, left) });
    };
    say();
    timer = setInterval(say, TICK);
    timer.unref();
  };
  return (event) => {
    if (event.kind === 'attempt') return;
    clearInterval(timer);
    if (event.kind === 'waiting') begin(event);
    else tell({ kind: 'done' });
  };
};

/** One line of `--debug`. */
export const debugLine = (event: TransportEvent): string => {
  if (event.kind === 'waited') return '';
  if (event.kind === 'waiting') return `debug: waiting ${event.ms} ms: ${REASONS[event.reason]}\n`;
  const { method, url, attempt, status, error, ms, headers } = event;
  const tried = attempt > 1 ? ` (try ${attempt})` : '';
  const held = Object.entries(headers).map(([name, value]) => `debug:   ${name}: ${value}\n`);
  return `debug: ${method} ${url}${tried} -> ${status ?? error} in ${Math.round(ms)} ms\n${held.join('')}`;
};

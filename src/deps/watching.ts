import type { TransportEvent } from '../transport/index.ts';

const REASONS = {
  rate_limited: 'the rate limit is reached',
  unavailable: 'the service is unavailable',
  no_connection: 'no connection',
} as const;

export const inWords = ({ reason, ms }: Extract<TransportEvent, { kind: 'waiting' }>): string =>
  `${REASONS[reason]}; trying again in ${Math.ceil(ms / 1000)} s`;

/** One line of `--debug`. */
export const debugLine = (event: TransportEvent): string => {
  if (event.kind === 'waited') return '';
  if (event.kind === 'waiting') return `debug: waiting ${event.ms} ms: ${REASONS[event.reason]}\n`;
  const { method, url, attempt, status, error, ms, headers } = event;
  const tried = attempt > 1 ? ` (try ${attempt})` : '';
  const held = Object.entries(headers).map(([name, value]) => `debug:   ${name}: ${value}\n`);
  return `debug: ${method} ${url}${tried} -> ${status ?? error} in ${Math.round(ms)} ms\n${held.join('')}`;
};

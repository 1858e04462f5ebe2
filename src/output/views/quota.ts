import { buildRecordRows, grid, line, type OutputRows, type TerminalView } from './view-model.ts';

/** The columns of `toile quota`, which prints one row. */
export const QUOTA_COLUMNS: readonly string[] = [
  ...['used', 'left', 'limit', 'window_seconds', 'wait_seconds', 'reset_at', 'blocked_until', 'machines'],
];

/** The use of the rate limit, as `toile quota --json` prints it. */
export interface QuotaUsage {
  readonly base_url: string;
  readonly limit: number;
  readonly window_seconds: number;
  readonly used: number;
  readonly left: number;
  /** The seconds until the next request can be sent. */
  readonly wait_seconds: number;
  /** The time at which the last request leaves the window of the rate limit. Null if the window contains no request. */
  readonly reset_at: string | null;
  /** The time until which the service asked toile to wait; null if it did not ask. */
  readonly blocked_until: string | null;
  /**
   * The store in which several machines count their requests together. Null if this machine does not use such a store.
   */
  readonly shared: {
    readonly engine: string;
    /**
     * The reason why the store is unavailable. In this case, only the requests of this machine are counted. Null if the
     * store is available.
     */
    readonly unavailable: string | null;
    readonly machines: readonly { readonly machine: string; readonly used: number; readonly here: boolean }[];
  } | null;
}

const renderSharedMachines = ({ shared }: QuotaUsage): TerminalView => {
  if (shared === null) return [];
  if (shared.unavailable !== null)
    return [
      line(`counted on this machine only: ${shared.engine} is unavailable (${shared.unavailable})`, {
        indent: 1,
      }),
    ];
  const { machines, engine } = shared;
  const count = machines.length === 1 ? '1 machine shares' : `${machines.length} machines share`;
  return [
    line(`${count} it by ${engine}:`, { indent: 1 }),
    grid(
      [{}, { align: 'right' }, {}],
      machines.map(({ machine, used, here }) => [machine, `${used} used`, here ? 'this machine' : '']),
      { indent: 2 },
    ),
  ];
};

const formatSpan = (seconds: number): string => {
  if (seconds < 120 || seconds % 60 !== 0) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${seconds / 60} minutes`;
};

const formatTimeUntil = (iso: string, now: number): string =>
  formatSpan(Math.max(1, Math.ceil((Date.parse(iso) - now) / 1000)));

/** Renders the use of the rate limit for a terminal. `now` is in milliseconds since 1970. */
export const renderQuotaView = (usage: QuotaUsage, now: number): TerminalView => {
  const { base_url, limit, window_seconds, used, left, wait_seconds, reset_at, blocked_until } = usage;
  return [
    line([
      { text: `${left} of ${limit} requests left`, tone: 'strong' },
      ` in ${formatSpan(window_seconds)}, ${used} used, as counted by toile`,
    ]),
    ...[
      ...(blocked_until === null
        ? []
        : [`the service asked toile to wait; this ends in ${formatTimeUntil(blocked_until, now)}`]),
      ...(blocked_until === null && wait_seconds > 0
        ? [`the next request is possible in ${formatSpan(wait_seconds)}`]
        : []),
      reset_at === null
        ? 'no recent requests'
        : `the whole limit is free again in ${formatTimeUntil(reset_at, now)}`,
    ].map((text) => line(text, { indent: 1 })),
    ...renderSharedMachines(usage),
    line({ text: base_url, tone: 'faint' }, { indent: 1 }),
  ];
};

/** Builds the single output row of `toile quota`. */
export const buildQuotaRows = (usage: QuotaUsage): OutputRows =>
  buildRecordRows([{ ...usage, machines: usage.shared?.machines.length }], QUOTA_COLUMNS);

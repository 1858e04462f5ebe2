import type { HostSystem } from '../../platform/system/host-system.ts';

const MIN_WIDTH = 20;

/**
 * Returns true if the variable TOILE_FORCE_TTY requests the layout of a terminal although the output goes to a pipe.
 * Its value is `1` or a number of columns.
 */
export const isTerminalForced = ({ TOILE_FORCE_TTY: forced }: HostSystem['env']): boolean =>
  forced !== undefined && !['', '0', 'false'].includes(forced);

/** Returns the width of a stream in columns, at least 20: from TOILE_FORCE_TTY, the terminal or COLUMNS, else 80. */
export const readTerminalWidth = (stream: { columns?: number }, env: HostSystem['env']): number => {
  const forced = Number(env.TOILE_FORCE_TTY);
  const width = forced >= MIN_WIDTH ? forced : stream.columns || Number(env.COLUMNS);
  return Number.isFinite(width) && width > 0 ? Math.max(MIN_WIDTH, Math.floor(width)) : 80;
};

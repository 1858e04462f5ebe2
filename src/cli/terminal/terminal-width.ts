type EnvVariables = Readonly<Record<string, string | undefined>>;

const MIN_WIDTH = 20;

/** Returns true when TOILE_FORCE_TTY requests the layout of a terminal: a number of columns, or 1. */
export const isTerminalForced = ({ TOILE_FORCE_TTY: forced }: EnvVariables): boolean =>
  forced !== undefined && !['', '0', 'false'].includes(forced);

/** Returns the columns of TOILE_FORCE_TTY, of the terminal, or of COLUMNS, or 80. The minimum is 20. */
export const readTerminalWidth = (stream: { columns?: number }, env: EnvVariables): number => {
  const forced = Number(env.TOILE_FORCE_TTY);
  const said = forced >= MIN_WIDTH ? forced : stream.columns || Number(env.COLUMNS);
  return Number.isFinite(said) && said > 0 ? Math.max(MIN_WIDTH, Math.floor(said)) : 80;
};

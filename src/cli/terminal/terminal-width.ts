/** Returns the width of the terminal in columns, or COLUMNS, or 80. The minimum is 20. */
export const readTerminalWidth = (
  stream: { columns?: number },
  env: Readonly<Record<string, string | undefined>>,
): number => {
  const said = stream.columns || Number(env.COLUMNS);
  return Number.isFinite(said) && said > 0 ? Math.max(20, Math.floor(said)) : 80;
};

/** Width in columns, of the terminal or as COLUMNS says; 80 where neither is known. */
export const columnsOf = (
  stream: { columns?: number },
  env: Readonly<Record<string, string | undefined>>,
): number => {
  const said = stream.columns || Number(env.COLUMNS);
  return Number.isFinite(said) && said > 0 ? Math.max(20, Math.floor(said)) : 80;
};

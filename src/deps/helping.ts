/**
 * The usual ways to ask for help: nothing at all, or the words of a command and `--help`. Undefined for all else,
 * which has to be parsed.
 */
export const helping = async (argv: readonly string[]): Promise<string | undefined> => {
  const words = /^(--help|-h)$/.test(argv.at(-1) ?? '--help') ? argv.slice(0, -1) : undefined;
  if (words === undefined || words.some((word) => word.startsWith('-'))) return undefined;
  const path = words.join(' ');
  // What it invents is told too, and only the sandbox knows that.
  if (path === 'sandbox') return undefined;
  const [{ helpWidth, laidHelp }, { columnsOf }, { isTerminal }] = await Promise.all([
    import('../help/laid.ts'),
    import('../terminal/columns.ts'),
    import('../system/is-terminal.ts'),
  ]);
  const columns = columnsOf(isTerminal(1) ? process.stdout : {}, process.env);
  return (
    laidHelp(path, helpWidth(columns)) ??
    (await (await import('./laying-help.ts')).layingHelp(words, columns))
  );
};

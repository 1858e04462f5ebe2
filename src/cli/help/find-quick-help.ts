/**
 * Returns the short help, laid out for the terminal, if `argv` is empty or consists of the words of a command and
 * `--help`. Returns undefined for any other arguments, which need the full parser.
 */
export const findQuickHelp = async (argv: readonly string[]): Promise<string | undefined> => {
  const words = /^(--help|-h)$/.test(argv.at(-1) ?? '--help') ? argv.slice(0, -1) : undefined;
  if (words === undefined || words.some((word) => word.startsWith('-'))) return undefined;
  const path = words.join(' ');
  // The help of `sandbox` needs the code of the sandbox, which is not loaded here. The caller renders that help.
  if (path === 'sandbox') return undefined;
  const [{ limitHelpWidth, readPrebuiltHelp }, { readTerminalWidth }, { isTerminal }] = await Promise.all([
    import('./prebuilt-help.ts'),
    import('../terminal/terminal-width.ts'),
    import('../../platform/system/runtime.ts'),
  ]);
  const columns = readTerminalWidth(isTerminal(1) ? process.stdout : {}, process.env);
  return (
    readPrebuiltHelp(path, limitHelpWidth(columns)) ??
    (await (await import('./render-help.ts')).renderHelp(words, columns))
  );
};

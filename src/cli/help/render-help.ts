/**
 * Returns the `--help` text of a command or of a command group. Without words, returns the help of toile itself.
 * Returns undefined for unknown words.
 */
export const renderHelp = async (words: readonly string[], columns: number): Promise<string | undefined> => {
  const [{ renderHelpText }, { commandTable }] = await Promise.all([
    import('./index.ts'),
    import('../../commands/command-table.ts'),
  ]);
  const path = words.join(' ');
  const isKnown = path === '' || commandTable.some((each) => `${each.path} `.startsWith(`${path} `));
  return isKnown ? renderHelpText(commandTable, words, columns, { short: true }) : undefined;
};

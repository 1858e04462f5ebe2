/**
 * Renders the `--help` text of a command or a group, or of the whole program if there are no words. Returns undefined
 * for other words.
 */
export const renderHelp = async (words: readonly string[], columns: number): Promise<string | undefined> => {
  const [{ renderHelpText }, { commandTable }] = await Promise.all([
    import('./index.ts'),
    import('../../commands/command-table.ts'),
  ]);
  const path = words.join(' ');
  const known = path === '' || commandTable.some((each) => `${each.path} `.startsWith(`${path} `));
  return known ? renderHelpText(commandTable, words, columns, { short: true }) : undefined;
};

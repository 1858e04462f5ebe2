/** What `--help` prints of a command or a group of them; undefined for other words. In a build the table is here as data. */
export const layingHelp = async (words: readonly string[], columns: number): Promise<string | undefined> => {
  const [{ helpText }, { table }] = await Promise.all([
    import('../help/index.ts'),
    import('../commands/table.ts'),
  ]);
  const path = words.join(' ');
  const known = path === '' || table.some((each) => `${each.path} `.startsWith(`${path} `));
  return known ? helpText(table, words, columns, { short: true }) : undefined;
};

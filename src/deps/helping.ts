import { isatty } from 'node:tty';

/**
 * The usual ways to ask for help: nothing at all, or the words of a command and `--help`. Undefined for all else,
 * which has to be parsed. In a build the table is here as data, without what its commands do.
 */
export const helping = async (argv: readonly string[]): Promise<string | undefined> => {
  const words = /^(--help|-h)$/.test(argv.at(-1) ?? '--help') ? argv.slice(0, -1) : undefined;
  if (words === undefined || words.some((word) => word.startsWith('-'))) return undefined;
  // What it invents is told too, and only the sandbox knows that.
  if (words.join(' ') === 'sandbox') return undefined;
  const [{ helpText }, { table }, { columnsOf }] = await Promise.all([
    import('../help/index.ts'),
    import('../commands/table.ts'),
    import('../terminal/io.ts'),
  ]);
  const path = words.join(' ');
  const known = path === '' || table.some((each) => `${each.path} `.startsWith(`${path} `));
  return known
    ? helpText(table, words, columnsOf(isatty(1) ? process.stdout : {}, process.env), { short: true })
    : undefined;
};

/** The forms an answer may take, and what each of them may hold. */

export interface Form {
  readonly name: string;
  readonly argv: readonly string[];
  readonly columns?: number;
  /** stdout is the service's own bytes, off a terminal. */
  readonly raw?: true;
  /** A terminal that shows both streams, so that nobody can tell them apart. */
  readonly merged?: true;
}

const COLUMNS = 80;

export const TERMINAL: Form = { name: 'terminal', argv: [], columns: COLUMNS };
export const PIPE: Form = { name: 'pipe', argv: [] };
export const SCREEN: Form = { name: 'a real terminal', argv: [], columns: COLUMNS, merged: true };

const both = (name: string, argv: readonly string[], raw?: true): readonly Form[] => [
  { name, argv, ...(raw && { raw }) },
  { name: `${name}, on a terminal`, argv, columns: COLUMNS },
];

export const FORMS: readonly Form[] = [
  TERMINAL,
  PIPE,
  { name: 'words for marks', argv: ['--accessible', '--no-color'], columns: COLUMNS },
  ...both('json', ['--json'], true),
  ...both('jsonl', ['--jsonl'], true),
  ...both('csv', ['--csv']),
  ...both('jq', ['--jq', '.'], true),
  ...both('debug', ['--debug']),
  { name: 'quiet', argv: ['-q'] },
];

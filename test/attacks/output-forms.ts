/** The output forms of an answer. */

export interface OutputForm {
  readonly name: string;
  readonly argv: readonly string[];
  readonly columns?: number;
  /** Off a terminal, stdout holds the original bytes of the service. */
  readonly raw?: true;
  /** A terminal that shows both streams as one. */
  readonly merged?: true;
}

const COLUMNS = 80;

export const TERMINAL: OutputForm = { name: 'terminal', argv: [], columns: COLUMNS };
export const PIPE: OutputForm = { name: 'pipe', argv: [] };
export const SCREEN: OutputForm = { name: 'a real terminal', argv: [], columns: COLUMNS, merged: true };

const defineBothForms = (name: string, argv: readonly string[], raw?: true): readonly OutputForm[] => [
  { name, argv, ...(raw && { raw }) },
  { name: `${name}, on a terminal`, argv, columns: COLUMNS },
];

export const OUTPUT_FORMS: readonly OutputForm[] = [
  TERMINAL,
  PIPE,
  { name: 'words for marks', argv: ['--accessible', '--no-color'], columns: COLUMNS },
  ...defineBothForms('json', ['--json'], true),
  ...defineBothForms('jsonl', ['--jsonl'], true),
  ...defineBothForms('csv', ['--csv']),
  ...defineBothForms('jq', ['--jq', '.'], true),
  ...defineBothForms('debug', ['--debug']),
  { name: 'quiet', argv: ['-q'] },
];

import { gap, grid, type Inline, line, type Rows, type View } from './model.ts';

export const FINDING_COLUMNS = ['state', 'check', 'says', 'fix'] as const;

/** As `toile doctor --json` prints it. */
interface Found {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
  readonly fix: string | null;
}

const counted = (number: number, one: string, many: string): string =>
  `${number === 0 ? 'no' : number} ${number === 1 ? one : many}`;

export const findingsView = (findings: readonly Found[]): View => {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const rows = findings.flatMap(({ check, state, says, fix }): Inline[][] => [
    [state === 'problem' ? { text: state, tone: 'strong' } : state, check, says],
    ...(fix === null ? [] : [['', '', { text: fix, tone: 'faint' } as const]]),
  ]);
  return [
    grid([{}, {}, { fit: 'wrap', min: 20 }], rows),
    gap,
    line({ text: counted(problems, 'problem', 'problems'), tone: 'strong' }),
  ];
};

export const findingsRows = (findings: readonly Found[]): Rows => ({
  columns: FINDING_COLUMNS,
  rows: findings.map(({ state, check, says, fix }) => [state, check, says, fix]),
});

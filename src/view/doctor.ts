import { counted } from '../garment/counted.ts';
import { gap, grid, type Inline, line, type Rows, type View } from './model.ts';
import { faint, strong } from './value-pieces.ts';

export const FINDING_COLUMNS = ['state', 'check', 'says', 'fix'] as const;

/** As `toile doctor --json` prints it. */
export interface Found {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly says: string;
  readonly fix: string | null;
}

export const findingsView = (findings: readonly Found[]): View => {
  const problems = findings.filter(({ state }) => state === 'problem').length;
  const rows = findings.flatMap(({ check, state, says, fix }): Inline[][] => [
    [state === 'problem' ? strong(state) : state, check, says],
    ...(fix === null ? [] : [['', '', faint(fix)]]),
  ]);
  return [
    grid([{}, {}, { fit: 'wrap', min: 20 }], rows),
    gap,
    line(strong(problems === 0 ? 'no problems' : counted(problems, 'problem'))),
  ];
};

export const findingsRows = (findings: readonly Found[]): Rows => ({
  columns: FINDING_COLUMNS,
  rows: findings.map(({ state, check, says, fix }) => [state, check, says, fix]),
});

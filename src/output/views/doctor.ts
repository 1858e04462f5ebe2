import { formatCount } from '../../garment/format-count.ts';
import { faint, strong } from './value-runs.ts';
import {
  buildRecordRows,
  gap,
  grid,
  line,
  type OutputRows,
  type RichText,
  type TerminalView,
} from './view-model.ts';

/** The columns of `toile doctor`, which prints one row per finding. */
export const FINDING_COLUMNS = ['state', 'check', 'message', 'fix'] as const;

/** One finding of `toile doctor`: the check, its result, a message, and how to fix a problem. Printed as JSON. */
export interface DoctorFinding {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'problem';
  readonly message: string;
  readonly fix: string | null;
}

/** Renders the findings for a terminal, each with its fix on the next row, and the number of problems. */
export const renderFindingsView = (findings: readonly DoctorFinding[]): TerminalView => {
  const [problems, notes] = (['problem', 'note'] as const).map((kind) => {
    const count = findings.filter(({ state }) => state === kind).length;
    return count === 0 ? '' : formatCount(count, kind);
  });
  const rows = findings.flatMap(({ check, state, message, fix }): RichText[][] => [
    [state === 'problem' ? strong(state) : state, check, message],
    ...(fix === null ? [] : [['', '', faint(fix)]]),
  ]);
  return [
    grid([{}, {}, { fit: 'wrap', min: 20 }], rows),
    gap,
    line(strong([problems || 'no problems', notes].filter(Boolean).join(', '))),
  ];
};

/** Builds one output row per finding. */
export const buildFindingRows = (findings: readonly DoctorFinding[]): OutputRows =>
  buildRecordRows(findings, FINDING_COLUMNS);

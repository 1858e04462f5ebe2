import type { CountersignedValue, UnreadCell, WorkbookRemark } from '../../../garment/workbook-answers.ts';
import { appendAll } from '../../../platform/lists.ts';
import { createDuplicateCheck, createRemark, isSameAsSent, type ReturnedRow } from './returned-row.ts';
import type { ReturnedTable } from './returned-table.ts';

/** Matches a tick or a yes in several languages. `✗` is not included, because a cross can mean yes or no. */
const AGREEMENT =
  /^(?:[xv√✓✔☑]|ok|okay|yes|y|true|1|agreed?|是|对|同意|確認|确认|đồng ý|có|evet|uygun|sì|si|sí|d['’]accordo|sim|de acordo|de acuerdo)$/iu;

/**
 * The content of the sheet on which a factory signs inferred values. The factory signs a value by agreeing with it or
 * by proposing another one. If two rows sign the same value, `signed` has both, and `unplaced` reports the second row.
 */
export interface CountersignAnswers {
  readonly listed: number;
  readonly signed: readonly CountersignedValue[];
  readonly remarks: readonly WorkbookRemark[];
  readonly unplaced: readonly UnreadCell[];
}

/**
 * Returns the reason why it is unclear whether the factory agrees with the value in a row or proposes another one.
 * Returns an empty text if it is clear.
 */
const findUnclearReason = (row: ReturnedRow): string => {
  const [agree, proposed] = [row.getText('agree').trim(), row.getText('make it').trim()];
  if (agree === '' && proposed === '') return 'neither agreed nor another value proposed';
  if (proposed !== '') return '';
  if (!AGREEMENT.test(agree)) return 'neither a tick nor a yes';
  const sent = row.findSentCell('value');
  if ((sent?.text ?? row.getText('value')) === '') return 'the workbook has no value there to agree with';
  return sent !== undefined && !isSameAsSent(sent, row.getText('value'))
    ? 'the value beside it was changed, so it is unclear which one is agreed with'
    : '';
};

const formatNote = (row: ReturnedRow, proposed: string): string => {
  const sent = row.findSentCell('value');
  return [
    ...(proposed !== '' && row.getText('agree').trim() !== ''
      ? [`agree says ${row.getText('agree').trim()}`]
      : []),
    ...(proposed !== '' && sent !== undefined && sent.text !== '' && isSameAsSent(sent, proposed)
      ? ['the same as the sent value']
      : []),
  ].join('; ');
};

/**
 * Reads the rows of a sheet on which a factory countersigns values. Rows without entries are skipped. A row for which
 * it is unclear whether the factory agrees is returned as a remark.
 */
export const readCountersigned = ({ sheet, rows }: ReturnedTable): CountersignAnswers => {
  const signed: CountersignedValue[] = [];
  const remarks: WorkbookRemark[] = [];
  const unplaced: UnreadCell[] = [];
  const checkDuplicate = createDuplicateCheck(sheet.name, 'the value is signed');
  for (const row of rows) {
    const { subject } = row;
    const filledKeys = (['agree', 'make it', 'initials', 'date'] as const).filter(
      (key) => row.getText(key).trim() !== '',
    );
    if (filledKeys.length === 0) continue;
    appendAll(unplaced, checkDuplicate(row));
    const reason = findUnclearReason(row);
    if (reason !== '') {
      appendAll(
        remarks,
        filledKeys.map((key) => createRemark(sheet.name, row, key, reason)),
      );
      continue;
    }
    const sent = row.findSentCell('value');
    const proposed = row.getText('make it').trim();
    const { garment_id, node_id, line, description, size } = subject;
    signed.push({
      garment_id,
      node_id,
      line,
      description,
      field: row.getSentText('field'),
      size,
      now: row.getSentText('value'),
      now_unit: sent === undefined ? row.getText('unit') : sent.unit,
      // The provenance is taken only from the record of the values that were sent, because the factory may have changed
      // it in the returned sheet. Without such a record, it is left empty.
      now_state: sent === undefined || sent.state === '' ? '' : `sent as ${sent.state}`,
      answer: proposed === '' ? 'agreed by the factory' : 'proposed by the factory',
      proposed,
      by: row.getText('initials'),
      date: row.getText('date'),
      note: formatNote(row, proposed),
    });
  }
  return { listed: rows.length, signed, remarks, unplaced };
};

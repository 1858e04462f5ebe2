/** The context of the workbook commands. */

import type { WorkbookAnswers } from '../../garment/workbook-answers.ts';
import type { WorkbookInput } from '../../output/workbook/index.ts';

/** Reads and writes workbooks. */
export interface WorkbookContext {
  /** Returns the bytes of an .xlsx file with these garments. */
  renderWorkbook(of: WorkbookInput): Promise<Uint8Array>;
  /** Reads a filled-in workbook. Throws a UsageError for a file that is not a workbook. */
  readWorkbookAnswers(file: string): Promise<WorkbookAnswers>;
}

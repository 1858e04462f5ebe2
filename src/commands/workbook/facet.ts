/** What the commands of workbooks may touch beside the rest. */

import type { Returned } from '../../garment/returned.ts';
import type { WorkbookOf } from '../../workbook/index.ts';

export interface Workbooks {
  /** Garments as the bytes of an .xlsx file. */
  workbook(of: WorkbookOf): Promise<Uint8Array>;
  /** What came back in a file that was typed; throws a UsageError for what is no workbook. */
  returned(file: string): Promise<Returned>;
}

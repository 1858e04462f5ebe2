import { constants, open } from '../border/files.ts';
import { namedPath } from '../border/path.ts';
import { UsageError } from '../errors.ts';
import type { Returned } from '../garment/returned.ts';
import { WORKBOOK } from '../size-limits.ts';
import { releaseSignals } from '../system/release-signals.ts';
import type { WorkbookOf } from '../workbook/index.ts';
import { unreadable } from './files.ts';

/** A garment, or several, as a workbook; what writes it loads with the first one. */
export const workbookBytes = async (of: WorkbookOf): Promise<Uint8Array> => {
  const { workbookXlsx } = await import('../workbook/index.ts');
  releaseSignals();
  return workbookXlsx(of);
};

/** A pipe that nobody writes into is not waited for: it is looked at, and is no ordinary file. */
const UNWAITING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** What is in a file that the user named, as far as toile reads files of tables. */
export const bytesOf = async (cwd: string, file: string): Promise<Uint8Array> => {
  const handle = await open(namedPath(cwd, file), UNWAITING).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UsageError(`${file} is not an ordinary file`, { code: 'not_a_file' });
    if (found.size > WORKBOOK.bytes)
      throw new UsageError(`${file} has more than ${WORKBOOK.bytes} bytes, which is more than toile reads`, {
        code: 'too_large',
      });
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};

/** What came back in a workbook that the user named. */
export const returnedIn = async (cwd: string, file: string): Promise<Returned> => {
  const [bytes, { readReturned }] = await Promise.all([
    bytesOf(cwd, file),
    import('../workbook/returned/index.ts'),
  ]);
  releaseSignals();
  return readReturned(bytes, file);
};

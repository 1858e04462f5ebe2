import type { WorkbookAnswers } from '../../garment/workbook-answers.ts';
import type { WorkbookInput } from '../../output/workbook/index.ts';
import { UsageError } from '../../platform/errors.ts';
import { constants, open } from '../../platform/files/safe-fs.ts';
import { resolveUserPath } from '../../platform/files/safe-path.ts';
import { WORKBOOK_LIMITS } from '../../platform/size-limits.ts';
import { releaseSignals } from '../../platform/system/release-signals.ts';
import { createFileReadError } from './user-files.ts';

/** Renders garments as the bytes of an .xlsx file. */
export const renderWorkbook = async (of: WorkbookInput): Promise<Uint8Array> => {
  const { renderWorkbookXlsx } = await import('../../output/workbook/index.ts');
  releaseSignals();
  return renderWorkbookXlsx(of);
};

/** Open flags that do not wait for the writer of a named pipe. */
const NON_BLOCKING_READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads the bytes of a file that the user named. Throws a UsageError when it is not an ordinary file or is
 * too large.
 */
export const readTableFile = async (cwd: string, file: string): Promise<Uint8Array> => {
  const handle = await open(resolveUserPath(cwd, file), NON_BLOCKING_READ).catch((error: unknown) => {
    throw createFileReadError(file, error);
  });
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new UsageError(`${file} is not an ordinary file`, { code: 'not_a_file' });
    if (found.size > WORKBOOK_LIMITS.bytes)
      throw new UsageError(
        `${file} has more than ${WORKBOOK_LIMITS.bytes} bytes, which is more than toile reads`,
        {
          code: 'too_large',
        },
      );
    return await handle.readFile();
  } finally {
    await handle.close();
  }
};

/** Reads the answers in a filled-in workbook that the user named. */
export const readReturnedWorkbook = async (cwd: string, file: string): Promise<WorkbookAnswers> => {
  const [bytes, { readWorkbookAnswers }] = await Promise.all([
    readTableFile(cwd, file),
    import('../../output/workbook/answers/index.ts'),
  ]);
  releaseSignals();
  return readWorkbookAnswers(bytes, file);
};

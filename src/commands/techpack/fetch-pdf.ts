import { isSavedPack, type SavedPack } from '../../output/views/tech-pack.ts';
import type { Uuid } from '../../platform/branded.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { sanitizeFileName } from '../../platform/files/safe-path.ts';
import { hashFile } from '../../platform/files/user-files.ts';
import { removeDocumentUrls } from '../../platform/redactor.ts';
import type { ApiResponse, TechPackStatus } from '../../service/client/index.ts';
import type { OutputFile } from '../../service/http/output-file.ts';
import type { CommandContext } from '../command-context.ts';
import { buildDataResult, type DataResult, type ServiceResult, type TextResult } from '../command-result.ts';
import { fetchOrderStatus, type KnownOrder, recordOrderEvent } from './fetch-order-status.ts';

/** Where the PDF is saved, and whether it may overwrite a file. */
export interface PdfOptions {
  /**
   * The target of the download; undefined if the PDF is not downloaded. `into` is a file, a folder or `-` for stdout;
   * undefined means the working folder.
   */
  readonly download: { readonly into: string | undefined } | undefined;
  readonly clobber: boolean;
}

const createPdfFile = async (
  deps: CommandContext,
  name: string,
  { download, clobber }: PdfOptions,
  skipExisting = false,
): Promise<OutputFile> => {
  try {
    return await deps.createOutputFile({
      into: download?.into,
      name: `${sanitizeFileName(name)}_tech-pack.pdf`,
      clobber,
      skipExisting,
      several: false,
    });
  } catch (error) {
    if (!(error instanceof UsageError) || error.code === 'no_folder') throw error;
    throw error.withDetails({}, shellText`--clobber overwrites a file; --download FILE sets another path`);
  }
};

/** Throws a UsageError if the PDF cannot be written. Called before a paid request is sent or a wait begins. */
export const checkPdfPath = async (
  deps: CommandContext,
  identity: string,
  options: PdfOptions,
): Promise<void> => {
  if (options.download) await (await createPdfFile(deps, identity, options)).discard();
};

/**
 * Returns path, size and digest of the PDF that an earlier run saved. Returns undefined if there is no such file, or if
 * its digest is not the one that the earlier run recorded. Also returns undefined if no download is requested, if
 * `clobber` is true, or if the recorded digest or the name of the design is unknown.
 */
export const findEarlierPdf = async (
  deps: CommandContext,
  { identity, purchase }: KnownOrder,
  options: PdfOptions,
): Promise<Omit<SavedPack, 'purchase'> | undefined> => {
  const sha256 = purchase?.sha256;
  if (!options.download || options.clobber || sha256 === undefined || identity === undefined)
    return undefined;
  const outputFile = await createPdfFile(deps, identity, options, true);
  await outputFile.discard();
  const earlierFile = outputFile.skipped ? await hashFile(deps.system, outputFile.file) : undefined;
  return earlierFile?.sha256 === sha256 ? { file: outputFile.file, ...earlierFile } : undefined;
};

/** The result of a command that saved the PDF of a Tech Pack. */
export type SavedPackResult = DataResult<SavedPack>;

/** Returns the result for a saved PDF: the file, and the status of the Tech Pack without the link to the PDF. */
export const createSavedPackResult = (
  savedFile: Omit<SavedPack, 'purchase'>,
  status: TechPackStatus,
): SavedPackResult =>
  buildDataResult('toile.techpack/1', {
    ...savedFile,
    purchase: { ...status, pdf: removeDocumentUrls(status.pdf) },
  });

/**
 * Returns an empty text instead of `answer` if the PDF was written to stdout, because no other text may follow the PDF.
 * Otherwise returns `answer` unchanged.
 */
export const omitResultOnStdout = <A extends ServiceResult | DataResult>(answer: A): A | TextResult =>
  answer.kind === 'data' && isSavedPack(answer.value) && answer.value.file === '-'
    ? { kind: 'text', text: '' }
    : answer;

/**
 * Downloads the PDF of a Tech Pack to a file and records its digest. `value` is the last status of the purchase, which
 * contains the link to the PDF. If the link has expired, the status is requested again. Throws a UsageError if the file
 * cannot be written.
 */
export const fetchPdf = async (
  deps: CommandContext,
  id: Uuid,
  order: KnownOrder,
  { value }: ApiResponse<TechPackStatus>,
  options: PdfOptions,
): Promise<SavedPackResult> => {
  const outputFile = await createPdfFile(deps, order.identity ?? value.design_id ?? id, options);
  try {
    let lastStatus: TechPackStatus | undefined;
    const requestLink = async () => {
      lastStatus =
        lastStatus === undefined
          ? value
          : (await fetchOrderStatus(deps, id, order, deps.signal)).response.value;
      return { holder: lastStatus.pdf, record: lastStatus.pdf };
    };
    const { bytes, sha256 } = await outputFile.download({ kind: 'pdf', requestLink });
    await recordOrderEvent(deps, id, 'kept', { sha256 });
    return createSavedPackResult({ file: outputFile.file, bytes, sha256 }, lastStatus ?? value);
  } finally {
    await outputFile.discard();
  }
};

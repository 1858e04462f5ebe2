import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { PageOf } from '../commands/sheet-page.ts';
import { Unavailable, UsageError } from '../errors.ts';
import type { Beside, Dictionary } from '../sheet/beside.ts';
import type { PageDrawing, SeasonPage, SheetOf } from '../sheet/index.ts';
import { DRAWN } from '../size-limits.ts';
import { releaseSignals } from '../system/release-signals.ts';
import type { SheetLanguage } from '../view/sheet-parts.ts';
import { bytesOf } from './workbook.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Only that of the language asked for is loaded. */
const DICTIONARIES: Readonly<Record<SheetLanguage, () => Promise<{ readonly default: Dictionary }>>> = {
  'zh-Hans': () => import('../sheet/languages/zh-Hans.json', { with: { type: 'json' } }),
  'zh-Hant': () => import('../sheet/languages/zh-Hant.json', { with: { type: 'json' } }),
  vi: () => import('../sheet/languages/vi.json', { with: { type: 'json' } }),
  tr: () => import('../sheet/languages/tr.json', { with: { type: 'json' } }),
  it: () => import('../sheet/languages/it.json', { with: { type: 'json' } }),
  pt: () => import('../sheet/languages/pt.json', { with: { type: 'json' } }),
  es: () => import('../sheet/languages/es.json', { with: { type: 'json' } }),
};

/** What the page is to have beside its English; the layout library loads with the first page. */
const wholly = async ({ lang, terms, ...of }: PageOf): Promise<SheetOf> => {
  const { languageOf } = await import('../sheet/beside.ts');
  const beside: Beside | undefined =
    lang === undefined
      ? undefined
      : { language: languageOf((await DICTIONARIES[lang]()).default), terms: terms ?? new Map() };
  return { ...of, beside, digest };
};

/** A garment as a page. */
export const pageOf = async (of: PageOf): Promise<string> => {
  const [{ sheetHtml }, whole] = await Promise.all([import('../sheet/index.ts'), wholly(of)]);
  releaseSignals();
  return sheetHtml(whole);
};

/** A season as a page. */
export const seasonPageOf = async (of: Omit<SeasonPage, 'digest'>): Promise<string> => {
  const { seasonHtml } = await import('../sheet/index.ts');
  releaseSignals();
  return seasonHtml({ ...of, digest });
};

/** What stands on the page in English alone, as a file for its terms. */
export const missingTerms = async (of: PageOf): Promise<string> => {
  const [{ withoutTerm }, { excelLines }, { termColumns, termRows }, whole] = await Promise.all([
    import('../sheet/index.ts'),
    import('../format/excel.ts'),
    import('../workbook/terms.ts'),
    wholly(of),
  ]);
  const table = { columns: termColumns(of.lang ?? ''), rows: termRows(withoutTerm(whole)) };
  return [...excelLines(table)].join('');
};

/** The drawing in a file that the user named. */
export const drawingFile = async (cwd: string, file: string): Promise<PageDrawing> => {
  const [bytes, { readDrawing }] = await Promise.all([
    bytesOf(cwd, file),
    import('../sheet/read-drawing.ts'),
  ]);
  const refuse = (reason: string): UsageError =>
    new UsageError(`${file} is no drawing for a page: ${reason}`, { code: 'not_a_drawing' });
  if (bytes.length > DRAWN.bytes) throw refuse(`it has more than ${DRAWN.bytes} bytes`);
  if (!isUtf8(bytes)) throw refuse('it is not UTF-8');
  releaseSignals(bytes.length);
  const drawing = readDrawing(Buffer.from(bytes).toString('utf8'), basename(file));
  if (typeof drawing === 'string') throw refuse(drawing);
  return drawing;
};

/** The drawing that the service exported. */
export const drawingText = async (text: string): Promise<PageDrawing> => {
  const { readDrawing } = await import('../sheet/read-drawing.ts');
  releaseSignals(text.length);
  const drawing = readDrawing(text, undefined);
  if (typeof drawing === 'string')
    throw new Unavailable(`the drawing that the service made cannot stand on a page: ${drawing}`, {
      code: 'not_a_drawing',
    });
  return drawing;
};

/** The terms in a file that the user named. */
export const termsIn = async (
  cwd: string,
  file: string,
  lang: SheetLanguage,
): Promise<ReadonlyMap<string, string>> => {
  const [bytes, { readTerms }] = await Promise.all([bytesOf(cwd, file), import('../workbook/terms.ts')]);
  return readTerms(bytes, file, lang);
};

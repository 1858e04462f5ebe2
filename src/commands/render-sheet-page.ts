/** Renders sheets and seasons as HTML pages, and reads their drawings and translations. */

import type { PageDrawing } from '../garment/page-drawing.ts';
import type { SeasonPageInput, SheetInput } from '../output/sheet/index.ts';
import type { DictionaryFile, SheetDictionary, SheetTranslation } from '../output/sheet/translation.ts';
import type { SheetLanguage } from '../output/views/sheet-parts.ts';
import { encodeTexts } from '../platform/encode-texts.ts';
import { Unavailable, UsageError } from '../platform/errors.ts';
import { readTableFile } from '../platform/files/user-files.ts';
import { PAGE_DRAWING_LIMITS } from '../platform/size-limits.ts';
import type { HostSystem } from '../platform/system/host-system.ts';
import { releaseSignals } from '../platform/system/release-signals.ts';
import { computeSha256Base64 } from '../platform/system/sha256.ts';

/**
 * The input of a sheet page. `lang` is the language that is printed after the English text. `terms` has the
 * translations of the user by their English text.
 */
export interface SheetPageInput extends Omit<SheetInput, 'digest' | 'translation'> {
  readonly lang?: SheetLanguage | undefined;
  readonly terms?: ReadonlyMap<string, string> | undefined;
}

const DICTIONARIES: Readonly<Record<SheetLanguage, () => Promise<{ readonly default: DictionaryFile }>>> = {
  'zh-Hans': () => import('../output/sheet/languages/zh-Hans.json', { with: { type: 'json' } }),
  'zh-Hant': () => import('../output/sheet/languages/zh-Hant.json', { with: { type: 'json' } }),
  vi: () => import('../output/sheet/languages/vi.json', { with: { type: 'json' } }),
  tr: () => import('../output/sheet/languages/tr.json', { with: { type: 'json' } }),
  it: () => import('../output/sheet/languages/it.json', { with: { type: 'json' } }),
  pt: () => import('../output/sheet/languages/pt.json', { with: { type: 'json' } }),
  es: () => import('../output/sheet/languages/es.json', { with: { type: 'json' } }),
};

/** Loads the dictionary that translates the headings and other fixed texts of a sheet from English. */
export const loadDictionary = async (lang: SheetLanguage): Promise<SheetDictionary> => {
  const { convertDictionaryFile } = await import('../output/sheet/translation.ts');
  return convertDictionaryFile((await DICTIONARIES[lang]()).default);
};

const buildSheetInput = async ({ lang, terms, ...input }: SheetPageInput): Promise<SheetInput> => {
  const translation: SheetTranslation | undefined =
    lang === undefined ? undefined : { language: await loadDictionary(lang), terms: terms ?? new Map() };
  return { ...input, translation, digest: computeSha256Base64 };
};

/** Renders a sheet as an HTML page in UTF-8. */
export const renderSheetPage = async (input: SheetPageInput): Promise<Uint8Array> => {
  const [{ renderSheetParts }, sheetInput] = await Promise.all([
    import('../output/sheet/index.ts'),
    buildSheetInput(input),
  ]);
  releaseSignals();
  return encodeTexts(renderSheetParts(sheetInput));
};

/** Renders the counts of a season as the text of an HTML page: totals, then one line per design. */
export const renderSeasonPageHtml = async (input: Omit<SeasonPageInput, 'digest'>): Promise<string> => {
  const { renderSeasonHtml } = await import('../output/sheet/index.ts');
  releaseSignals();
  return renderSeasonHtml({ ...input, digest: computeSha256Base64 });
};

/** Renders the texts of the page that have no translation as a CSV table, to fill in and use with `--terms`. */
export const renderMissingTerms = async (input: SheetPageInput): Promise<string> => {
  const [{ listUntranslatedTexts }, { formatExcelLines }, { listTermColumns, buildTermRows }, sheetInput] =
    await Promise.all([
      import('../output/sheet/index.ts'),
      import('../output/tables/excel.ts'),
      import('../output/workbook/translation-terms.ts'),
      buildSheetInput(input),
    ]);
  const table = {
    columns: listTermColumns(input.lang ?? ''),
    rows: buildTermRows(listUntranslatedTexts(sheetInput)),
  };
  return [...formatExcelLines(table)].join('');
};

const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Reads the SVG drawing in a file that the user named. Throws a UsageError if it is too large or not a drawing. */
export const readDrawingFile = async (system: HostSystem, file: string): Promise<PageDrawing> => {
  const [bytes, { readPageDrawing }] = await Promise.all([
    readTableFile(system, file),
    import('../garment/page-drawing.ts'),
  ]);
  const refuse = (reason: string): UsageError =>
    new UsageError(`${file} cannot be shown on a page: ${reason}`, { code: 'not_a_drawing' });
  if (bytes.length > PAGE_DRAWING_LIMITS.bytes)
    throw refuse(`it has more than ${PAGE_DRAWING_LIMITS.bytes} bytes`);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw refuse('it is not UTF-8');
  releaseSignals(bytes.length);
  const drawing = readPageDrawing(text, file.split(/[\\/]/).at(-1));
  if (typeof drawing === 'string') throw refuse(drawing);
  return drawing;
};

/** Parses an SVG drawing that the service exported. Throws Unavailable if it cannot be shown on a page. */
export const parsePageDrawing = async (text: string): Promise<PageDrawing> => {
  const { readPageDrawing } = await import('../garment/page-drawing.ts');
  releaseSignals(text.length);
  const drawing = readPageDrawing(text, undefined);
  if (typeof drawing === 'string')
    throw new Unavailable(`the drawing that the service exported cannot be shown on a page: ${drawing}`, {
      code: 'not_a_drawing',
    });
  return drawing;
};

/**
 * Reads a table of translations that the user named. Returns the translations by their English text. Throws a
 * UsageError if its header names another language than `lang`, or if a text has two translations.
 */
export const readTermsFile = async (
  system: HostSystem,
  file: string,
  lang: SheetLanguage,
): Promise<ReadonlyMap<string, string>> => {
  const [bytes, { readTranslationTerms }] = await Promise.all([
    readTableFile(system, file),
    import('../output/workbook/translation-terms.ts'),
  ]);
  return readTranslationTerms(bytes, file, lang);
};

/** The second language of a sheet, as typed. */

import { toType } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { isSheetLanguage, SHEET_LANGUAGES, type SheetLanguage } from '../view/sheet-parts.ts';
import type { Pages } from './facets.ts';
import { text } from './flags/parse-flags.ts';
import type { PageOf } from './sheet-page.ts';
import type { Flags, Given } from './typed.ts';

export const SPEAKING: Flags = {
  lang: {
    value: 'LANG',
    choices: SHEET_LANGUAGES,
    about: 'a second language behind the English of the sheet; values, codes and units stay as they are',
  },
  terms: {
    value: 'FILE',
    about: 'your own words for the texts of a garment: CSV or TSV, a text and its translation on each line',
    completes: ['files'],
  },
  'terms-missing': { about: 'print what has no word in that language, as such a file, and write no page' },
};

export interface Speaking {
  readonly lang: SheetLanguage | undefined;
  /** A file with the terms of whoever prints the page. */
  readonly termsFile: string | undefined;
  /** Only what has no term is wanted. */
  readonly missing: boolean;
}

export const speakingOf = (flags: Given): Speaking => {
  const lang = text(flags, 'lang');
  const termsFile = text(flags, 'terms');
  const missing = flags['terms-missing'] === true;
  if (lang !== undefined && !isSheetLanguage(lang))
    throw new UsageError(`--lang is one of ${SHEET_LANGUAGES.join(', ')}`, {
      hint: toType`toile help sheet`,
    });
  if (lang === undefined && (termsFile !== undefined || missing))
    throw new UsageError(
      `--${missing ? 'terms-missing' : 'terms'} needs --lang, which says in what language`,
    );
  const unwritten = ['output', 'open', 'clobber', 'skip-existing', 'drawing'].find(
    (flag) => flags[flag] !== undefined,
  );
  if (missing && unwritten !== undefined)
    throw new UsageError(`--terms-missing writes no page, so --${unwritten} changes nothing`);
  return { lang, termsFile, missing };
};

/** Read before anything is asked of the service: a file that holds none ends the command. */
export const filesOf = async (
  deps: Pages,
  { lang, termsFile }: Speaking,
): Promise<Pick<PageOf, 'lang' | 'terms'>> => ({
  lang,
  terms: lang === undefined || termsFile === undefined ? undefined : await deps.terms(termsFile, lang),
});

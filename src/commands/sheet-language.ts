import { isSheetLanguage, SHEET_LANGUAGES, type SheetLanguage } from '../output/views/sheet-parts.ts';
import { UsageError } from '../platform/errors.ts';
import { nextCommand } from '../platform/escape/shell.ts';
import type { FlagSpecs, FlagValues } from './argument-spec.ts';
import type { CommandContext } from './command-context.ts';
import { readTextFlag } from './flags/parse-flags.ts';
import { readTermsFile, type SheetPageInput } from './render-sheet-page.ts';

/** The language tags of Chinese. `zh` can be simplified or traditional; toile reads it as `zh-Hans`. */
const [CHINESE, SIMPLIFIED_CHINESE] = ['zh', 'zh-Hans'] as const;

/** The flags `--lang`, `--terms` and `--terms-missing`. */
export const LANGUAGE_FLAGS: FlagSpecs = {
  lang: {
    value: 'LANG',
    choices: [...SHEET_LANGUAGES, CHINESE],
    about: 'add a second language after the English text',
  },
  terms: {
    value: 'FILE',
    about: 'your translations: a CSV or TSV file with two columns',
    completes: ['files'],
  },
  'terms-missing': { about: 'list the texts that lack a translation; write no page', affects: 'text' },
};

/** The parsed language flags. */
export interface LanguageOptions {
  readonly lang: SheetLanguage | undefined;
  /** True if `zh` was typed, so that simplified Chinese is assumed. */
  readonly isAssumed: boolean;
  readonly termsFile: string | undefined;
  /** True if only the texts without a translation are printed. */
  readonly missing: boolean;
}

/** Reads the language flags. Throws a UsageError for an unknown language and for flags without effect. */
export const readLanguageFlags = (flags: FlagValues): LanguageOptions => {
  const typed = readTextFlag(flags, 'lang');
  const lang = typed === CHINESE ? SIMPLIFIED_CHINESE : typed;
  const termsFile = readTextFlag(flags, 'terms');
  const missing = flags['terms-missing'] === true;
  if (lang !== undefined && !isSheetLanguage(lang))
    throw new UsageError(`--lang must be one of ${SHEET_LANGUAGES.join(', ')}`, {
      hint: nextCommand`toile help sheet`,
    });
  if (lang === undefined && (termsFile !== undefined || missing))
    throw new UsageError(`--${missing ? 'terms-missing' : 'terms'} needs --lang`);
  const unwritten = ['output', 'open', 'clobber', 'skip-existing', 'drawing'].find(
    (flag) => flags[flag] !== undefined,
  );
  if (missing && unwritten !== undefined)
    throw new UsageError(`--terms-missing writes no page, so --${unwritten} has no effect`);
  return { lang, isAssumed: lang !== typed, termsFile, missing };
};

/**
 * Reads the file of `--terms`, if there is one, before a request is sent. If `zh` was typed, reports a note that
 * simplified Chinese is used. Throws a UsageError if the file has no translations for this language.
 */
export const readLanguageFiles = async (
  deps: CommandContext,
  { lang, isAssumed, termsFile }: LanguageOptions,
): Promise<Pick<SheetPageInput, 'lang' | 'terms'>> => {
  if (isAssumed)
    deps.report({
      kind: 'note',
      text: `--lang ${CHINESE} means ${SIMPLIFIED_CHINESE}; type zh-Hant for traditional Chinese`,
    });
  const terms =
    lang === undefined || termsFile === undefined
      ? undefined
      : await readTermsFile(deps.system, termsFile, lang);
  return { lang, terms };
};

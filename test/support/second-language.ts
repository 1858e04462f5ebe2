/** A complete test language, and pages without its translations. */

import type { SheetDictionary } from '../../src/output/sheet/translation.ts';
import { DICTIONARY_NAMES } from './dictionary-names.ts';

export const TEST_DICTIONARY: SheetDictionary = {
  tag: 'tlh',
  fonts: '"Nobody"',
  words: new Map(DICTIONARY_NAMES.map((name) => [name, 'nuqneH'])),
};

const readBodyElement = (page: string): string => page.slice(page.indexOf('<body>'));

/** Removes the translations of the second language from a page. */
export const removeTranslations = (page: string): string =>
  readBodyElement(page).replace(
    /<div class="untranslated">.*?<\/div>\n| <span class="tr[^"]*" lang="[^"]*">(?:<bdi lang="en">[^<]*<\/bdi>)?[^<]*<\/span>/gs,
    '',
  );

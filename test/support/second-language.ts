/** A language that nobody speaks, complete; and what a page is without its words. */

import { DICTIONARY_NAMES } from '../../src/output/sheet/trade-names.ts';
import type { SheetDictionary } from '../../src/output/sheet/translation.ts';

export const TEST_DICTIONARY: SheetDictionary = {
  tag: 'tlh',
  fonts: '"Nobody"',
  words: new Map(DICTIONARY_NAMES.map((name) => [name, 'nuqneH'])),
};

const readBodyElement = (page: string): string => page.slice(page.indexOf('<body>'));

/** What there was before a second language came: all but what is marked as such. */
export const removeTranslations = (page: string): string =>
  readBodyElement(page).replace(
    /<div class="untranslated">.*?<\/div>\n| <span class="tr[^"]*" lang="[^"]*">(?:<bdi lang="en">[^<]*<\/bdi>)?[^<]*<\/span>/gs,
    '',
  );

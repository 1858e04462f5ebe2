import { RTL_CHARACTERS } from '../../platform/escape/invisible-characters.ts';

/**
 * A `bdi` element, which isolates the writing direction of a text. An element with a line break does not match, because
 * the CSS of `bdi` keeps the break.
 */
const ISOLATED_TEXT = /<bdi>([^<\n]*(?:<x-[a-z]>[^<\n]*<\/x-[a-z]>)*)<\/bdi>/g;

/**
 * Removes the `bdi` elements from a page if neither the page nor the user's terms have right-to-left text, because tens
 * of thousands of them delay a printer by seconds. Characters that change the direction are already escaped.
 */
export const dropNeedlessIsolates = (markup: string, terms: Iterable<string>): string =>
  RTL_CHARACTERS.test(markup) || RTL_CHARACTERS.test([...terms].join('\n'))
    ? markup
    : markup.replace(ISOLATED_TEXT, '$1');

/** Removes needless isolation of text direction. */

import { RTL_CHARACTERS } from '../../platform/escape/invisible-characters.ts';

/**
 * An element that isolates the direction of a text. A text with a line break needs the element to show the
 * break.
 */
const ISOLATED_TEXT = /<bdi>([^<\n]*(?:<x-[a-z]>[^<\n]*<\/x-[a-z]>)*)<\/bdi>/g;

/**
 * Removes the `bdi` elements of a page that has no right-to-left text. Tens of thousands of them cost a
 * printer seconds. Characters that turn the direction are escaped earlier.
 */
export const dropNeedlessIsolates = (markup: string, terms: Iterable<string>): string =>
  RTL_CHARACTERS.test(markup) || RTL_CHARACTERS.test([...terms].join('\n'))
    ? markup
    : markup.replace(ISOLATED_TEXT, '$1');

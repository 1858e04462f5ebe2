/** Which texts on a page are set apart from their neighbours. */

import { FROM_RIGHT } from '../border/unseen.ts';

/** What holds nothing but text, and places for another language. A line break shows in it, and nowhere else. */
const APART = /<bdi>([^<\n]*(?:<x-[a-z]>[^<\n]*<\/x-[a-z]>)*)<\/bdi>/g;

/**
 * Only a text that is written from the right can turn others round, and no sign that could gets past the escaping. On
 * a page without one, tens of thousands of texts would be set apart from nothing, which costs a printer seconds.
 */
export const apartWhereTurned = (markup: string, terms: Iterable<string>): string =>
  FROM_RIGHT.test(markup) || FROM_RIGHT.test([...terms].join('\n')) ? markup : markup.replace(APART, '$1');

import { findTokenEnd, findValueEnd, skipSpace } from './json-tokens.ts';

/** A member of the top-level object, with start and end of the text of its value. */
interface JsonMember {
  readonly key: string;
  /** The start of the value's text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the texts of the items of a list that is a member of the top-level object, as sent. Returns none
 * when there is no such list. Of duplicate members the last counts, as for `parseJson`.
 */
export const sliceListItems = (text: string, member: string): readonly string[] => {
  const array = locateMembers(text).findLast(({ key }) => key === member);
  if (array === undefined || text[array.start] !== '[') return [];
  const items: string[] = [];
  for (let at = skipSpace(text, array.start + 1); at < array.end - 1; ) {
    const end = findValueEnd(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return items;
};

/**
 * Returns the text of a top-level object with the values of some members replaced, duplicates included, and
 * appended when absent. All other bytes stay unchanged.
 * @throws TypeError when the text is not an object.
 */
export const replaceMembers = (text: string, replacements: Readonly<Record<string, string>>): string => {
  const open = skipSpace(text, 0);
  if (text[open] !== '{') throw new TypeError('only an object has members to replace');
  const wanted = new Map(Object.entries(replacements));
  const absent = new Set(wanted.keys());
  const present = locateMembers(text);
  let out = '';
  let copied = 0;
  for (const { key, start, end } of present) {
    const replacement = wanted.get(key);
    if (replacement === undefined) continue;
    out += text.slice(copied, start) + replacement;
    copied = end;
    absent.delete(key);
  }
  if (absent.size === 0) return out + text.slice(copied);
  const lastEnd = present.at(-1)?.end ?? open + 1;
  const added = [...absent].map((key) => `${JSON.stringify(key)}:${wanted.get(key)}`).join(',');
  return `${out}${text.slice(copied, lastEnd)}${present.length > 0 ? ',' : ''}${added}${text.slice(lastEnd)}`;
};

const locateMembers = (text: string): readonly JsonMember[] => {
  const found: JsonMember[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return found;
  for (at = skipSpace(text, at + 1); text[at] === '"'; ) {
    const keyEnd = findTokenEnd(text, at);
    const key: string = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = findValueEnd(text, start);
    found.push({ key, start, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
};

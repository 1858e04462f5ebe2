import { skipSpace, tokenEnd, valueEnd } from './tokens.ts';

interface Member {
  readonly key: string;
  /** Of the value's text. */
  readonly start: number;
  readonly end: number;
}

/**
 * The texts, as sent, of the items of an array that is a member of the top-level object; none where there
 * is no such array. Of duplicate members the last counts, as it does for `readJson`.
 */
export const itemTexts = (text: string, member: string): readonly string[] => {
  const array = members(text).findLast(({ key }) => key === member);
  if (array === undefined || text[array.start] !== '[') return [];
  const items: string[] = [];
  for (let at = skipSpace(text, array.start + 1); at < array.end - 1; ) {
    const end = valueEnd(text, at);
    items.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return items;
};

/**
 * The same top-level object with the texts of some members replaced, every duplicate of them too, and
 * appended where absent; all else byte for byte. Throws a TypeError where the text is not an object.
 */
export const withMembers = (text: string, replacements: Readonly<Record<string, string>>): string => {
  const open = skipSpace(text, 0);
  if (text[open] !== '{') throw new TypeError('only an object has members to replace');
  const wanted = new Map(Object.entries(replacements));
  const absent = new Set(wanted.keys());
  const present = members(text);
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

const members = (text: string): readonly Member[] => {
  const found: Member[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return found;
  for (at = skipSpace(text, at + 1); text[at] === '"'; ) {
    const keyEnd = tokenEnd(text, at);
    const key: string = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    found.push({ key, start, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
};

import { ANSWER, JSON_LEVELS } from '../size-limits.ts';
import { SIGNS, skipSpace, stringEnd } from './tokens.ts';
import { NUMBER } from './values.ts';

/** What may come next. */
const [VALUE, VALUE_OR_END, KEY, KEY_OR_END, COLON, COMMA, NOTHING] = [0, 1, 2, 3, 4, 5, 6];

/** What a string may not hold as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ODD = /[\0-\x1f\\]/g;

/** Of each sign whether it is part of a number or a word. */
const IN_WORD = new Uint8Array(128);
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyzE+-.') IN_WORD[sign.charCodeAt(0)] = 1;

const isWord = (word: string): boolean =>
  word === 'true' || word === 'false' || word === 'null' || NUMBER.test(word);

const isString = (text: string): boolean => {
  try {
    return typeof JSON.parse(text) === 'string';
  } catch {
    return false;
  }
};

/**
 * Whether a text is JSON that is read as an answer (`readAnswer`), told without making values of it, which takes a
 * fraction of the time. Where it says no, reading says why.
 */
export const isAnswer = (text: string): boolean => {
  const isObject: boolean[] = [];
  let expected = VALUE;
  let values = 1;
  /** Where the next such sign stands; it is looked for once. */
  let odd = -1;
  const oddFrom = (from: number): number => {
    ODD.lastIndex = from;
    return ODD.exec(text)?.index ?? text.length;
  };
  for (let at = 0; at < text.length; ) {
    const sign = text.charCodeAt(at);
    if (sign <= SIGNS.space) {
      const end = skipSpace(text, at);
      if (end === at) return false;
      at = end;
      continue;
    }
    const mayBegin = expected === VALUE || expected === VALUE_OR_END;
    if (sign === SIGNS.quote) {
      if (!mayBegin && expected !== KEY && expected !== KEY_OR_END) return false;
      const end = stringEnd(text, at);
      if (odd < at) odd = oddFrom(at);
      if (odd < end && !isString(text.slice(at, end))) return false;
      if (end === text.length && (end === at + 1 || text.charCodeAt(end - 1) !== SIGNS.quote)) return false;
      expected = mayBegin ? after(isObject) : COLON;
      at = end;
    } else if (sign === SIGNS.colon) {
      if (expected !== COLON) return false;
      expected = VALUE;
      at++;
    } else if (sign === SIGNS.comma) {
      if (expected !== COMMA) return false;
      expected = isObject[isObject.length - 1] ? KEY : VALUE;
      values++;
      at++;
    } else if (sign === SIGNS.object || sign === SIGNS.list) {
      if (!mayBegin || isObject.push(sign === SIGNS.object) > JSON_LEVELS) return false;
      expected = sign === SIGNS.object ? KEY_OR_END : VALUE_OR_END;
      values++;
      at++;
    } else if (sign === SIGNS.objectEnd || sign === SIGNS.listEnd) {
      const empty = sign === SIGNS.objectEnd ? KEY_OR_END : VALUE_OR_END;
      if (expected !== COMMA && expected !== empty) return false;
      if (isObject.pop() !== (sign === SIGNS.objectEnd)) return false;
      expected = after(isObject);
      at++;
    } else {
      const from = at;
      let digits = true;
      for (let code = sign; IN_WORD[code] === 1; code = text.charCodeAt(++at))
        digits &&= code <= SIGNS.nine && code >= SIGNS.zero;
      const isPlain = digits && at > from && (sign !== SIGNS.zero || at === from + 1);
      if (!mayBegin || !(isPlain || isWord(text.slice(from, at)))) return false;
      expected = after(isObject);
    }
    if (values > ANSWER.values) return false;
  }
  return expected === NOTHING;
};

const after = (open: readonly boolean[]): number => (open.length > 0 ? COMMA : NOTHING);

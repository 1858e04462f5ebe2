import { JSON_LEVELS } from '../size-limits.ts';
import { escapeC1, skipSpace, tokenEnd } from './tokens.ts';

/**
 * The one text of a JSON value: members sorted by name, each value on a line of its own, numbers as written,
 * strings escaped in one way, a line feed at the end. Arrays keep their order, and duplicate members stay side by
 * side: nothing is lost, so that two bodies give the same text only when they say the same.
 * Throws a SyntaxError for text that is no JSON.
 */
export const canonical = (text: string): string => {
  const reader: Reader = { text, at: skipSpace(text, 0) };
  const out: string[] = [];
  writeValue(reader, 0, out);
  if (reader.at < text.length) throw broken(reader);
  out.push('\n');
  return out.join('');
};

interface Reader {
  readonly text: string;
  at: number;
}

const broken = ({ at }: Reader): SyntaxError => new SyntaxError(`not JSON at position ${at}`);

const take = (reader: Reader): string => {
  const end = tokenEnd(reader.text, reader.at);
  const token = reader.text.slice(reader.at, end);
  reader.at = skipSpace(reader.text, end);
  return token;
};

/** Marks that change what a reader of a diff sees without being seen: direction, line ends, invisible joins to nothing. */
const UNSEEN = /[\u007f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const stringText = (token: string): string =>
  escapeC1(JSON.stringify(JSON.parse(token))).replaceAll(
    UNSEEN,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

const scalar = (reader: Reader, token: string): string => {
  if (token.startsWith('"')) return stringText(token);
  if (!WORD.test(token)) throw broken(reader);
  return token;
};

const writeValue = (reader: Reader, depth: number, out: string[]): void => {
  if (depth > JSON_LEVELS) throw new SyntaxError(`JSON nested deeper than ${JSON_LEVELS} levels`);
  const token = take(reader);
  if (token === '[') writeItems(reader, depth, out);
  else if (token === '{') writeMembers(reader, depth, out);
  else out.push(scalar(reader, token));
};

const newLine = (depth: number): string => `\n${'  '.repeat(depth)}`;

/** Steps over the comma; true at the closing sign. */
const closes = (reader: Reader, sign: string): boolean => {
  const token = take(reader);
  if (token === sign) return true;
  if (token !== ',') throw broken(reader);
  return false;
};

const writeItems = (reader: Reader, depth: number, out: string[]): void => {
  out.push('[');
  if (reader.text[reader.at] === ']') {
    out.push(take(reader));
    return;
  }
  while (true) {
    out.push(newLine(depth + 1));
    writeValue(reader, depth + 1, out);
    if (closes(reader, ']')) break;
    out.push(',');
  }
  out.push(newLine(depth), ']');
};

const writeMembers = (reader: Reader, depth: number, out: string[]): void => {
  const members: { readonly name: string; readonly parts: string[] }[] = [];
  out.push('{');
  if (reader.text[reader.at] === '}') {
    out.push(take(reader));
    return;
  }
  while (true) {
    const key = take(reader);
    if (!key.startsWith('"') || take(reader) !== ':') throw broken(reader);
    const parts = [`${stringText(key)}: `];
    writeValue(reader, depth + 1, parts);
    members.push({ name: JSON.parse(key), parts });
    if (closes(reader, '}')) break;
  }
  // By code units: the same on every machine, whatever its language. A stable sort keeps duplicates in their order.
  members.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  members.forEach(({ parts }, at) => {
    out.push(at > 0 ? ',' : '', newLine(depth + 1), parts.join(''));
  });
  out.push(newLine(depth), '}');
};

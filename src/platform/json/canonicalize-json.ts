import { MAX_JSON_LEVELS } from '../size-limits.ts';
import { escapeC1Controls, escapeJsonCharacter, findTokenEnd, skipSpace } from './json-tokens.ts';
import { isRecord, JSON_NUMBER, toJsonText } from './json-values.ts';

/**
 * Returns the canonical text of a JSON text: members sorted by name, each value on its own line, numbers as written,
 * strings escaped in one way, a line feed at the end. Lists keep their order and duplicate members stay, so two bodies
 * have the same canonical text only if they are equal.
 * @throws SyntaxError for text that is not JSON or is nested deeper than MAX_JSON_LEVELS.
 */
export const canonicalizeJson = (text: string): string => {
  const reader: TokenReader = { text, at: skipSpace(text, 0) };
  const out: string[] = [];
  writeValue(reader, 0, out);
  if (reader.at < text.length) throw createSyntaxError(reader);
  out.push('\n');
  return out.join('');
};

interface TokenReader {
  readonly text: string;
  at: number;
}

const createSyntaxError = ({ at }: TokenReader): SyntaxError => new SyntaxError(`not JSON at position ${at}`);

const createDepthError = (): SyntaxError =>
  new SyntaxError(`JSON nested deeper than ${MAX_JSON_LEVELS} levels`);

const takeToken = (reader: TokenReader): string => {
  const end = findTokenEnd(reader.text, reader.at);
  const token = reader.text.slice(reader.at, end);
  reader.at = skipSpace(reader.text, end);
  return token;
};

/** Invisible characters that change how a diff is displayed: direction marks, line separators and joiners. */
const INVISIBLE_MARKS = /[\u007f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Matches a string token that needs no change: printable ASCII without escapes. Most strings match. */
const PLAIN_STRING = /^"[ !#-[\]-~]*"$/;

const formatString = (text: string): string => {
  const token = JSON.stringify(text);
  return PLAIN_STRING.test(token)
    ? token
    : escapeC1Controls(token).replaceAll(INVISIBLE_MARKS, escapeJsonCharacter);
};

const canonicalizeString = (token: string): string =>
  PLAIN_STRING.test(token) ? token : formatString(JSON.parse(token));

const formatScalar = (reader: TokenReader, token: string): string => {
  if (token.startsWith('"')) return canonicalizeString(token);
  if (!/^(?:true|false|null)$/.test(token) && !JSON_NUMBER.test(token)) throw createSyntaxError(reader);
  return token;
};

const writeValue = (reader: TokenReader, depth: number, out: string[]): void => {
  if (depth > MAX_JSON_LEVELS) throw createDepthError();
  const token = takeToken(reader);
  if (token === '[') writeItems(reader, depth, out);
  else if (token === '{') writeMembers(reader, depth, out);
  else out.push(formatScalar(reader, token));
};

const indentLine = (depth: number): string => `\n${'  '.repeat(depth)}`;

const takeSeparator = (reader: TokenReader, sign: string): boolean => {
  const token = takeToken(reader);
  if (token === sign) return true;
  if (token !== ',') throw createSyntaxError(reader);
  return false;
};

const writeItems = (reader: TokenReader, depth: number, out: string[]): void => {
  out.push('[');
  if (reader.text[reader.at] === ']') {
    out.push(takeToken(reader));
    return;
  }
  while (true) {
    out.push(indentLine(depth + 1));
    writeValue(reader, depth + 1, out);
    if (takeSeparator(reader, ']')) break;
    out.push(',');
  }
  out.push(indentLine(depth), ']');
};

const writeMembers = (reader: TokenReader, depth: number, out: string[]): void => {
  const members: { readonly name: string; readonly parts: string[] }[] = [];
  out.push('{');
  if (reader.text[reader.at] === '}') {
    out.push(takeToken(reader));
    return;
  }
  while (true) {
    const key = takeToken(reader);
    if (!key.startsWith('"') || takeToken(reader) !== ':') throw createSyntaxError(reader);
    const parts = [`${canonicalizeString(key)}: `];
    writeValue(reader, depth + 1, parts);
    members.push({ name: PLAIN_STRING.test(key) ? key.slice(1, -1) : JSON.parse(key), parts });
    if (takeSeparator(reader, '}')) break;
  }
  // Sorts by code units, which do not depend on the language. The sort is stable: duplicates keep their order.
  members.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  members.forEach(({ parts }, at) => {
    out.push(at > 0 ? ',' : '', indentLine(depth + 1), parts.join(''));
  });
  out.push(indentLine(depth), '}');
};

/** The number of parts after which `toCanonicalJson` joins them. One long text needs less memory than many parts. */
const MAX_PARTS = 10_000;

/**
 * Returns the canonical text of a parsed JSON value. It is equal to the canonical text of `toJsonText(value)`, and takes
 * half of the time.
 * @throws SyntaxError for a value that is nested deeper than MAX_JSON_LEVELS.
 */
export const toCanonicalJson = (root: unknown): string => {
  const tokensByName = new Map<string, string>();
  let text = '';
  let parts: string[] = [];
  const formatName = (name: string): string => {
    const token = tokensByName.get(name) ?? formatString(name);
    tokensByName.set(name, token);
    return token;
  };
  const write = (value: unknown, depth: number): void => {
    if (depth > MAX_JSON_LEVELS) throw createDepthError();
    if (Array.isArray(value)) {
      value.forEach((item, at) => {
        parts.push(at === 0 ? '[' : ',', indentLine(depth + 1));
        write(item, depth + 1);
      });
      parts.push(value.length === 0 ? '[' : indentLine(depth), ']');
    } else if (isRecord(value)) {
      const names = Object.keys(value).filter((name) => value[name] !== undefined);
      names.sort().forEach((name, at) => {
        parts.push(at === 0 ? '{' : ',', indentLine(depth + 1), formatName(name), ': ');
        write(value[name], depth + 1);
      });
      parts.push(names.length === 0 ? '{' : indentLine(depth), '}');
    } else parts.push(typeof value === 'string' ? formatString(value) : toJsonText(value));
    if (parts.length < MAX_PARTS) return;
    text += parts.join('');
    parts = [];
  };
  write(root, 0);
  return `${text}${parts.join('')}\n`;
};

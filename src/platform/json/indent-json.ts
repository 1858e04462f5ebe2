import { escapeC1Controls, findTokenEnd, skipSpace } from './json-tokens.ts';

/**
 * Indents a JSON text token by token. Escapes, duplicate keys, numbers and the order of keys stay
 * unchanged; control characters that a terminal would obey are escaped. The text ends with one line break.
 * `indent` is in spaces.
 */
export const indentJson = (text: string, indent = 2): string => {
  const out: string[] = [];
  let depth = 0;
  const newLine = () => `\n${' '.repeat(indent * depth)}`;
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = findTokenEnd(text, at);
    const token = text.slice(at, end);
    at = skipSpace(text, end);
    if (token === '{' || token === '[') {
      const closing = token === '{' ? '}' : ']';
      if (text[at] === closing) {
        out.push(token, closing);
        at = skipSpace(text, at + 1);
      } else {
        depth++;
        out.push(token, newLine());
      }
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1);
      out.push(newLine(), token);
    } else if (token === ',') out.push(token, newLine());
    else if (token === ':') out.push(': ');
    else out.push(token);
  }
  return escapeC1Controls(`${out.join('')}\n`);
};

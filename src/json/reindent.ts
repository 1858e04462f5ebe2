import { escapeC1, skipSpace, tokenEnd } from './tokens.ts';

/**
 * JSON laid out for reading, token by token: escapes, duplicate keys, number lexemes and the order of keys
 * stay as they were; only a control character that a terminal would obey becomes an escape. One line break
 * ends it. `indent` in spaces.
 */
export const reindent = (text: string, indent = 2): string => {
  const out: string[] = [];
  let depth = 0;
  const newLine = () => `\n${' '.repeat(indent * depth)}`;
  for (let at = skipSpace(text, 0); at < text.length; ) {
    const end = tokenEnd(text, at);
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
  return escapeC1(`${out.join('')}\n`);
};

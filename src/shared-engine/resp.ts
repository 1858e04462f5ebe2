/**
 * Reads replies of an engine (RESP2). Only the types that toile's own scripts answer are read, in sizes that they have:
 * an engine may be hostile, and a number of a million digits would keep this process busy.
 */

/** Far above any answer that toile asks for. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_ITEMS = 50_000;
const MOST_DEPTH = 2;
const LONGEST_LINE = 1_000;

type Parsed = { readonly value: unknown; readonly end: number; readonly error?: string };

const refuse = (): never => {
  throw new Error('not a reply');
};

/** A line from there on; undefined where its end has not come yet. */
const lineAt = (bytes: Buffer, at: number): { readonly text: string; readonly end: number } | undefined => {
  const end = bytes.indexOf('\r\n', at);
  if ((end === -1 ? bytes.length : end) - at > LONGEST_LINE) refuse();
  return end === -1 ? undefined : { text: bytes.toString('utf8', at, end), end: end + 2 };
};

const parseCount = (text: string, most: number): number =>
  /^(-1|\d{1,9})$/.test(text) && Number(text) <= most ? Number(text) : refuse();

/** The reply that begins there; undefined where the rest of it has not come yet. */
const parseReply = (bytes: Buffer, at: number, depth = 0): Parsed | undefined => {
  const line = lineAt(bytes, at + 1);
  if (line === undefined)
    return bytes.length > at && !'+-:$*'.includes(String.fromCharCode(bytes[at] ?? 0)) ? refuse() : undefined;
  const { text, end } = line;
  switch (String.fromCharCode(bytes[at] ?? 0)) {
    case '+':
      return { value: text, end };
    case '-':
      return depth === 0 ? { value: undefined, end, error: text } : refuse();
    case ':':
      return /^-?\d{1,16}$/.test(text) ? { value: Number(text), end } : refuse();
    case '$': {
      const length = parseCount(text, MOST_BYTES);
      if (length === -1) return { value: null, end };
      if (bytes.length < end + length + 2) return undefined;
      if (bytes.toString('latin1', end + length, end + length + 2) !== '\r\n') refuse();
      return { value: bytes.toString('utf8', end, end + length), end: end + length + 2 };
    }
    case '*': {
      const count = parseCount(text, MOST_ITEMS);
      if (count === -1) return { value: null, end };
      if (depth > MOST_DEPTH) refuse();
      const items: unknown[] = [];
      let next = end;
      while (items.length < count) {
        const item = parseReply(bytes, next, depth + 1);
        if (item === undefined) return undefined;
        items.push(item.value);
        next = item.end;
      }
      return { value: items, end: next };
    }
    default:
      return refuse();
  }
};

/** Takes bytes as they come. Throws for what is no reply, or longer than toile asks for. */
export const createReplyReader = (
  onReply: (value: unknown) => void,
  onError: (message: string) => void,
): ((bytes: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (let at = 0; ; ) {
      const reply = at < rest.length ? parseReply(rest, at) : undefined;
      if (reply === undefined) {
        rest = rest.subarray(at);
        break;
      }
      at = reply.end;
      if (reply.error === undefined) onReply(reply.value);
      else onError(reply.error);
    }
    if (rest.length > MOST_BYTES) refuse();
  };
};

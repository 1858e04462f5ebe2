/**
 * Parses and validates replies of the server, in RESP2, the protocol of Redis. Accepts only the types and sizes that
 * the scripts of toile return. Otherwise a hostile server could block this process, for example with a number of a
 * million digits.
 */

/** Thrown if the server of TOILE_SHARED cannot be used. The message says why. */
export class EngineUnavailableError extends Error {
  /**
   * The reason why the server cannot be used. `away`: it is not reachable or does not work. `refused`: it denies
   * access. `foreign`: toile cannot use it, for example because it is not Redis or Valkey. `unknown_script`: it does
   * not yet have the Lua script that toile asked it to run.
   */
  readonly kind: 'away' | 'refused' | 'foreign' | 'unknown_script';
  constructor(kind: EngineUnavailableError['kind'], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EngineUnavailableError';
    this.kind = kind;
  }
}

/** Creates the error for a reply with a type or size that the scripts of toile never return. */
export const createInvalidReplyError = (): EngineUnavailableError =>
  new EngineUnavailableError('foreign', 'its reply does not fit the request');

const ERROR_MEANINGS: Readonly<Record<string, readonly [EngineUnavailableError['kind'], string]>> = {
  WRONGPASS: ['refused', 'wrong user name or password'],
  NOAUTH: ['refused', 'it requires a password'],
  NOPERM: ['refused', 'this user lacks permissions that toile needs; see docs/shared.md'],
  DENIED: ['refused', 'it runs in protected mode and refuses connections from other machines'],
  WRONGTYPE: ['foreign', 'the keys of toile contain other data'],
  NOSCRIPT: ['unknown_script', 'the script is unknown'],
  LOADING: ['away', 'it is still loading its data'],
  READONLY: ['away', 'it is a read-only replica'],
  MISCONF: ['away', 'it cannot write to its own disk'],
  OOM: ['away', 'its memory is full'],
  NOREPLICAS: ['away', 'it has too few replicas to accept writes'],
  MASTERDOWN: ['away', 'its primary is unavailable'],
  CLUSTERDOWN: ['away', 'its cluster is down'],
  BUSY: ['away', 'a script of another client blocks it'],
  MOVED: ['foreign', 'it is a node of a cluster that does not have the keys of toile'],
};

/** Converts an error reply such as `NOPERM …` to an EngineUnavailableError. The text of the reply is not quoted. */
export const convertErrorReply = (message: string): EngineUnavailableError => {
  const [, word = ''] = /^-?([A-Z]{2,20})\b/.exec(message) ?? [];
  const [kind, meaning] = ERROR_MEANINGS[word] ?? [];
  if (kind !== undefined && meaning !== undefined) return new EngineUnavailableError(kind, meaning);
  if (/WRONGTYPE/.test(message.slice(0, 500))) return convertErrorReply('WRONGTYPE');
  if (/NOPERM|ACL failure|no permissions|can't run this command/i.test(message.slice(0, 500)))
    return convertErrorReply('NOPERM');
  return new EngineUnavailableError('foreign', `it replied with an error${word === '' ? '' : ` (${word})`}`);
};

/** Returns true if a reply of the server is a string. */
export const isTextReply = (value: unknown): value is string => typeof value === 'string';

/**
 * Returns the number in a reply: an integer, or a text such as `12.5`. Throws EngineUnavailableError for any other
 * reply.
 */
export const readReplyNumber = (value: unknown): number => {
  const number = isTextReply(value) && /^-?\d{1,16}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > 1e15)
    throw createInvalidReplyError();
  return number;
};

/** Returns a list reply. Throws an EngineUnavailableError for any other reply. */
export const readReplyList = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw createInvalidReplyError();
  return value;
};

const MAX_REPLY_BYTES = 4 * 1024 * 1024;
const MAX_REPLY_ITEMS = 50_000;
const MAX_REPLY_DEPTH = 2;
const MAX_LINE_LENGTH = 1_000;

type ParsedReply = { readonly value: unknown; readonly end: number; readonly error?: string };

const rejectReply = (): never => {
  throw new Error('not a reply');
};

/** Returns the line that begins at the position `at`; undefined if its end has not arrived yet. */
const readReplyLine = (
  bytes: Buffer,
  at: number,
): { readonly text: string; readonly end: number } | undefined => {
  const end = bytes.indexOf('\r\n', at);
  if ((end === -1 ? bytes.length : end) - at > MAX_LINE_LENGTH) rejectReply();
  return end === -1 ? undefined : { text: bytes.toString('utf8', at, end), end: end + 2 };
};

const parseReplyCount = (text: string, maxCount: number): number =>
  /^(-1|\d{1,9})$/.test(text) && Number(text) <= maxCount ? Number(text) : rejectReply();

/** Returns the reply that begins at the position `at`; undefined if its end has not arrived yet. */
const parseReply = (bytes: Buffer, at: number, depth = 0): ParsedReply | undefined => {
  const line = readReplyLine(bytes, at + 1);
  if (line === undefined)
    return bytes.length > at && !'+-:$*'.includes(String.fromCharCode(bytes[at] ?? 0))
      ? rejectReply()
      : undefined;
  const { text, end } = line;
  switch (String.fromCharCode(bytes[at] ?? 0)) {
    case '+':
      return { value: text, end };
    case '-':
      return depth === 0 ? { value: undefined, end, error: text } : rejectReply();
    case ':':
      return /^-?\d{1,16}$/.test(text) ? { value: Number(text), end } : rejectReply();
    case '$': {
      const length = parseReplyCount(text, MAX_REPLY_BYTES);
      if (length === -1) return { value: null, end };
      if (bytes.length < end + length + 2) return undefined;
      if (bytes.toString('latin1', end + length, end + length + 2) !== '\r\n') rejectReply();
      return { value: bytes.toString('utf8', end, end + length), end: end + length + 2 };
    }
    case '*': {
      const count = parseReplyCount(text, MAX_REPLY_ITEMS);
      if (count === -1) return { value: null, end };
      if (depth > MAX_REPLY_DEPTH) rejectReply();
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
      return rejectReply();
  }
};

/**
 * Creates a function that takes bytes as they arrive, and calls `onReply` or `onError` for each complete reply. It
 * throws for bytes that are not a reply, and for a reply that is too long.
 */
export const createReplyReader = (
  onReply: (value: unknown) => void,
  onError: (message: string) => void,
): ((bytes: Buffer) => void) => {
  let buffered: Buffer = Buffer.alloc(0);
  return (bytes) => {
    buffered = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes]);
    for (let at = 0; ; ) {
      const reply = at < buffered.length ? parseReply(buffered, at) : undefined;
      if (reply === undefined) {
        buffered = buffered.subarray(at);
        break;
      }
      at = reply.end;
      if (reply.error === undefined) onReply(reply.value);
      else onError(reply.error);
    }
    if (buffered.length > MAX_REPLY_BYTES) rejectReply();
  };
};

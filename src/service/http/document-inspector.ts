/**
 * Checks that a download is the expected SVG, JSON or PDF document. For SVG and PDF, the first and the last bytes are
 * checked; for JSON, the syntax of the whole text.
 */

import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { DOCUMENT_LIMITS, MAX_JSON_LEVELS } from '../../platform/size-limits.ts';

/**
 * What the JSON syntax allows next, for example `colon` after a key. `nothing`: the value is complete, so only
 * whitespace may follow. `never`: the text has a syntax error.
 */
type ExpectedToken = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'nothing' | 'never';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/**
 * The classes of bytes in the table BYTE_CLASSES: JSON whitespace, and the characters of numbers and literals. Every
 * other byte has the class 0.
 */
const [BLANK, IN_WORD] = [1, 2];
const BYTE_CLASSES = new Uint8Array(256);
for (const sign of ' \t\n\r') BYTE_CLASSES[sign.charCodeAt(0)] = BLANK;
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyzE+-.') BYTE_CLASSES[sign.charCodeAt(0)] = IN_WORD;
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
const MAX_WORD_LENGTH = 1_000;

/**
 * In a JSON string, this many bytes are checked one by one before `indexOf` searches for the end of the string. Most
 * strings end within these bytes, and for a short search `indexOf` is slower than a loop.
 */
const SHORT_STRING_BYTES = 64;

/**
 * Creates a checker for the syntax of a JSON text that arrives in chunks. `check` takes the next chunk and returns
 * false if the text cannot be JSON or is nested too deeply. `isComplete` is called after the last chunk and returns
 * true if the text was one complete value. The characters inside strings are not checked.
 */
export const createJsonChecker = () => {
  let expected: ExpectedToken = 'value';
  /** The objects and lists that are not closed yet, the innermost last. An object is `true`, and a list is `false`. */
  const levels: boolean[] = [];
  let inString: 'key' | 'value' | undefined;
  let isEscaped = false;
  let word = '';
  let checkedBytes = 0;

  const expectAfterValue = (): void => {
    expected = levels.length > 0 ? 'comma' : 'nothing';
  };
  const canBegin = (): boolean => expected === 'value' || expected === 'value or ]';
  const open = (isObject: boolean): void => {
    const isAllowed = canBegin() && levels.length < MAX_JSON_LEVELS;
    levels.push(isObject);
    expected = isAllowed ? (isObject ? 'key or }' : 'value or ]') : 'never';
  };
  const close = (isObject: boolean): void => {
    const expectedIfEmpty = isObject ? 'key or }' : 'value or ]';
    const isAllowed = levels.at(-1) === isObject && (expected === 'comma' || expected === expectedIfEmpty);
    levels.pop();
    if (isAllowed) expectAfterValue();
    else expected = 'never';
  };
  const openString = (): void => {
    if (canBegin()) inString = 'value';
    else if (expected === 'key' || expected === 'key or }') inString = 'key';
    else expected = 'never';
  };
  const endWord = (): void => {
    if (word === '') return;
    if (canBegin() && WORD.test(word)) expectAfterValue();
    else expected = 'never';
    word = '';
  };
  const readSign = (byte: number): void => {
    if (expected === 'never') return;
    if (byte === OBJECT || byte === LIST) open(byte === OBJECT);
    else if (byte === OBJECT_END || byte === LIST_END) close(byte === OBJECT_END);
    else if (byte === QUOTE) openString();
    else if (byte === COLON && expected === 'colon') expected = 'value';
    else if (byte === COMMA && expected === 'comma') expected = levels.at(-1) ? 'key' : 'value';
    else expected = 'never';
  };

  /**
   * The positions in the chunk at which the next quote and the next backslash were found. They are stored, so that
   * `indexOf` does not search the same bytes again.
   */
  const next = { quote: -1, slash: -1 };
  const findByte = (bytes: Buffer, byte: number, known: number, from: number): number => {
    if (known >= from) return known;
    const at = bytes.indexOf(byte, from);
    return at < 0 ? bytes.length : at;
  };
  /**
   * Returns the position after the JSON string that `from` lies in, or the length of the chunk if the string continues
   * in the next chunk.
   */
  const skipString = (bytes: Buffer, from: number): number => {
    for (let at = from; at < bytes.length; ) {
      for (const nearEnd = Math.min(bytes.length, at + SHORT_STRING_BYTES); at < nearEnd; at += 1) {
        const byte = bytes[at];
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) return endString(at);
      }
      if (isEscaped) continue;
      next.quote = findByte(bytes, QUOTE, next.quote, at);
      next.slash = findByte(bytes, BACKSLASH, next.slash, at);
      at = Math.min(next.quote, next.slash);
    }
    return bytes.length;
  };
  const endString = (quote: number): number => {
    if (inString === 'key') expected = 'colon';
    else expectAfterValue();
    inString = undefined;
    return quote + 1;
  };

  return {
    check(chunk: Uint8Array) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      Object.assign(next, { quote: -1, slash: -1 });
      for (let at = 0; at < bytes.length && expected !== 'never'; ) {
        if (inString) {
          at = skipString(bytes, at);
          continue;
        }
        const byte = bytes[at] ?? 0;
        const isMark = checkedBytes < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[checkedBytes + at];
        at += 1;
        const byteClass = BYTE_CLASSES[byte];
        if (byteClass === IN_WORD) {
          word += String.fromCharCode(byte);
          if (word.length > MAX_WORD_LENGTH) endWord();
          continue;
        }
        if (word !== '') endWord();
        if (byteClass !== BLANK && !isMark) readSign(byte);
      }
      checkedBytes += bytes.length;
      return expected !== 'never';
    },
    isComplete() {
      endWord();
      return expected === 'nothing' && inString === undefined;
    },
  };
};

/** The kind of a document that is downloaded from a link. */
export type DocumentKind = 'svg' | 'json' | 'pdf';

const KIND_NAMES: Readonly<Record<DocumentKind, string>> = {
  svg: 'an SVG drawing',
  json: 'a JSON document',
  pdf: 'a PDF',
};

const WEB_PAGE = 'a web page';
/** The hint of errors after which a second try may succeed, for example an incomplete download. */
export const RETRY_HINT = shellText`try again; if it still fails, contact support`;

/** The number of bytes at the start of a file in which PDF readers search for the header `%PDF-`. */
const PDF_HEADER_LIMIT = 1024;

/** Creates the error for a document without its end, for example a PDF without `%%EOF`. */
export const createTruncatedDocumentError = (kind: DocumentKind): Unavailable =>
  new Unavailable(`the document is incomplete: the end of ${KIND_NAMES[kind]} is missing; it was not saved`, {
    code: 'not_whole',
    hint: RETRY_HINT,
  });

/**
 * The number of bytes after which the format of a document is first checked. They are enough for a byte order mark and
 * a few characters.
 */
const FIRST_CHECK_BYTES = 8;

/**
 * Decodes bytes to a text in which the ASCII characters are correct. Removes zero bytes, so that ASCII characters in
 * UTF-16 are found too.
 */
const decodeAscii = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');

/**
 * Matches one item that may precede the root element of an XML text: whitespace, a processing instruction (`<?...?>`),
 * a comment or a document type.
 */
const XML_PROLOG = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(?:\[[\s\S]*?\]\s*)?>)/i;

const skipProlog = (head: string): string => {
  let rest = head;
  for (let part = XML_PROLOG.exec(rest); part; part = XML_PROLOG.exec(rest))
    rest = rest.slice(part[0].length);
  return rest;
};

const trimAfterRoot = (tail: string): string => {
  const rest = tail.trimEnd();
  for (const [end, begin] of [
    ['-->', '<!--'],
    ['?>', '<?'],
  ] as const) {
    const at = rest.endsWith(end) ? rest.lastIndexOf(begin) : -1;
    if (at >= 0) return trimAfterRoot(rest.slice(0, at));
  }
  return rest;
};

/**
 * Returns the name of the root element of an XML text, for example `svg`. Returns undefined if the text has no root
 * element or ends within its name.
 */
const findRootName = (head: string): string | undefined =>
  /^<((?:[\w.-]+:)?[\w.-]+)[\s/>]/.exec(skipProlog(head))?.[1];

const isSvgText = (head: string): boolean => /^(.*:)?svg$/.test(findRootName(head) ?? '');

/**
 * Returns the error message if the bytes are a JSON error response, for example `{"error": "..."}`. Returns an empty
 * text if the error response has no message, and undefined if the bytes are not an error response.
 */
const findErrorMessage = (bytes: Uint8Array): string | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    );
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('error' in value)) return undefined;
  const { error, ...rest } = value;
  const isFlat = Object.values(rest).every((member) => typeof member !== 'object' || member === null);
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  if (!isFlat || error === null || error === '' || error === false) return undefined;
  return typeof message === 'string' ? message : '';
};

const describeContent = (bytes: Uint8Array): string => {
  if (bytes.length === 0) return 'nothing (0 bytes)';
  const head = decodeAscii(bytes);
  const text = head.trimStart();
  if (
    /^<(!doctype html|html|head|body|title|script)\b/i.test(text) ||
    /^html$/i.test(findRootName(text) ?? '')
  )
    return WEB_PAGE;
  if (text.startsWith('%PDF-')) return KIND_NAMES.pdf;
  if (isSvgText(head)) return KIND_NAMES.svg;
  if (text.startsWith('<')) return `XML (${findRootName(head)?.slice(0, 40) ?? 'without an element'})`;
  if (/^[{[]/.test(text)) {
    const error = findErrorMessage(bytes);
    return error === undefined ? 'JSON' : `an error${error === '' ? '' : ` (${error.slice(0, 200)})`}`;
  }
  if (text.startsWith('PK\x03\x04')) return 'a ZIP archive';
  if (text.startsWith('\x1f\x8b')) return 'gzip-compressed data';
  return /^[\t\r\n\x20-\x7e]*$/.test(text.slice(0, 512)) ? 'some text' : 'something else';
};

/**
 * Returns true if `bytes` are the start of a document of the format `kind`, and false if they cannot be. Returns
 * undefined if more bytes are needed to decide.
 */
const checkDocumentStart = (
  kind: DocumentKind,
  bytes: Uint8Array,
  isComplete: boolean,
): boolean | undefined => {
  const head = decodeAscii(bytes);
  if (kind === 'pdf') {
    const hasHeader = head.slice(0, PDF_HEADER_LIMIT).includes('%PDF-');
    return hasHeader || isComplete || head.length >= PDF_HEADER_LIMIT ? hasHeader : undefined;
  }
  const hasStart = /^\s*$/.test(head) || (kind === 'json' ? /^\s*[{[]/ : /^\s*</).test(head);
  const isOpen = !isComplete && bytes.length < DOCUMENT_LIMITS.head;
  if (kind === 'svg')
    return findRootName(head) === undefined && hasStart && isOpen ? undefined : isSvgText(head);
  // The beginning of a JSON document may belong to an error response. So a JSON document is accepted only when it is
  // complete, or when `DOCUMENT_LIMITS.head` bytes have arrived.
  if (hasStart && isOpen) return undefined;
  return hasStart && head.trim() !== '' && !(isComplete && findErrorMessage(bytes) !== undefined);
};

/**
 * Creates an inspector for a document that arrives in chunks. `inspect` checks the next chunk, and `finish` checks the
 * end of the document. Both throw Unavailable if the bytes are not a document of the format `kind`; the message says
 * what they are instead, for example `a web page`.
 */
export const createDocumentInspector = (kind: DocumentKind) => {
  const jsonChecker = kind === 'json' ? createJsonChecker() : undefined;
  let head: Uint8Array = new Uint8Array();
  let tail: Uint8Array = new Uint8Array();
  let isRecognized = false;
  let nextCheckAt = FIRST_CHECK_BYTES;

  const refuse = (content = describeContent(head)): Unavailable =>
    new Unavailable(`the link should return ${KIND_NAMES[kind]}, but returned ${content}; it was not saved`, {
      code: 'not_the_document',
      hint:
        content === WEB_PAGE
          ? shellText`if this network requires a sign-in, sign in there and try again`
          : RETRY_HINT,
    });
  const checkStart = (isComplete: boolean): void => {
    const isDocument = checkDocumentStart(kind, head, isComplete);
    if (isDocument === false) throw refuse();
    isRecognized = isDocument === true;
    nextCheckAt = 2 * head.length;
  };

  return {
    /**
     * Checks the next chunk. Returns true once the start of the document has the expected format. Until then, the
     * caller must not write the bytes to the output.
     */
    inspect(chunk: Uint8Array) {
      const isValid = jsonChecker?.check(chunk) ?? true;
      // Keeps the last bytes of an SVG or PDF, because they show whether it is complete. For JSON, `jsonChecker` shows
      // this.
      if (!jsonChecker)
        tail = Buffer.concat([tail, chunk.subarray(-DOCUMENT_LIMITS.tail)]).subarray(-DOCUMENT_LIMITS.tail);
      if (!isRecognized) {
        head = Buffer.concat([head, chunk.subarray(0, DOCUMENT_LIMITS.head - head.length)]);
        if (head.length >= Math.min(nextCheckAt, DOCUMENT_LIMITS.head)) checkStart(false);
      }
      if (!isValid) throw refuse(/^\s*[{[]/.test(decodeAscii(head)) ? 'damaged JSON' : undefined);
      return isRecognized;
    },
    /** Called after the last chunk. Returns false if the end of the document is missing. */
    finish() {
      if (!isRecognized) checkStart(true);
      if (jsonChecker) return jsonChecker.isComplete();
      if (kind === 'pdf') return decodeAscii(tail).includes('%%EOF');
      if (/<\/([\w.-]+:)?svg\s*>$/.test(trimAfterRoot(decodeAscii(tail)))) return true;
      // An SVG need not end with `</svg>`: it can consist of one empty element, for example `<svg/>`.
      return (
        tail.length < DOCUMENT_LIMITS.tail && /^[^>]*\/>$/.test(trimAfterRoot(skipProlog(decodeAscii(tail))))
      );
    },
  };
};

/** Checks from its first and last bytes that a download is an SVG, JSON or PDF document. */

import { Unavailable } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { DOCUMENT_SAMPLE, MAX_JSON_LEVELS } from '../../platform/size-limits.ts';

/** The JSON token that may come next; `never` after an error. */
type ExpectedToken = 'value' | 'value or ]' | 'key' | 'key or }' | 'colon' | 'comma' | 'nothing' | 'never';

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];
/** A UTF-8 byte order mark, which is allowed before the first token. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
/** The classes of bytes in BYTE_CLASSES: whitespace, and parts of a number or literal. */
const [BLANK, IN_WORD] = [1, 2];
const BYTE_CLASSES = new Uint8Array(256);
for (const sign of ' \t\n\r') BYTE_CLASSES[sign.charCodeAt(0)] = BLANK;
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyzE+-.') BYTE_CLASSES[sign.charCodeAt(0)] = IN_WORD;
const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** The maximum length of a number or literal in JSON. Real ones are far shorter. */
const MAX_WORD_LENGTH = 1_000;

/**
 * The number of bytes of a string that are checked one by one, because most strings end within them. Later bytes are
 * searched with `indexOf`.
 */
const SHORT_STRING_BYTES = 64;

/** Creates a checker for a JSON text that arrives in chunks. The content of strings is not checked. */
export const createJsonChecker = () => {
  let expected: ExpectedToken = 'value';
  /** True for each open object and false for each open list, the innermost last. */
  const levels: boolean[] = [];
  let inString: 'key' | 'value' | undefined;
  let isEscaped = false;
  let word = '';
  let seen = 0;

  const afterValue = (): void => {
    expected = levels.length > 0 ? 'comma' : 'nothing';
  };
  const mayBegin = (): boolean => expected === 'value' || expected === 'value or ]';
  const open = (isObject: boolean): void => {
    const fits = mayBegin() && levels.length < MAX_JSON_LEVELS;
    levels.push(isObject);
    expected = fits ? (isObject ? 'key or }' : 'value or ]') : 'never';
  };
  const close = (isObject: boolean): void => {
    const empty = isObject ? 'key or }' : 'value or ]';
    const fits = levels.at(-1) === isObject && (expected === 'comma' || expected === empty);
    levels.pop();
    if (fits) afterValue();
    else expected = 'never';
  };
  const quote = (): void => {
    if (mayBegin()) inString = 'value';
    else if (expected === 'key' || expected === 'key or }') inString = 'key';
    else expected = 'never';
  };
  const endWord = (): void => {
    if (word === '') return;
    if (mayBegin() && WORD.test(word)) afterValue();
    else expected = 'never';
    word = '';
  };
  const sign = (byte: number): void => {
    if (expected === 'never') return;
    if (byte === OBJECT || byte === LIST) open(byte === OBJECT);
    else if (byte === OBJECT_END || byte === LIST_END) close(byte === OBJECT_END);
    else if (byte === QUOTE) quote();
    else if (byte === COLON && expected === 'colon') expected = 'value';
    else if (byte === COMMA && expected === 'comma') expected = levels.at(-1) ? 'key' : 'value';
    else expected = 'never';
  };

  /** The positions of the next quote and backslash in the current chunk, so that each is searched only once. */
  const next = { quote: -1, slash: -1 };
  const found = (bytes: Buffer, byte: number, known: number, from: number): number => {
    if (known >= from) return known;
    const at = bytes.indexOf(byte, from);
    return at < 0 ? bytes.length : at;
  };
  /** Returns the position after the string, or the length of the chunk if the string continues in the next chunk. */
  const throughString = (bytes: Buffer, from: number): number => {
    for (let at = from; at < bytes.length; ) {
      for (const near = Math.min(bytes.length, at + SHORT_STRING_BYTES); at < near; at += 1) {
        const byte = bytes[at];
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) return endString(at);
      }
      if (isEscaped) continue;
      // `indexOf` is many times faster than a loop over bytes, but slow to start, so it is used only for long strings.
      next.quote = found(bytes, QUOTE, next.quote, at);
      next.slash = found(bytes, BACKSLASH, next.slash, at);
      at = Math.min(next.quote, next.slash);
    }
    return bytes.length;
  };
  const endString = (quote: number): number => {
    if (inString === 'key') expected = 'colon';
    else afterValue();
    inString = undefined;
    return quote + 1;
  };

  return {
    /** Checks a chunk. Returns false as soon as the text cannot be JSON. */
    check(piece: Uint8Array) {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      Object.assign(next, { quote: -1, slash: -1 });
      for (let at = 0; at < bytes.length && expected !== 'never'; ) {
        if (inString) {
          at = throughString(bytes, at);
          continue;
        }
        const byte = bytes[at] ?? 0;
        const isMark = seen < BYTE_ORDER_MARK.length && byte === BYTE_ORDER_MARK[seen + at];
        at += 1;
        const is = BYTE_CLASSES[byte];
        if (is === IN_WORD) {
          word += String.fromCharCode(byte);
          if (word.length > MAX_WORD_LENGTH) endWord();
          continue;
        }
        if (word !== '') endWord();
        if (is !== BLANK && !isMark) sign(byte);
      }
      seen += bytes.length;
      return expected !== 'never';
    },
    /** Returns true if the chunks were exactly one complete value. */
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
const RETRY_HINT = shellText`try again; if it still fails, contact support`;

/** The number of first bytes in which PDF readers accept the header `%PDF-`. */
const PDF_HEADER_LIMIT = 1024;

/** Creates the error for a document that ended normally but is incomplete. */
export const createTruncatedDocumentError = (kind: DocumentKind): Unavailable =>
  new Unavailable(`the document is incomplete: it lacks the end of ${KIND_NAMES[kind]}; it was not kept`, {
    code: 'not_whole',
    hint: RETRY_HINT,
  });

/** The number of bytes to receive before the first check, enough for a byte order mark and a few characters. */
const FIRST_CHECK_BYTES = 8;

/** Decodes the ASCII characters of bytes. Zero bytes are removed, so that ASCII in UTF-16 is decoded too. */
const decodeAscii = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');

/**
 * Matches one part that may come before the root of XML: spaces, an instruction, a comment, or a document type with its
 * declarations.
 */
const XML_PROLOG = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(?:\[[\s\S]*?\]\s*)?>)/i;

/** Returns the XML text without the prolog, so that it starts with the root element. */
const skipProlog = (head: string): string => {
  let rest = head;
  for (let found = XML_PROLOG.exec(rest); found; found = XML_PROLOG.exec(rest))
    rest = rest.slice(found[0].length);
  return rest;
};

/** Returns the XML text up to the end of its last element, without the comments and instructions after it. */
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

/** Returns the name of the root element; undefined if none has begun. */
const findRootName = (head: string): string | undefined =>
  /^<((?:[\w.-]+:)?[\w.-]+)[\s/>]/.exec(skipProlog(head))?.[1];

const isSvgText = (head: string): boolean => /^(.*:)?svg$/.test(findRootName(head) ?? '');

/** Returns the message of a JSON error response (specification 2.1) or of a storage service; otherwise undefined. */
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
  const isAll = Object.values(rest).every((member) => typeof member !== 'object' || member === null);
  const said = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  if (!isAll || error === null || error === '' || error === false) return undefined;
  return typeof said === 'string' ? said : '';
};

/** Describes content that is not the expected document, for example `a web page`. */
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
  if (text.startsWith('\x1f\x8b')) return 'something packed by gzip';
  return /^[\t\r\n\x20-\x7e]*$/.test(text.slice(0, 512)) ? 'some text' : 'something else';
};

/**
 * Returns true if the bytes are the start of a document of the kind, false if they are not, and undefined while too few
 * have arrived.
 */
const checkDocumentStart = (kind: DocumentKind, bytes: Uint8Array, isAll: boolean): boolean | undefined => {
  const head = decodeAscii(bytes);
  if (kind === 'pdf') {
    const isOne = head.slice(0, PDF_HEADER_LIMIT).includes('%PDF-');
    return isOne || isAll || head.length >= PDF_HEADER_LIMIT ? isOne : undefined;
  }
  const begins = /^\s*$/.test(head) || (kind === 'json' ? /^\s*[{[]/ : /^\s*</).test(head);
  const isOpen = !isAll && bytes.length < DOCUMENT_SAMPLE.head;
  if (kind === 'svg')
    return findRootName(head) === undefined && begins && isOpen ? undefined : isSvgText(head);
  // An error response is valid JSON too, so a short JSON document is checked when it is complete.
  if (begins && isOpen) return undefined;
  return begins && head.trim() !== '' && !(isAll && findErrorMessage(bytes) !== undefined);
};

/**
 * Creates an inspector for a document that arrives in chunks. Its functions throw Unavailable, with a description of
 * the content, if it is another kind of document.
 */
export const createDocumentInspector = (kind: DocumentKind) => {
  const shape = kind === 'json' ? createJsonChecker() : undefined;
  let head: Uint8Array = new Uint8Array();
  let tail: Uint8Array = new Uint8Array();
  let known = false;
  let nextLook = FIRST_CHECK_BYTES;

  const refuse = (what = describeContent(head)): Unavailable =>
    new Unavailable(`the link should return ${KIND_NAMES[kind]} and led to ${what}; it was not kept`, {
      code: 'not_the_document',
      hint:
        what === WEB_PAGE
          ? shellText`if this network requires a sign-in, sign in there and try again`
          : RETRY_HINT,
    });
  const look = (isAll: boolean): void => {
    const found = checkDocumentStart(kind, head, isAll);
    if (found === false) throw refuse();
    known = found === true;
    nextLook = 2 * head.length;
  };

  return {
    /** Checks a chunk. Returns true once the start is recognized. Until then, the caller must not pass bytes on. */
    inspect(piece: Uint8Array) {
      const fits = shape?.check(piece) ?? true;
      // The last bytes are kept to recognize the end of the document. JSON needs none, because its end follows from its
      // structure.
      if (!shape)
        tail = Buffer.concat([tail, piece.subarray(-DOCUMENT_SAMPLE.tail)]).subarray(-DOCUMENT_SAMPLE.tail);
      if (!known) {
        head = Buffer.concat([head, piece.subarray(0, DOCUMENT_SAMPLE.head - head.length)]);
        if (head.length >= Math.min(nextLook, DOCUMENT_SAMPLE.head)) look(false);
      }
      if (!fits) throw refuse(/^\s*[{[]/.test(decodeAscii(head)) ? 'damaged JSON' : undefined);
      return known;
    },
    /** Checks the document after its last byte. Returns false if it has no recognizable end. */
    finish() {
      if (!known) look(true);
      if (shape) return shape.isComplete();
      if (kind === 'pdf') return decodeAscii(tail).includes('%%EOF');
      if (/<\/([\w.-]+:)?svg\s*>$/.test(trimAfterRoot(decodeAscii(tail)))) return true;
      // A short document can be an empty root element that closes itself.
      return (
        tail.length < DOCUMENT_SAMPLE.tail && /^[^>]*\/>$/.test(trimAfterRoot(skipProlog(decodeAscii(tail))))
      );
    },
  };
};

/** What a document has to be to be kept, told from its bytes as they pass: of however many, few are held. */

import { typeable } from '../border/shell.ts';
import { Unavailable } from '../errors.ts';
import { DOCUMENT } from '../size-limits.ts';
import { jsonShape } from './json-shape.ts';

export type DocumentKind = 'svg' | 'json' | 'pdf';

const NAMES: Readonly<Record<DocumentKind, string>> = {
  svg: 'an SVG drawing',
  json: 'a JSON document',
  pdf: 'a PDF',
};

const PAGE = 'a web page';
const AGAIN = typeable`type it again; if it stays so, tell whoever runs the service`;

/** Readers look for the mark of a PDF so far in. */
const PDF_WITHIN = 1024;

/** It ended in good order, and nobody vouches for it. */
export const endless = (kind: DocumentKind): Unavailable =>
  new Unavailable(`the document breaks off: it has not the end of ${NAMES[kind]}; it was not kept`, {
    code: 'not_whole',
    hint: AGAIN,
  });

/** Bytes; a mark of byte order and a few signs. */
const FIRST_LOOK = 8;

/** Watches a document pass. What it throws is Unavailable, and says what came instead. */
export interface Inspection {
  /** True once the beginning is that of such a document; nothing should leave before. */
  take(bytes: Uint8Array): boolean;
  /** At the last byte. False where it is such a document and has no end. */
  end(): boolean;
}

/** ASCII is what is looked for; UTF-16 is that with zeros between. */
const plain = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');

/** What may stand before the root of XML; in a document type, with what it declares. */
const PROLOGUE = /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype[^[>]*(?:\[[\s\S]*?\]\s*)?>)/i;

/** From the first element on. */
const fromRoot = (head: string): string => {
  let rest = head;
  for (let found = PROLOGUE.exec(rest); found; found = PROLOGUE.exec(rest))
    rest = rest.slice(found[0].length);
  return rest;
};

/** Up to the last element: comments and instructions may come after it. */
const upToEnd = (tail: string): string => {
  const rest = tail.trimEnd();
  for (const [end, begin] of [
    ['-->', '<!--'],
    ['?>', '<?'],
  ] as const) {
    const at = rest.endsWith(end) ? rest.lastIndexOf(begin) : -1;
    if (at >= 0) return upToEnd(rest.slice(0, at));
  }
  return rest;
};

/** Name of the first element; undefined where none has begun. */
const rootOf = (head: string): string | undefined =>
  /^<((?:[\w.-]+:)?[\w.-]+)[\s/>]/.exec(fromRoot(head))?.[1];

const isSvg = (head: string): boolean => /^(.*:)?svg$/.test(rootOf(head) ?? '');

/** The words of an answer that is an error (specification 2.1) or a storage's own: it holds nothing else of size. */
const errorIn = (bytes: Uint8Array): string | undefined => {
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

/** In a word: what a document is that ought to be another. */
const came = (bytes: Uint8Array): string => {
  if (bytes.length === 0) return 'nothing (0 bytes)';
  const head = plain(bytes);
  const text = head.trimStart();
  if (/^<(!doctype html|html|head|body|title|script)\b/i.test(text) || /^html$/i.test(rootOf(text) ?? ''))
    return PAGE;
  if (text.startsWith('%PDF-')) return NAMES.pdf;
  if (isSvg(head)) return NAMES.svg;
  if (text.startsWith('<')) return `XML (${rootOf(head)?.slice(0, 40) ?? 'without an element'})`;
  if (/^[{[]/.test(text)) {
    const error = errorIn(bytes);
    return error === undefined ? 'JSON' : `an error${error === '' ? '' : ` (${error.slice(0, 200)})`}`;
  }
  if (text.startsWith('PK\x03\x04')) return 'a ZIP archive';
  if (text.startsWith('\x1f\x8b')) return 'something packed by gzip';
  return /^[\t\r\n\x20-\x7e]*$/.test(text.slice(0, 512)) ? 'some text' : 'something else';
};

/** Whether the first bytes, or all of them, are of such a document; undefined while that cannot be told. */
const recognised = (kind: DocumentKind, bytes: Uint8Array, isAll: boolean): boolean | undefined => {
  const head = plain(bytes);
  if (kind === 'pdf') {
    const isOne = head.slice(0, PDF_WITHIN).includes('%PDF-');
    return isOne || isAll || head.length >= PDF_WITHIN ? isOne : undefined;
  }
  const begins = /^\s*$/.test(head) || (kind === 'json' ? /^\s*[{[]/ : /^\s*</).test(head);
  const isOpen = !isAll && bytes.length < DOCUMENT.head;
  if (kind === 'svg') return rootOf(head) === undefined && begins && isOpen ? undefined : isSvg(head);
  // An error is as good a JSON as any, and short.
  if (begins && isOpen) return undefined;
  return begins && head.trim() !== '' && !(isAll && errorIn(bytes) !== undefined);
};

export const inspection = (kind: DocumentKind): Inspection => {
  const shape = kind === 'json' ? jsonShape() : undefined;
  let head: Uint8Array = new Uint8Array();
  let tail: Uint8Array = new Uint8Array();
  let known = false;
  let nextLook = FIRST_LOOK;

  const refuse = (what = came(head)): Unavailable =>
    new Unavailable(`the link should lead to ${NAMES[kind]} and led to ${what}; it was not kept`, {
      code: 'not_the_document',
      hint:
        what === PAGE
          ? typeable`if this network asks for a sign-in of its own, sign in there; then type it again`
          : AGAIN,
    });
  const look = (isAll: boolean): void => {
    const found = recognised(kind, head, isAll);
    if (found === false) throw refuse();
    known = found === true;
    nextLook = 2 * head.length;
  };

  return {
    take(piece) {
      const fits = shape?.take(piece) ?? true;
      // The end of JSON is known by its shape.
      if (!shape) tail = Buffer.concat([tail, piece.subarray(-DOCUMENT.tail)]).subarray(-DOCUMENT.tail);
      if (!known) {
        head = Buffer.concat([head, piece.subarray(0, DOCUMENT.head - head.length)]);
        if (head.length >= Math.min(nextLook, DOCUMENT.head)) look(false);
      }
      if (!fits) throw refuse(/^\s*[{[]/.test(plain(head)) ? 'damaged JSON' : undefined);
      return known;
    },
    end() {
      if (!known) look(true);
      if (shape) return shape.isWhole();
      if (kind === 'pdf') return plain(tail).includes('%%EOF');
      if (/<\/([\w.-]+:)?svg\s*>$/.test(upToEnd(plain(tail)))) return true;
      // One that holds nothing closes itself.
      return tail.length < DOCUMENT.tail && /^[^>]*\/>$/.test(upToEnd(fromRoot(plain(tail))));
    },
  };
};

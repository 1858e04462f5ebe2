/**
 * Reads untrusted XML in chunks. Each chunk costs time in proportion to its length. Entities are never
 * expanded.
 */

import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DRAWING_LIMITS } from '../platform/size-limits.ts';

/** Callbacks for the parts of a document. Each may throw `DocumentRefused`. */
export interface XmlHandlers {
  /** Called with the depth of the element: 1 for the root. */
  open(tag: SaxesTagNS, depth: number): void;
  close(depth: number): void;
  text?(text: string): void;
  doctype?(text: string): void;
  instruction?(target: string): void;
}

/** A reader of XML that stops at its limits. */
export interface BoundedXmlReader {
  /** Reads one chunk. Returns false when no more chunks are needed. */
  write(piece: string): boolean;
  /** Returns the reason why the document was not read to its end; undefined when it was. */
  end(): string | undefined;
}

/** Thrown when a document is not read further. The message is the reason, and begins with `it`. */
export class DocumentRefused extends Error {}

/**
 * Creates a reader. It stops at text that is not well-formed, at an entity reference and at the given
 * limits.
 */
export const createBoundedXmlReader = (
  hearing: XmlHandlers,
  most: { readonly levels: number; readonly elements: number } = DRAWING_LIMITS,
): BoundedXmlReader => {
  let depth = 0;
  let elements = 0;
  let broken: string | undefined;
  /**
   * The construct that the parser is still reading: its length so far, and the number of attributes of a tag.
   */
  let open = { characters: 0, attributes: 0, tag: false, isOld: false };

  const parser = new SaxesParser({ xmlns: true, position: true });
  const cameTo = (): void => {
    open = { characters: 0, attributes: 0, tag: false, isOld: false };
  };
  // Without a throw the parser continues, and reports one error for each character of a file that is not XML.
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('comment', cameTo);
  parser.on('cdata', (text) => {
    cameTo();
    hearing.text?.(text);
  });
  parser.on('processinginstruction', ({ target }) => {
    cameTo();
    hearing.instruction?.(target);
  });
  if (hearing.text) parser.on('text', (text) => hearing.text?.(text));
  parser.on('opentagstart', () => {
    cameTo();
    open.tag = true;
  });
  parser.on('doctype', (doctype) => {
    cameTo();
    hearing.doctype?.(doctype);
  });
  parser.on('opentag', (tag) => {
    cameTo();
    depth += 1;
    elements += 1;
    // A namespace prefix is looked up in all ancestors, so deep nesting takes quadratic time.
    if (depth > most.levels) throw new DocumentRefused(`it has more than ${most.levels} levels`);
    if (elements > most.elements) throw new DocumentRefused(`it has more than ${most.elements} elements`);
    hearing.open(tag, depth);
  });
  parser.on('closetag', () => {
    cameTo();
    hearing.close(depth);
    depth -= 1;
  });

  const tried = (step: () => void): void => {
    if (broken !== undefined) return;
    try {
      step();
    } catch (error) {
      broken =
        error instanceof DocumentRefused
          ? error.message
          : `it is not well-formed XML (${formatErrorPosition(error)})`;
    }
  };

  return {
    write(piece) {
      tried(() => {
        open.isOld = true;
        parser.write(piece);
        // The construct began at an unknown position in this chunk, so this chunk is not counted.
        if (!open.isOld) return;
        open.characters += piece.length;
        if (open.tag) open.attributes += piece.split('=').length - 1;
        if (open.characters > DRAWING_LIMITS.piece)
          throw new DocumentRefused(`it has a piece of more than ${DRAWING_LIMITS.piece} characters`);
        if (open.attributes > DRAWING_LIMITS.attributes)
          throw new DocumentRefused(`it has a tag with more than ${DRAWING_LIMITS.attributes} attributes`);
      });
      return broken === undefined;
    },
    end() {
      tried(() => void parser.close());
      return broken;
    },
  };
};

/**
 * Formats the position of a parser error, which begins with `line:column:`. The rest of the message may
 * quote the file.
 */
const formatErrorPosition = (error: unknown): string => {
  const [, line, column] = /^(\d+):(\d+):/.exec(error instanceof Error ? error.message : '') ?? [];
  return line === undefined ? 'somewhere' : `line ${line}, column ${column}`;
};

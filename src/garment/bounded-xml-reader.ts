/** Reads untrusted XML in chunks. The time for a chunk is proportional to its length. Entities are never expanded. */

import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DRAWING_LIMITS } from '../platform/size-limits.ts';

/** Callbacks for the parts of an XML document. Each may throw `DocumentRefused` to stop the reader. */
export interface XmlHandlers {
  /** Called for each start tag. The root has the depth 1. */
  open(tag: SaxesTagNS, depth: number): void;
  close(depth: number): void;
  text?(text: string): void;
  doctype?(text: string): void;
  instruction?(target: string): void;
}

/** Reads XML in chunks and stops at the first error or exceeded limit. */
export interface BoundedXmlReader {
  /** Reads the next chunk of the document. Returns false if the reader has stopped and needs no more chunks. */
  write(chunk: string): boolean;
  /**
   * Tells the reader that no more chunks follow. Returns the reason why reading stopped early; undefined if the whole
   * document was read.
   */
  end(): string | undefined;
}

/**
 * Thrown to stop reading a document. The message of the error is the reason, for example `it has more than 64 levels`.
 */
export class DocumentRefused extends Error {}

/**
 * Creates a reader that calls `handlers`. The reader never throws: after an error, `write` returns false and `end`
 * returns the reason. An error is text that is not well-formed XML, a reference to an unknown entity such as `&logo;`,
 * an exceeded limit, or an error that a handler throws. The limits for a single tag or text in `DRAWING_LIMITS` apply
 * in addition to `limits`.
 */
export const createBoundedXmlReader = (
  handlers: XmlHandlers,
  limits: { readonly levels: number; readonly elements: number } = DRAWING_LIMITS,
): BoundedXmlReader => {
  let depth = 0;
  let elements = 0;
  let reason: string | undefined;
  /**
   * The tag, text or comment that the parser is reading, with the number of its characters and attributes so far.
   * `isOld` is true if it began in an earlier chunk.
   */
  let construct = { characters: 0, attributes: 0, tag: false, isOld: false };

  const parser = new SaxesParser({ xmlns: true, position: true });
  const startConstruct = (): void => {
    construct = { characters: 0, attributes: 0, tag: false, isOld: false };
  };
  // The reader stops at the first syntax error. Otherwise the parser would report an error for each character of a file
  // that is not XML.
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('comment', startConstruct);
  parser.on('cdata', (text) => {
    startConstruct();
    handlers.text?.(text);
  });
  parser.on('processinginstruction', ({ target }) => {
    startConstruct();
    handlers.instruction?.(target);
  });
  if (handlers.text) parser.on('text', (text) => handlers.text?.(text));
  parser.on('opentagstart', () => {
    startConstruct();
    construct.tag = true;
  });
  parser.on('doctype', (doctype) => {
    startConstruct();
    handlers.doctype?.(doctype);
  });
  parser.on('opentag', (tag) => {
    startConstruct();
    depth += 1;
    elements += 1;
    // The number of levels is limited. The parser looks up each namespace prefix in all ancestors of an element, so
    // deep nesting would take quadratic time.
    if (depth > limits.levels) throw new DocumentRefused(`it has more than ${limits.levels} levels`);
    if (elements > limits.elements) throw new DocumentRefused(`it has more than ${limits.elements} elements`);
    handlers.open(tag, depth);
  });
  parser.on('closetag', () => {
    startConstruct();
    handlers.close(depth);
    depth -= 1;
  });

  const runStep = (step: () => void): void => {
    if (reason !== undefined) return;
    try {
      step();
    } catch (error) {
      reason =
        error instanceof DocumentRefused
          ? error.message
          : `it is not well-formed XML (${formatErrorPosition(error)})`;
    }
  };

  return {
    write(chunk) {
      runStep(() => {
        construct.isOld = true;
        parser.write(chunk);
        // A tag or text that began in this chunk cannot be longer than the chunk, so its size need not be checked yet.
        if (!construct.isOld) return;
        construct.characters += chunk.length;
        if (construct.tag) construct.attributes += chunk.split('=').length - 1;
        if (construct.characters > DRAWING_LIMITS.piece)
          throw new DocumentRefused(
            `it has a tag, text or comment of more than ${DRAWING_LIMITS.piece} characters`,
          );
        if (construct.attributes > DRAWING_LIMITS.attributes)
          throw new DocumentRefused(`it has a tag with more than ${DRAWING_LIMITS.attributes} attributes`);
      });
      return reason === undefined;
    },
    end() {
      runStep(() => void parser.close());
      return reason;
    },
  };
};

/**
 * Returns the place of a parser error, for example `line 3, column 7`. The rest of the parser message is not printed,
 * because it may quote the file.
 */
const formatErrorPosition = (error: unknown): string => {
  const [, line, column] = /^(\d+):(\d+):/.exec(error instanceof Error ? error.message : '') ?? [];
  return line === undefined ? 'position unknown' : `line ${line}, column ${column}`;
};

/** XML of a stranger's, read in pieces, each of which costs no more than its length. Entities are never expanded. */

import { SaxesParser, type SaxesTagNS } from 'saxes';
import { DRAWING } from '../size-limits.ts';

/** Who is told of what is read. */
export interface Hearing {
  /** Its depth: 1 for the root. */
  open(tag: SaxesTagNS, depth: number): void;
  close(depth: number): void;
  text?(text: string): void;
  doctype?(text: string): void;
  instruction?(target: string): void;
}

export interface BoundedXml {
  /** False where nothing more need be read. */
  take(piece: string): boolean;
  /** Why it was not read to its end, in words; undefined where it was. */
  end(): string | undefined;
}

/** It goes beyond what is read. */
class Beyond extends Error {}

/**
 * An entity that is used ends the reading there, as does any other text that is not well-formed XML, and whatever is
 * more than is taken.
 */
export const boundedXml = (
  hearing: Hearing,
  most: { readonly levels: number; readonly elements: number } = DRAWING,
): BoundedXml => {
  let depth = 0;
  let elements = 0;
  let broken: string | undefined;
  /** What the parser has not come to the end of: how long it is so far, and whether a tag, with how many attributes. */
  let open = { characters: 0, attributes: 0, tag: false, isOld: false };

  const parser = new SaxesParser({ xmlns: true, position: true });
  const cameTo = (): void => {
    open = { characters: 0, attributes: 0, tag: false, isOld: false };
  };
  // Left to itself it goes on, and reports what is no XML at all once for every character.
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
    // What a name stands for is looked up through all levels above.
    if (depth > most.levels) throw new Beyond(`more than ${most.levels} levels`);
    if (elements > most.elements) throw new Beyond(`more than ${most.elements} elements`);
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
        error instanceof Beyond ? `it has ${error.message}` : `it is not well-formed XML (${placeIn(error)})`;
    }
  };

  return {
    take(piece) {
      tried(() => {
        open.isOld = true;
        parser.write(piece);
        // It began within this piece, and where is not known.
        if (!open.isOld) return;
        open.characters += piece.length;
        if (open.tag) open.attributes += piece.split('=').length - 1;
        if (open.characters > DRAWING.piece)
          throw new Beyond(`a piece of more than ${DRAWING.piece} characters`);
        if (open.attributes > DRAWING.attributes)
          throw new Beyond(`a tag with more than ${DRAWING.attributes} attributes`);
      });
      return broken === undefined;
    },
    end() {
      tried(() => void parser.close());
      return broken;
    },
  };
};

/** The parser says `line:column: what`; the rest may quote the file. */
const placeIn = (error: unknown): string => {
  const [, line, column] = /^(\d+):(\d+):/.exec(error instanceof Error ? error.message : '') ?? [];
  return line === undefined ? 'somewhere' : `line ${line}, column ${column}`;
};

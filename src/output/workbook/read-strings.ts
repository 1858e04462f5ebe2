import { decodeXstring, parsePartXml } from './part-xml.ts';

/** Creates a reader that joins a text from the runs into which it may be split. It skips phonetic hints. */
export const createRichTextReader = () => {
  let [text, inText, phoneticDepth] = ['', false, 0];
  return {
    begin: () => {
      text = '';
    },
    open: (tag: string) => {
      if (tag === 'rPh') phoneticDepth++;
      else if (tag === 't') inText = phoneticDepth === 0;
    },
    take: (piece: string) => {
      if (inText) text += piece;
    },
    close: (tag: string) => {
      if (tag === 'rPh') phoneticDepth--;
      else if (tag === 't') inText = false;
    },
    text: () => decodeXstring(text),
  };
};

/** Reads the shared strings of a workbook; the index is the number by which cells refer to a text. */
export const readSharedStrings = (part: string | undefined): readonly string[] => {
  const texts: string[] = [];
  const run = createRichTextReader();
  if (part !== undefined)
    parsePartXml(part, {
      open: (tag) => (tag === 'si' ? run.begin() : run.open(tag)),
      text: run.take,
      close(tag) {
        run.close(tag);
        if (tag === 'si') texts.push(run.text());
      },
    });
  return texts;
};

/** A comment that a user of a spreadsheet program added to a cell. */
export interface CellComment {
  /** The address of the cell, for example `F7`. */
  readonly place: string;
  readonly text: string;
}

/** Reads the comments of a sheet from their part of the file. */
export const readCellComments = (part: string): readonly CellComment[] => {
  const remarks: { place: string; text: string }[] = [];
  const run = createRichTextReader();
  let place = '';
  parsePartXml(part, {
    open(tag, attribute) {
      if (tag === 'comment') {
        place = attribute('ref') ?? '';
        run.begin();
      } else run.open(tag);
    },
    text: run.take,
    close(tag) {
      run.close(tag);
      if (tag === 'comment') remarks.push({ place, text: run.text() });
    },
  });
  return remarks;
};

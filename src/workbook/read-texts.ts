/** Texts in the parts of a workbook: those that cells point to, and what people wrote beside cells. */

import { decoded, readMarkup } from './markup.ts';

/** Texts of an element that may be written in runs; how a word is read aloud is no part of it. */
export const runs = () => {
  let [text, inText, aside] = ['', false, 0];
  return {
    begin: () => {
      text = '';
    },
    open: (tag: string) => {
      if (tag === 'rPh') aside++;
      else if (tag === 't') inText = aside === 0;
    },
    take: (piece: string) => {
      if (inText) text += piece;
    },
    close: (tag: string) => {
      if (tag === 'rPh') aside--;
      else if (tag === 't') inText = false;
    },
    text: () => decoded(text),
  };
};

export const sharedTexts = (part: string | undefined): readonly string[] => {
  const texts: string[] = [];
  const run = runs();
  if (part !== undefined)
    readMarkup(part, {
      open: (tag) => (tag === 'si' ? run.begin() : run.open(tag)),
      text: run.take,
      close(tag) {
        run.close(tag);
        if (tag === 'si') texts.push(run.text());
      },
    });
  return texts;
};

/** What somebody wrote beside a cell. */
export interface Remark {
  /** `F7`. */
  readonly place: string;
  readonly text: string;
}

export const remarksOf = (part: string): readonly Remark[] => {
  const remarks: { place: string; text: string }[] = [];
  const run = runs();
  let place = '';
  readMarkup(part, {
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

import { describe, expect, it } from 'vitest';
import { readTranslationTerms } from '../../../src/output/workbook/translation-terms.ts';

const readTerms = (text: string, tag = 'vi') =>
  Object.fromEntries(readTranslationTerms(new TextEncoder().encode(text), 'words.csv', tag));

describe('a terms file', () => {
  it.each([
    ['commas', 'Oxford cloth,vải Oxford\r\n"Button, 4-hole","nút, bốn lỗ"\r\n'],
    ['tabs', 'Oxford cloth\tvải Oxford\nButton, 4-hole\tnút, bốn lỗ\n'],
    ['semicolons', 'Oxford cloth;vải Oxford\nButton, 4-hole;nút, bốn lỗ\n'],
    [
      'a first line that says so',
      '\ufeff"english","vi"\n"Oxford cloth","vải Oxford"\n"Button, 4-hole","nút, bốn lỗ"\n',
    ],
  ])('is read between %s', (_, text) => {
    expect(readTerms(text)).toEqual({ 'Oxford cloth': 'vải Oxford', 'Button, 4-hole': 'nút, bốn lỗ' });
  });

  it('has no term where the translation is empty', () => {
    expect(readTerms('Oxford cloth,\n,word\n\nFront,  \nBack,thân sau\n')).toEqual({ Back: 'thân sau' });
  });

  it('keeps a text that looks like a formula', () => {
    expect(readTerms('english,vi\n"=""=1+1""",một\n')).toEqual({ '=1+1': 'một' });
    expect(readTerms('english,vi\n"=""a """"b""""""&CHAR(59)&""- c""",một\n')).toEqual({
      'a "b";- c': 'một',
    });
  });

  it.each([
    ['two words for one text', 'Front,một\nFront,hai\n', 'has two terms for "Front", the second on line 2'],
    ['another language', 'english,tr\nFront,ön\n', 'has its terms in "tr", and --lang says vi'],
    ['a workbook', 'PK\u0003\u0004\u0000\u0000', 'is neither an .xlsx workbook nor CSV'],
    ['a quote without an end', 'Front,"một\n', 'is not CSV: a quote does not end'],
  ])('with %s is refused', (_, text, message) => {
    expect(() => readTerms(text)).toThrow(message);
  });

  it('may repeat an equal term', () => {
    expect(readTerms('Front,trước\nFront,trước\n')).toEqual({ Front: 'trước' });
  });
});

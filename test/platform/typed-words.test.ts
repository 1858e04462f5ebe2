import { expect, it } from 'vitest';
import {
  hintText,
  nextCommand,
  quoteShellWord,
  quoteShellWords,
  shellText,
  splitShellWords,
} from '../../src/platform/escape/shell.ts';
import { anyCharacter } from '../support/any-character.ts';
import fc, { scaleCases } from '../support/property.ts';

/** Untrusted words: quotes, spaces, invisible characters, halves of surrogate pairs. */
const word = fc.oneof(
  fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom("'", '\\', '$', ' ', 'a', '\n', '\u202e', '\ud800', 'u', '"'),
    minLength: 1,
  }),
);

it('typed words make the same command line again', () => {
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(splitShellWords(quoteShellWords(words))).toStrictEqual(
        // No shell can say half a character.
        words.map((each) => each.replace(/\p{Surrogate}|\0/gu, '\ufffd')),
      );
    }),
    scaleCases(300),
  );
});

it('an empty word stays a word', () => {
  expect(splitShellWords(shellText`toile api ${quoteShellWord('')}`)).toStrictEqual(['toile', 'api', '']);
});

it('the first command of a hint is among its words', () => {
  const hint = hintText`${nextCommand`toile pull ${quoteShellWord('a b')}`} or ${nextCommand`toile help`}; ${3} times`;
  expect(hint).toStrictEqual({ text: "toile pull 'a b' or toile help; 3 times", next: "toile pull 'a b'" });
  expect(hintText`no more than ${quoteShellWord('a b')}`).toBe("no more than 'a b'");
});

/** Random JSON texts as a service might send them: odd keys, duplicate keys, spaces, escapes, number lexemes. */

import { anyCharacter } from '../../support/any-character.ts';
import fc from '../../support/property.ts';

const space = fc.constantFrom('', '', '', ' ', '\n', '\t ', '\r\n  ');

/** Numbers in every form that JSON allows, most of which a JavaScript number would re-write. */
export const lexeme = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  fc.constantFrom('56.0', '0.10', '1e3', '1E+3', '-0', '-0.0', '9007199254740993', '1e400', '5e-324', '1e21'),
  fc.bigInt().map(String),
);

const hostile = [
  '__proto__',
  'constructor',
  'isLosslessNumber',
  'toJSON',
  'value',
  'designs',
  '',
  '"',
  '\\',
  '\\"',
];

export const word = fc.oneof(
  fc.constantFrom(
    ...hostile,
    '\u001b[31mred',
    'a\tb\nc\rd',
    '\u202eabc',
    '=1+1',
    '10-12',
    '00123',
    '✂️',
    '\ud800',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);

/** A string token; some with escapes that no serialiser would write. */
const stringToken = fc.oneof(
  word.map((text) => JSON.stringify(text)),
  fc.constantFrom('"\\u0041"', '"\\/"', '"desi\\u0067ns"', '"\\ud83d\\ude00"', '"\\ud800"'),
);

const joinBetween = (open: string, close: string, parts: readonly string[], gaps: readonly string[]) =>
  `${open}${gaps[0] ?? ''}${parts.join(`${gaps[1] ?? ''},${gaps[2] ?? ''}`)}${gaps[3] ?? ''}${close}`;

const gaps = fc.array(space, { minLength: 4, maxLength: 4 });

const tree = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(lexeme, stringToken, fc.constantFrom('null', 'true', 'false', '{}', '[]', '{ }', '[\n]')),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 5 }), gaps)
      .map(([items, g]) => joinBetween('[', ']', items, g)),
    fc
      .tuple(fc.array(fc.tuple(stringToken, space, tie('value')), { maxLength: 5 }), gaps)
      .map(([members, g]) =>
        joinBetween(
          '{',
          '}',
          members.map(([key, gap, value]) => `${key}${gap}:${gap}${value}`),
          g,
        ),
      ),
  ),
}));

/** Any JSON text. */
export const jsonText = fc.tuple(space, tree.value, space).map((parts) => parts.join(''));

/** The text of an object whose member `designs` is an array, among other members. */
export const listText = fc
  .record({
    before: fc.array(fc.tuple(word, tree.value), { maxLength: 3 }),
    items: fc.array(tree.value, { maxLength: 5 }),
    after: fc.array(fc.tuple(word, tree.value), { maxLength: 3 }),
    gaps,
  })
  .map(({ before, items, after, gaps: g }) => {
    const changeMembers = (members: typeof before) =>
      members
        .filter(([key]) => key !== 'designs')
        .map(([key, value]) => `${JSON.stringify(key)}${g[0]}:${value}`);
    const parts = [
      ...changeMembers(before),
      `"designs":${g[1]}${joinBetween('[', ']', items, g)}`,
      ...changeMembers(after),
    ];
    return { items, text: joinBetween('{', '}', parts, g) };
  });

/** The tokens of a text, found without the code under test. */
export const listTokens = (text: string): readonly string[] =>
  text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? [];

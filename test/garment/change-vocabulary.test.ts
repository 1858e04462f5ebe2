import { describe, expect, it } from 'vitest';
import { compareTexts, findFieldMeaning, isDefaultText } from '../../src/garment/change-meaning.ts';
import { COMPARISON_WORDS, FIELD_NAMES_BY_MEANING, TEXT_UNITS } from '../../src/garment/change-vocabulary.ts';

describe('the comparison of two texts', () => {
  it.each([
    ['number', '1 cm on side seams', '2 cm on side seams'],
    ['number', 'Seven buttons at front', 'Six buttons at front'],
    ['number', 'Vent 42 cm', 'Vent 24 cm'],
    ['number', 'a point 2.5 cm below armhole', 'a point 1 cm below armhole'],
    ['number', 'turn 1 cm', 'turn 1 in'],
    ['number', '2 rows at 3 cm', '3 rows at 2 cm'],
    ['number', 'hem 1½ in', 'hem 1¼ in'],
    ['number', 'single turned hem', 'double turned hem'],
    ['number', 'move by -1 cm', 'move by 1 cm'],
    ['opposite', 'stripes matched at side seam', 'stripes NOT matched at side seam'],
    ['opposite', 'No locker loop', 'With locker loop'],
    ['opposite', 'No pocket, lining', 'Pocket, no lining'],
    ['opposite', 'do press open', "don't press open"],
    ['opposite', 'sleeve lined', 'sleeve unlined'],
    ['opposite', "button on the wearer's left", "button on the wearer's right"],
    ['basis', 'across chest, relaxed', 'across chest, fully stretched'],
    ['words', 'stitch the facing down', 'sew the facing down'],
    ['words', '1 cm hem, 2 rows', '2 rows, 1 cm hem'],
    ['words', 'Seven buttons', '7 buttons'],
    ['words', 'not matched', 'no matching'],
    ['words', 'sewn with 2 rows', 'sewn by 2 rows'],
    ['words', '10-12 stitches', '10 to 12 stitches'],
    ['words', 'hem of 1.50 cm', 'hem is 1,5 cm'],
    ['spelling', 'Turn 1 cm.', 'turn  1cm'],
    ['number', 'costura de 1 cm', 'costura de 2 cm'],
    ['number', 'coser con dos botones', 'coser con tres botones'],
    ['opposite', 'con trabilla', 'sin trabilla'],
    ['number', 'cucire con due bottoni', 'cucire con tre bottoni'],
    ['opposite', 'con fodera', 'senza fodera'],
    ['number', 'pregar com dois botões', 'pregar com três botões'],
    ['opposite', 'com forro', 'sem forro'],
    ['number', 'iki düğme ile', 'üç düğme ile'],
    ['opposite', 'astarlı ceket ve kemer', 'astarsız ceket ve kemer'],
    ['opposite', 'çizgiler uyumlu', 'çizgiler uyumlu değil'],
    ['number', 'đính hai nút', 'đính ba nút'],
    ['opposite', 'có dây treo', 'không có dây treo'],
    ['number', '钉六颗纽扣', '钉七颗纽扣'],
    ['number', '折边十二毫米', '折边二十毫米'],
    ['number', '下摆折边1厘米', '下摆折边2厘米'],
    ['opposite', '侧缝对条', '侧缝不对条'],
    ['opposite', '左前片', '右前片'],
    ['words', '一定要熨烫平整', '必须熨烫平整'],
    ['number', 'وصلة ٢ سم', 'وصلة ٣ سم'],
    ['words', 'as due to the cloth', 'because of the cloth'],
  ])('%s: %s, then %s', (difference, before, after) => {
    expect(compareTexts(before, after)).toBe(difference);
    expect(compareTexts(after, before)).toBe(difference);
  });
});

/** A sentence of each language with room for a word. */
const FRAMES: Readonly<Record<string, (word: string) => string>> = {
  en: (word) => `stitch at the hem with ${word} thread to be seen`,
  es: (word) => `coser en la tela ${word} hilo para el forro`,
  it: (word) => `cucire il tessuto ${word} filo per la fodera di lana`,
  pt: (word) => `pregar as barras ${word} linha para o forro do bolso`,
  tr: (word) => `cep ve kemer için ${word} iplik olarak`,
  vi: (word) => `may túi và cổ bằng ${word} chỉ cho các lớp`,
  zh: (word) => `缉线${word}层`,
};

describe.each(Object.entries(COMPARISON_WORDS))('words of %s', (language, words) => {
  const frame = FRAMES[language] ?? ((word) => word);
  it.each(Object.entries(words.numerals))('%s is %s', (word, digits) => {
    expect(compareTexts(frame(word), frame('77'))).toBe('number');
    if (language !== 'zh') expect(compareTexts(frame(word), frame(digits))).not.toBe('number');
  });
  it.each(words.negations.map((word) => [word]))('%s is a negation', (word) => {
    expect(compareTexts(frame(''), frame(word))).toBe('opposite');
  });
  it.each((words.negativeEndings ?? []).map((ending) => [ending]))(
    'the ending %s is a negation',
    (ending) => {
      expect(compareTexts(frame('kumaş'), frame(`kumaş${ending}`))).toBe('opposite');
    },
  );
  it.each((words.negativePrefixes ?? []).map((prefix) => [prefix]))(
    'the prefix %s is a negation',
    (prefix) => {
      expect(compareTexts(frame('fused'), frame(`${prefix}fused`))).toBe('opposite');
    },
  );
  it.each(words.opposites)('%s is the opposite of %s', (one, other) => {
    expect(compareTexts(frame(one), frame(other))).toBe('opposite');
  });
  it.each(words.bases.map((word) => [word]))('%s is a basis of measuring, a number or a side', (word) => {
    expect(['basis', 'number']).toContain(compareTexts(frame(''), frame(word)));
  });
  it.each(words.defaults.map((phrase) => [phrase]))('%s sets a default', (phrase) => {
    expect(isDefaultText(`401 ${phrase.toUpperCase()}`)).toBe(true);
    expect(isDefaultText('401')).toBe(false);
  });
});

it.each(Object.entries(TEXT_UNITS))(
  'the unit %s is recognized in each of its spellings',
  (unit, spellings) => {
    for (const spelling of spellings) {
      expect(compareTexts(`turn 4 ${spelling}`, `turn 4 ${unit} over`)).toBe('words');
      expect(compareTexts(`turn 4 ${spelling}`, 'turn 4 furlongs')).toBe('number');
    }
  },
);

it.each(Object.entries(FIELD_NAMES_BY_MEANING))(
  'recognizes a field with a %s by its name',
  (meaning, names) => {
    for (const name of names) {
      expect(findFieldMeaning(name), name).toBe(meaning);
      if (meaning === 'tolerance') expect(findFieldMeaning(`${name}_plus`), name).toBe(meaning);
    }
    const camel = {
      tolerance: 'tolPlus',
      grade: 'gradeRule',
      sampleSize: 'sampleSize',
      sizeRange: 'sizeRange',
    };
    for (const [known, name] of Object.entries(camel)) expect(findFieldMeaning(name)).toBe(known);
    for (const name of ['stock', 'upgrade', 'defaulted', 'somehow', 'sizes.XS', 'total'])
      expect(findFieldMeaning(name)).toBe('other');
  },
);

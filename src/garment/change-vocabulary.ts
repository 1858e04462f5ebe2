/**
 * Contains words of several languages, with which `toile diff` recognizes the meaning of a changed text or field name,
 * for example a negation. The words in `common` only show the language of a text.
 */

import { SAMPLE_SIZE_NAMES, splitWordList, splitWordPairs, TOLERANCE_GROUPS } from './trade-vocabulary.ts';

/**
 * The words of one language that a comparison looks for in texts, for example negations. In a language without spaces
 * between words, such as Chinese, a word may occur anywhere in the text.
 */
export interface LanguageWords {
  /** Frequent words from which the language of a text is recognized. */
  readonly common: readonly string[];
  readonly negations: readonly string[];
  /** Endings that make a word a negation, such as `n't`. */
  readonly negativeEndings?: readonly string[];
  /** Prefixes that turn a word into its opposite, such as `un` in `unlined`. */
  readonly negativePrefixes?: readonly string[];
  /**
   * Maps number words to their digits, for example `two` to `2`. A word for the number 1 that is also an article, such
   * as `un`, is left out.
   */
  readonly numerals: Readonly<Record<string, string>>;
  readonly opposites: readonly (readonly [string, string])[];
  /** Words for how a garment lies or between which points it is measured, such as `relaxed` and `edge`. */
  readonly bases: readonly string[];
  /** Phrases such as `unless noted`. They say that a text applies wherever nothing else is stated. */
  readonly defaults: readonly string[];
}

const countUp = (from: number, words: string): Readonly<Record<string, string>> =>
  Object.fromEntries(words.split(' ').map((word, at) => [word, String(from + at)]));

/** The words that a comparison looks for in texts, such as `not`, by the code of their language. */
export const COMPARISON_WORDS: Readonly<Record<string, LanguageWords>> = {
  en: {
    common: splitWordList('the of and to from at with on in for is are be as by'),
    negations: splitWordList('no not never none nor neither without cannot omit except'),
    negativeEndings: ["n't"],
    negativePrefixes: ['un', 'non'],
    numerals: {
      ...countUp(2, 'two three four five six seven eight nine ten eleven twelve'),
      ...{ single: '1', double: '2', triple: '3', twice: '2', half: '1/2' },
    },
    opposites: splitWordPairs('left/right inside/outside front/back'),
    bases: splitWordList('half full relaxed extended stretched circumference flat edge seam before after'),
    defaults: ['unless noted', 'unless otherwise', 'unless stated', 'unless specified'],
  },
  es: {
    common: splitWordList('el la los las de del con y en por para una'),
    negations: splitWordList('no ni nunca sin ningún ninguna ninguno excepto'),
    numerals: {
      ...countUp(2, 'dos tres cuatro cinco seis siete ocho nueve diez'),
      ...{ doble: '2', triple: '3', medio: '1/2', media: '1/2' },
    },
    opposites: splitWordPairs('izquierdo/derecho izquierda/derecha dentro/fuera delantero/trasero'),
    bases: splitWordList('mitad contorno relajado estirado plano borde costura antes después'),
    defaults: ['salvo indicación', 'si no se indica'],
  },
  it: {
    common: splitWordList('il lo la gli di del della con e in per una'),
    negations: splitWordList('no non né mai senza nessun nessuna nessuno tranne'),
    numerals: {
      ...countUp(2, 'due tre quattro cinque sei sette otto nove dieci'),
      ...{ doppio: '2', doppia: '2', singolo: '1', singola: '1', mezzo: '1/2', mezza: '1/2' },
    },
    opposites: splitWordPairs('sinistro/destro sinistra/destra interno/esterno davanti/dietro'),
    bases: splitWordList('metà circonferenza rilassato teso piano bordo cucitura prima dopo'),
    defaults: ['salvo diversa indicazione', 'se non diversamente'],
  },
  pt: {
    common: splitWordList('o a os as de do da dos das com e em para uma'),
    negations: splitWordList('não nem nunca sem nenhum nenhuma exceto'),
    numerals: {
      ...countUp(2, 'dois três quatro cinco seis sete oito nove dez'),
      ...{ duas: '2', duplo: '2', dupla: '2', meio: '1/2', meia: '1/2' },
    },
    opposites: splitWordPairs('esquerdo/direito esquerda/direita dentro/fora frente/costas'),
    bases: splitWordList('metade contorno relaxado esticado plano borda costura antes depois'),
    defaults: ['salvo indicação', 'exceto se indicado'],
  },
  tr: {
    common: splitWordList('ve ile için bir bu olarak'),
    negations: splitWordList('değil yok hiç hariç olmadan'),
    negativeEndings: splitWordList('sız siz suz süz mayın meyin maz mez'),
    numerals: {
      ...countUp(2, 'iki üç dört beş altı yedi sekiz dokuz'),
      ...{ çift: '2', tek: '1', yarım: '1/2' },
    },
    opposites: splitWordPairs('sol/sağ iç/dış ön/arka'),
    bases: splitWordList('yarı tam çevre gergin gevşek düz kenar dikiş önce sonra'),
    defaults: ['aksi belirtilmedikçe'],
  },
  vi: {
    common: splitWordList('và với của cho bằng các có được từ'),
    negations: splitWordList('không đừng chưa chẳng trừ'),
    numerals: {
      ...countUp(2, 'hai ba bốn năm sáu bảy tám chín mười'),
      ...{ đôi: '2', đơn: '1', nửa: '1/2' },
    },
    opposites: splitWordPairs('trái/phải trong/ngoài trước/sau'),
    bases: splitWordList('giãn căng chu phẳng mép giặt'),
    defaults: ['trừ khi có ghi chú', 'nếu không ghi'],
  },
  zh: {
    common: [],
    negations: splitWordList('不 没 沒 无 無 勿 未 免'),
    numerals: {
      ...countUp(1, '一 二 三 四 五 六 七 八 九 十'),
      ...{ 两: '2', 兩: '2', 单: '1', 單: '1', 双: '2', 雙: '2', 半: '1/2' },
    },
    opposites: splitWordPairs('左/右 内/外 內/外 前/后 前/後'),
    bases: splitWordList('全 半 松 鬆 拉 平 边 邊 缝 縫 洗前 洗后 洗後 一周'),
    defaults: ['除非另有', '除另有', '未注明', '未註明'],
  },
};

/**
 * Chinese counting words and units, joined to one text. A Chinese numeral is read as a number only if one of them
 * follows. For example, 一 means one, but it is not a number in the word 一定.
 */
export const CHINESE_COUNTERS =
  '颗顆粒个個条條件片道次排根对對针針行层層处處枚只隻张張套厘公毫寸英吋码碼线線折边邊';

/** The spellings of each unit inside texts. */
export const TEXT_UNITS: Readonly<Record<string, readonly string[]>> = {
  mm: ['mm', '毫米', 'milimetre', 'millimetres', 'millimeters'],
  cm: ['cm', '厘米', '公分', 'santim', 'centimetres', 'centimeters', 'centímetros', 'centimetri'],
  m: ['m', '米', 'metres', 'meters', 'metros', 'metri'],
  in: ['in', 'inch', 'inches', '"', '″', '”', '英寸', '吋', 'pulgadas', 'pollici', 'polegadas', 'inç'],
  yd: ['yd', 'yds', 'yard', 'yards', '码', '碼'],
  g: ['g', 'gr', '克'],
  oz: ['oz', 'ounces'],
  gsm: ['gsm', 'g/m2'],
  '%': ['%', 'percent'],
  '°': ['°', '°c', '℃', 'degrees', '度'],
  '°f': ['°f', '℉'],
};

/**
 * Maps a meaning, for example `tolerance`, to the names of fields that have this meaning, for example `tolerancia`. A
 * comparison treats changes of these fields specially. The names are in several languages and in snake case.
 */
export const FIELD_NAMES_BY_MEANING = {
  tolerance: [...TOLERANCE_GROUPS, ...splitWordList('容差 tolerancia tolerância tolleranza tolerans')],
  grade: splitWordList(
    'grade grading grade_rule grade_rules grade_step size_step 档差 檔差 跳码 escalado ' +
      'sviluppo_taglie gradação serileme bước_nhảy_cỡ buoc_nhay_co',
  ),
  default: splitWordList('default defaults 默认 預設 predeterminado predefinito padrão varsayılan mặc_định'),
  sampleSize: [
    ...SAMPLE_SIZE_NAMES,
    ...splitWordList(
      'size_base 样衣尺码 基碼 talla_base talla_de_muestra taglia_base tamanho_base baz_beden ' +
        'numune_bedeni cỡ_mẫu co_mau is_sample',
    ),
  ],
  sizeRange: splitWordList(
    'sizes size_range size_run 尺码 尺码范围 尺碼 tallas taglie tamanhos bedenler dải_cỡ',
  ),
  measuring: splitWordList(
    'how_to_measure measure_method measuring_method measurement_method how method ' +
      'measure_basis measurement_basis measured measured_as full_or_half half_or_full ' +
      'relaxed_or_stretched stretch_state relaxed stretched wash_state from_to 测量方法 量法 度法 ' +
      'cách_đo cach_do cómo_medir come_misurare como_medir ölçüm_yöntemi nasıl_ölçülür',
  ),
} as const;

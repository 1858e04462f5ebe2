/**
 * Finds silences: facts that a construction line needs and the body does not state, for example how often a hem is
 * turned back, or the stitch number.
 */

import { toPayloadText } from '../platform/json/json-values.ts';
import type { NodeRow, NodeTable } from './node-table.ts';
import { createPackTableSpec } from './trade-tables.ts';
import { normalizeName } from './trade-vocabulary.ts';
import type { Value } from './value.ts';

interface SilenceRule {
  /**
   * The possible answers to the question about the missing fact, for example `once` and `twice`. Empty if the answer is
   * a number or a direction.
   */
  readonly options: readonly string[];
  /**
   * The names of the members of a construction line that can state the fact: known fields such as `stitch_class`, or
   * other names in snake case such as `folds`.
   */
  readonly fields: readonly string[];
  /**
   * Returns true if a factory needs the fact for the construction line. If the line does not state the fact, toile
   * reports this as a silence (a missing fact).
   */
  needsFact(line: ConstructionLine): boolean;
  /**
   * Matches the words with which a construction line states the fact that the rule checks. For example, `twice` states
   * how often a hem is turned back.
   */
  readonly stated: RegExp;
}

/**
 * The texts of one row in the table of construction details or callouts. `words` joins the texts of the values that
 * describe the sewing. `all` joins the texts of every value.
 */
interface ConstructionLine {
  readonly table: string;
  readonly kind: string;
  readonly words: string;
  readonly all: string;
  hasField(field: string): boolean;
}

const TOPSTITCH = /\b(?:top|edge)[ -]?stitch|\bstitch(?:ed)? down\b/i;
// Matches words for sewing, but not `bartack`: a line about a bartack states measurements and needs no `stitch number`.
const SEWN = /stitch|\bsew|\boverlock|\bhemmed\b|\bseamed\b/i;
const JOINED = /\b(?:join|attach|set[ -]in|inset|seamed)/i;

/**
 * Rules that find construction lines with a missing fact. The key is the fact, for example `turnback`. The rules are in
 * printed order. A rule does not report a line that may state the fact in other words.
 */
const RULES = {
  turnback: {
    options: ['once', 'twice'],
    fields: ['turnback', 'turn_back', 'turns', 'folds'],
    needsFact: ({ kind, words }) =>
      /(?<!\b(?:above|below|from|to|over|at|of|into) (?:the )?)\bhem(?:s|med)?\b|\bturn(?:ed|s)?[ -]?(?:back|under|up)\b|\bfold(?:ed)?[ -]?(?:back|under|up)\b/i.test(
        `${kind}\n${words}`,
      ),
    // `stated` matches words that say how often an edge is turned. It also matches codes of hem types, for example
    // `EFb` (ASTM D6193) and `6.03.01` (ISO 4916), because they imply this.
    stated:
      /\b(?:once|twice|single|double|triple|[12] ?x|raw|bound|faced|rolled|overlock(?:ed)?|EF[a-z]{1,2}|6\.\d\d\.\d\d)\b/i,
  },
  'distance from edge': {
    options: [],
    fields: ['topstitch_distance', 'distance'],
    needsFact: ({ words, hasField }) => hasField('topstitch') || TOPSTITCH.test(words),
    stated:
      /\d[^.;,]{0,20}(?:top|edge)[ -]?stitch|(?:top|edge)[ -]?stitch[^.;,]{0,30}\d|\bfrom (?:the )?(?:edge|seam|fold)|\bin the ditch\b/i,
  },
  "wearer's left or right": {
    options: ['left', 'right'],
    fields: ['side', 'wearers_side', "wearer's_side"],
    needsFact: ({ words }) =>
      /\bleft\b|\bright\b(?! sides?\b(?! (?:seam|pocket|front|panel)))|\b(?:chest|coin|ticket|watch) pocket\b|\bfly (?:topstitch|facing|front|shield|overlap|extension)|\bside zip\b|\bwrap front\b/i.test(
        words,
      ),
    stated:
      /\bwearer|\b(?:as|when) worn\b|\bboth\b|\beach side\b|\b(?:left|l) ?(?:and|&|\+|\/) ?(?:right|r)\b/i,
  },
  'allowance towards': {
    options: [],
    fields: ['pressing', 'press', 'pressed', 'allowance_towards', 'allowance_direction', 'seam_direction'],
    needsFact: ({ table, kind, words }) =>
      !/\b(?:hem|topstitch|quilt)/i.test(words) &&
      ((table === 'construction' && /seam/i.test(`${kind} ${words}`)) ||
        (JOINED.test(words) && SEWN.test(words))),
    // Flat seams and finished edges have no seam allowance, so its side need not be given. `stated` therefore also
    // matches a word for such a seam or edge, for example `flatlock`.
    stated:
      /\btowards?\b|\bpress|\bopen\b|\bto (?:the )?(?:front|back|side|cent(?:re|er)|CF|CB|waist|hem|armhole|neck|sleeve|body|up|down)\b|\b(?:FS|EF)[a-z]\b|\bflat ?lock|\bbutted\b/i,
  },
  'inside or outside': {
    options: ['inside', 'outside'],
    fields: ['face', 'visible', 'inside_or_outside'],
    needsFact: ({ words }) =>
      /(?<!\bno (?:\w+ )?)\b(?:tape|taped|binding|patch|(?:locker|hanger|hanging) loop|appliqu\w+|label)\b/i.test(
        words,
      ),
    stated:
      /\b(?:inside|outside|inner|outer|internal|external|face|wrong side|right side|visible|concealed|hidden|invisible)\b/i,
  },
  'stitch number': {
    options: [],
    fields: ['stitch_class'],
    needsFact: ({ table, kind, words }) =>
      SEWN.test(words) || (table === 'construction' && /seam|stitch|hem/i.test(kind)),
    stated: /\b(?:10\d|2[01]\d|3[0-2]\d|40\d|5[0-2]\d|60\d)\b(?! ?(?:mm|cm|m|g)\b)/,
  },
} as const satisfies Readonly<Record<string, SilenceRule>>;

/**
 * The printed name of a fact that a construction line can leave open, for example `turnback`. Such an open fact is
 * called a silence.
 */
export type SilenceName = keyof typeof RULES;
/** The names of all facts that a construction line or a callout can leave unstated, in printed order. */
export const SILENCE_NAMES = Object.keys(RULES) as readonly SilenceName[];
/**
 * Returns the possible answers for a fact that a construction line leaves open, for example `once` and `twice` for
 * `turnback`. Returns an empty list if the answer is a number or a direction.
 */
export const listSilenceOptions = (name: SilenceName): readonly string[] => RULES[name].options;

/** A construction line or callout, with the facts that it does not state although a factory needs them. */
export interface SilentLine {
  readonly table: string;
  readonly row: NodeRow;
  /**
   * Maps the name of each missing fact to the empty or unstated value that the body has for it. The value is undefined
   * if the body does not mention the fact.
   */
  readonly silences: ReadonlyMap<SilenceName, Value | undefined>;
}

const LINE_TABLES = ['construction', 'callouts'];
const { findField } = createPackTableSpec('construction');

/**
 * Known columns that only identify or locate a construction line, for example `placement`. Their values do not describe
 * the sewing.
 */
const PLACE_FIELDS: readonly string[] = ['placement', 'sequence', 'code', 'callout'];

const isEmptyValue = ({ state, value }: Value): boolean =>
  state === 'unstated' || (value ?? null) === null || value === '';

/**
 * Returns the names by which a rule can refer to a value: the name of the known field, such as `stitch_class`, and the
 * last segment of the path of the value.
 */
const listMeanings = ({ path }: Value): readonly string[] => [
  findField(path, false)?.field.key ?? '',
  normalizeName(path.split('.').at(-1) ?? ''),
];

const readLine = ({ name, columns }: NodeTable, row: NodeRow) => {
  const values = [...new Set([...row.cells.values(), ...row.leftover, ...row.nestedValues])];
  const sewingValues = columns.flatMap(({ role, name: column }) =>
    role === undefined || PLACE_FIELDS.includes(role) ? [] : (row.cells.get(column) ?? []),
  );
  const joinTexts = (list: readonly Value[]): string =>
    list
      .filter((value) => !isEmptyValue(value))
      .map(({ value }) => toPayloadText(value ?? undefined))
      .join('\n');
  const findValues = (fields: readonly string[]): readonly Value[] =>
    values.filter((value) => listMeanings(value).some((each) => fields.includes(each)));
  const line: ConstructionLine = {
    table: name,
    kind: row.node.kind,
    words: joinTexts(sewingValues),
    all: joinTexts(values),
    hasField: (field) =>
      findValues([field]).some(
        (value) => !isEmptyValue(value) && !/^(?:none|no|false)$/i.test(toPayloadText(value.value)),
      ),
  };
  return { line, findValues };
};

const findSilences = (table: NodeTable, row: NodeRow): SilentLine['silences'] => {
  const { line, findValues } = readLine(table, row);
  const found = new Map<SilenceName, Value | undefined>();
  for (const name of SILENCE_NAMES) {
    const rule: SilenceRule = RULES[name];
    const factValues = findValues(rule.fields);
    // An asserted null means that the fact, for example a stitch class, does not apply to this construction line. Such
    // a fact is not missing.
    if (factValues.some((value) => value.state === 'asserted' || !isEmptyValue(value))) continue;
    if (rule.stated.test(line.all)) continue;
    if (rule.needsFact(line)) found.set(name, factValues[0]);
  }
  return found;
};

/**
 * Lists the construction lines and callouts that lack a fact which a factory needs, for example a stitch class. They
 * are in the order of the body.
 */
export const listSilentLines = (tables: readonly NodeTable[]): readonly SilentLine[] =>
  tables
    .filter(({ name }) => LINE_TABLES.includes(name))
    .flatMap((table) =>
      table.rows.map((row) => ({ table: table.title, row, silences: findSilences(table, row) })),
    )
    .filter(({ silences }) => silences.size > 0);

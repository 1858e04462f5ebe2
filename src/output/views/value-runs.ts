/**
 * Renders one value as styled pieces of text (text runs): its provenance mark, the value as it was sent, its unit, and
 * its reason (basis and confidence).
 */

import { ABSENT_STATE } from '../../garment/provenance-filter.ts';
import {
  isProvenanceWord,
  listQualifiers,
  readStated,
  type StatedValue,
} from '../../garment/stated-value.ts';
import { isRecord, toJsonText, toNumberText, toScalarText } from '../../platform/json/json-values.ts';
import type { TextRun } from './view-model.ts';

/** The pieces of text of one line or cell, in their order. Each piece has one style. */
export type TextRuns = readonly (string | TextRun)[];

/** Returns a text run in faint style. */
export const faint = (text: string): TextRun => ({ text, tone: 'faint' });
/** Returns a text run in bold style. */
export const strong = (text: string): TextRun => ({ text, tone: 'strong' });
/** Returns a text run in the style of a heading. */
export const heading = (text: string): TextRun => ({ text, tone: 'heading' });

/**
 * Converts a value of a result of toile to a `StatedValue`, so that it is rendered like a value of a body. A `state`,
 * `unit`, `basis` or `confidence` of null is read as absent. A `value` of null stays null.
 */
export const toStatedValue = ({
  state,
  value,
  unit,
  basis,
  confidence,
}: Partial<Pick<StatedValue, 'value' | 'unit' | 'basis' | 'confidence'>> & {
  readonly state: string | null;
}): StatedValue => ({
  state: state ?? undefined,
  value,
  unit: unit ?? undefined,
  member: undefined,
  otherMembers: [],
  basis: basis ?? undefined,
  confidence: confidence ?? undefined,
});

/**
 * Joins several texts into one. Each text is a list of styled pieces. The text `between` is inserted between every two
 * texts.
 */
export const joinTextRuns = (parts: readonly TextRuns[], between: string): TextRuns =>
  parts.flatMap((part, at) => (at > 0 ? [between, ...part] : part));

/** Returns the plain text of several text runs, without provenance marks and styles. */
export const toPlainText = (runs: TextRuns): string =>
  runs.map((run) => (typeof run === 'string' ? run : run.text)).join('');

/** Returns the mark that shows the provenance of a value. For a value without provenance, returns a space as mark. */
export const renderProvenanceMark = (state: string | undefined): TextRun =>
  state === undefined ? { text: ' ', mark: true } : { text: '', mark: true, state };

const colorRun = (text: string, state: string | undefined): TextRun =>
  state === undefined ? { text } : { text, state };

const isSimpleListItem = (value: unknown): boolean =>
  toNumberText(value) !== undefined ||
  (typeof value === 'string' && value !== '' && !/[,\n[\]{}"]/.test(value));

const MAX_DEPTH = 64;

/**
 * How deeply an item of a value is nested. `depth` counts the objects and lists around the item, and `stated` counts
 * the values with provenance around it.
 */
interface NestingDepth {
  readonly depth: number;
  readonly stated: number;
}

const TOP_LEVEL: NestingDepth = { depth: 0, stated: 0 };
const incrementDepth = (nesting: NestingDepth): NestingDepth => ({ ...nesting, depth: nesting.depth + 1 });

/**
 * Renders an object or list as JSON. If it contains a value with provenance, the provenance mark is printed before that
 * value.
 */
const renderNestedRuns = (value: unknown, state: string | undefined, nesting: NestingDepth): TextRuns => {
  const colorText = (text: string): TextRun => colorRun(text, state);
  if (typeof value !== 'object' || value === null || toNumberText(value) !== undefined)
    return [colorText(toJsonText(value, true))];
  if (nesting.depth > MAX_DEPTH) return [colorText(toJsonText(value, true))];
  const read = readStated(value);
  // A value with provenance that is nested in another one is printed on a later line. Here only its mark and `…` are
  // printed.
  if (read && nesting.stated > 0) return [renderProvenanceMark(read.state), colorText(' …')];
  if (read)
    return [
      renderProvenanceMark(read.state),
      ' ',
      ...renderPayloadRuns(read, { depth: nesting.depth + 1, stated: nesting.stated + 1 }),
    ];
  const items: TextRuns[] = isRecord(value)
    ? Object.entries(value).map(([key, item]) => [
        colorText(`${JSON.stringify(key)}: `),
        ...renderNestedRuns(item, state, incrementDepth(nesting)),
      ])
    : (value as readonly unknown[]).map((item) => renderNestedRuns(item, state, incrementDepth(nesting)));
  const [open, close] = isRecord(value) ? ['{', '}'] : ['[', ']'];
  return [
    colorText(open),
    ...items.flatMap((item, index) => (index > 0 ? [colorText(', '), ...item] : item)),
    colorText(close),
  ];
};

/** Renders a value in the colour of its provenance. A list of simple texts or numbers has no quotes or brackets. */
const renderColoredRuns = (value: unknown, state: string | undefined, nesting: NestingDepth): TextRuns => {
  if (value === '') return [colorRun('""', state)];
  const text = toScalarText(value);
  if (text !== undefined) return [colorRun(text, state)];
  if (Array.isArray(value) && value.length > 0 && value.every(isSimpleListItem))
    return [colorRun(value.map(toScalarText).join(', '), state)];
  return renderNestedRuns(value, state, nesting);
};

/** Renders a JSON value without mark and colour: a text as it is, a simple list as `S, M, L`, and objects as JSON. */
export const renderBareRuns = (value: unknown): TextRuns => renderColoredRuns(value, undefined, TOP_LEVEL);

const renderUnitRuns = (unit: unknown, state: string | undefined, nesting: NestingDepth): TextRuns =>
  unit === undefined || unit === null ? [] : renderColoredRuns(unit, state, nesting);

/**
 * Renders a value with its unit, for example `56 cm`. An unstated value is rendered as `not stated`, an asserted null
 * as `none (stated)`, and a field that the node does not have as `absent`.
 */
const renderPayloadRuns = ({ state, value, unit }: StatedValue, nesting: NestingDepth): TextRuns => {
  const unitRuns = renderUnitRuns(unit, state, nesting);
  const unitSuffix = unitRuns.length > 0 ? [' ', ...unitRuns] : [];
  if (state === 'unstated') {
    const notStated = colorRun('not stated', state);
    if (value === undefined || value === null)
      return unitRuns.length > 0
        ? [notStated, colorRun(' (', state), ...unitRuns, colorRun(')', state)]
        : [notStated];
    return [
      notStated,
      colorRun(' (given: ', state),
      ...renderColoredRuns(value, state, nesting),
      ...unitSuffix,
      colorRun(')', state),
    ];
  }
  // The service never sends the state `absent`. toile adds it for a field that the node does not have.
  if (state === ABSENT_STATE && (value ?? null) === null) return [colorRun('absent', state)];
  if (value === undefined) return [colorRun('(no value)', state), ...unitSuffix];
  if (value !== null) return [...renderColoredRuns(value, state, nesting), ...unitSuffix];
  if (state === undefined) return ['null', ...unitSuffix];
  return [colorRun(`none (${state === 'asserted' ? 'stated' : state})`, state), ...unitSuffix];
};

/**
 * Renders the qualifiers that distinguish a value from other values of its node, for example ` (size XS, currency
 * EUR)`.
 */
export const renderQualifierRuns = (entry: StatedValue): TextRuns => {
  const qualifiers = listQualifiers(entry);
  if (qualifiers.length === 0) return [];
  const namedRuns = qualifiers.flatMap(([key, value], at) => [
    faint(`${at > 0 ? ', ' : ''}${key}\u00a0`),
    ...renderBareRuns(value),
  ]);
  return [' ', faint('('), ...namedRuns, faint(')')];
};

/**
 * Renders a value with unit and qualifiers, without its provenance mark: `56 cm (size XS)`, `not stated`, or
 * `none (stated)` for an asserted null. A value that is nested too deeply is rendered as JSON.
 */
export const renderValueRuns = (entry: StatedValue & { readonly role?: string }): TextRuns =>
  entry.role === 'deep'
    ? [toJsonText(entry.value, true)]
    : [...renderPayloadRuns(entry, TOP_LEVEL), ...renderQualifierRuns(entry)];

/** Renders a value with its provenance mark before it. */
export const renderMarkedRuns = (entry: StatedValue & { readonly role?: string }): TextRuns => [
  renderProvenanceMark(entry.state),
  ' ',
  ...renderValueRuns(entry),
];

/**
 * Renders the basis and confidence of a value, for example `why: house rule (high)`. An unknown provenance word comes
 * first: `state: guessed`.
 */
export const renderReasonRuns = ({ basis, confidence, state }: StatedValue): TextRuns => {
  const basisRuns = basis === undefined || basis === null ? [] : renderBareRuns(basis);
  const confidenceRuns = confidence === undefined || confidence === null ? [] : renderBareRuns(confidence);
  const unknownState =
    state === undefined || isProvenanceWord(state) || state === ABSENT_STATE
      ? []
      : [`state: ${state === '' ? '""' : state}`];
  const why =
    basisRuns.length > 0
      ? [faint('why: '), ...basisRuns, ...(confidenceRuns.length > 0 ? [' (', ...confidenceRuns, ')'] : [])]
      : confidenceRuns.length > 0
        ? [faint('confidence '), ...confidenceRuns]
        : [];
  return [...unknownState, ...(unknownState.length > 0 && why.length > 0 ? ['  '] : []), ...why];
};

/**
 * Lists the members that are printed separately from a value, such as `note`, as pairs of key and content. Leaves out
 * qualifiers, such as a size. Includes a unit, basis or confidence only if it is null. If the value itself is in a
 * member with an unusual name such as `amount`, adds the pair `['payload', 'amount']`.
 */
export const listOtherMembers = (entry: StatedValue): readonly (readonly [string, unknown])[] => {
  const payloadName = entry.member === undefined ? [] : [['payload', entry.member] as const];
  const empty = (['unit', 'basis', 'confidence'] as const)
    .filter((key) => entry[key] === null)
    .map((key) => [key, null] as const);
  const qualifiers = listQualifiers(entry);
  return [...entry.otherMembers.filter((member) => !qualifiers.includes(member)), ...payloadName, ...empty];
};

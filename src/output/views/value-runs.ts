/** Renders one value as text runs: its mark, its payload as written, its unit and its reason. */

import { ABSENT_STATE } from '../../garment/provenance-filter.ts';
import {
  isProvenanceWord,
  listQualifiers,
  readStated,
  type StatedValue,
} from '../../garment/stated-value.ts';
import { isRecord, toJsonText, toNumberText, toScalarText } from '../../platform/json/json-values.ts';
import type { TextRun } from './view-model.ts';

/** The text runs of one line or cell, in order. */
export type TextRuns = readonly (string | TextRun)[];

/** Returns a run in faint text. */
export const faint = (text: string): TextRun => ({ text, tone: 'faint' });
/** Returns a run in bold text. */
export const strong = (text: string): TextRun => ({ text, tone: 'strong' });
/** Returns a run styled as a heading. */
export const heading = (text: string): TextRun => ({ text, tone: 'heading' });

/** Returns the run of a provenance mark. Without provenance it is a blank of the same width. */
export const renderProvenanceMark = (state: string | undefined): TextRun =>
  state === undefined ? { text: ' ', mark: true } : { text: '', mark: true, state };

const colorRun = (text: string, state: string | undefined): TextRun =>
  state === undefined ? { text } : { text, state };

/** Returns true for a number, or a text that can be listed without quotes. */
const isSimpleListItem = (value: unknown): boolean =>
  toNumberText(value) !== undefined ||
  (typeof value === 'string' && value !== '' && !/[,\n[\]{}"]/.test(value));

const MAX_DEPTH = 64;

/** How deep a value is nested: in levels of JSON, and in stated values inside each other. */
interface NestingDepth {
  readonly depth: number;
  readonly stated: number;
}

const TOP_LEVEL: NestingDepth = { depth: 0, stated: 0 };
const incrementDepth = (at: NestingDepth): NestingDepth => ({ ...at, depth: at.depth + 1 });

/** Renders JSON for readers: values inside a value have their own marks. */
const renderNestedRuns = (value: unknown, state: string | undefined, at: NestingDepth): TextRuns => {
  const say = (text: string): TextRun => colorRun(text, state);
  if (typeof value !== 'object' || value === null || toNumberText(value) !== undefined)
    return [say(toJsonText(value, true))];
  if (at.depth > MAX_DEPTH) return [say(toJsonText(value, true))];
  const read = readStated(value);
  // A stated value at the second level of nesting has a separate line further down, so only its mark is shown.
  if (read && at.stated > 0) return [renderProvenanceMark(read.state), say(' …')];
  if (read)
    return [
      renderProvenanceMark(read.state),
      ' ',
      ...renderPayloadRuns(read, { depth: at.depth + 1, stated: at.stated + 1 }),
    ];
  const items: TextRuns[] = isRecord(value)
    ? Object.entries(value).map(([key, item]) => [
        say(`${JSON.stringify(key)}: `),
        ...renderNestedRuns(item, state, incrementDepth(at)),
      ])
    : (value as readonly unknown[]).map((item) => renderNestedRuns(item, state, incrementDepth(at)));
  const [open, close] = isRecord(value) ? ['{', '}'] : ['[', ']'];
  return [
    say(open),
    ...items.flatMap((item, index) => (index > 0 ? [say(', '), ...item] : item)),
    say(close),
  ];
};

/** Renders a value in the colour of a provenance. A list of plain words has no quotes. */
const renderColoredRuns = (value: unknown, state: string | undefined, at: NestingDepth): TextRuns => {
  if (value === '') return [colorRun('""', state)];
  const text = toScalarText(value);
  if (text !== undefined) return [colorRun(text, state)];
  if (Array.isArray(value) && value.length > 0 && value.every(isSimpleListItem))
    return [colorRun(value.map(toScalarText).join(', '), state)];
  return renderNestedRuns(value, state, at);
};

/** Renders any JSON value without provenance. */
export const renderBareRuns = (value: unknown): TextRuns => renderColoredRuns(value, undefined, TOP_LEVEL);

const renderUnitRuns = (unit: unknown, state: string | undefined, at: NestingDepth): TextRuns =>
  unit === undefined || unit === null ? [] : renderColoredRuns(unit, state, at);

/**
 * Renders the payload with its unit. An asserted null reads `none (stated)`; an unstated one reads `not
 * stated`.
 */
const renderPayloadRuns = ({ state, value, unit }: StatedValue, at: NestingDepth): TextRuns => {
  const units = renderUnitRuns(unit, state, at);
  const behind = units.length > 0 ? [' ', ...units] : [];
  if (state === 'unstated') {
    const words = colorRun('not stated', state);
    if (value === undefined || value === null)
      return units.length > 0 ? [words, colorRun(' (', state), ...units, colorRun(')', state)] : [words];
    return [
      words,
      colorRun(' (given: ', state),
      ...renderColoredRuns(value, state, at),
      ...behind,
      colorRun(')', state),
    ];
  }
  // toile itself adds this state for a field that the node does not have.
  if (state === ABSENT_STATE && (value ?? null) === null) return [colorRun('absent', state)];
  if (value === undefined) return [colorRun('(no value)', state), ...behind];
  if (value !== null) return [...renderColoredRuns(value, state, at), ...behind];
  if (state === undefined) return ['null', ...behind];
  return [colorRun(`none (${state === 'asserted' ? 'stated' : state})`, state), ...behind];
};

/**
 * Renders what tells a value from its siblings, for example ` (size XS, currency EUR)`. Empty where there
 * is nothing.
 */
export const renderQualifierRuns = (entry: StatedValue): TextRuns => {
  const all = listQualifiers(entry);
  if (all.length === 0) return [];
  const named = all.flatMap(([key, value], at) => [
    faint(`${at > 0 ? ', ' : ''}${key}\u00a0`),
    ...renderBareRuns(value),
  ]);
  return [' ', faint('('), ...named, faint(')')];
};

/**
 * Renders a value and its qualifiers, without its mark. A value that is nested too deep is printed as JSON.
 */
export const renderValueRuns = (entry: StatedValue & { readonly role?: string }): TextRuns =>
  entry.role === 'deep'
    ? [toJsonText(entry.value, true)]
    : [...renderPayloadRuns(entry, TOP_LEVEL), ...renderQualifierRuns(entry)];

/** Renders a value after its provenance mark. */
export const renderMarkedRuns = (entry: StatedValue & { readonly role?: string }): TextRuns => [
  renderProvenanceMark(entry.state),
  ' ',
  ...renderValueRuns(entry),
];

/**
 * Renders the reason for a value from its basis and confidence, for example `why: house rule (high)`.
 * Returns an empty list where the body gives none.
 */
export const renderReasonRuns = ({ basis, confidence, state }: StatedValue): TextRuns => {
  const because = basis === undefined || basis === null ? [] : renderBareRuns(basis);
  const sure = confidence === undefined || confidence === null ? [] : renderBareRuns(confidence);
  const word =
    state === undefined || isProvenanceWord(state) || state === ABSENT_STATE
      ? []
      : [`state: ${state === '' ? '""' : state}`];
  const why =
    because.length > 0
      ? [faint('why: '), ...because, ...(sure.length > 0 ? [' (', ...sure, ')'] : [])]
      : sure.length > 0
        ? [faint('confidence '), ...sure]
        : [];
  return [...word, ...(word.length > 0 && why.length > 0 ? ['  '] : []), ...why];
};

/**
 * Lists the members beside a value that are neither its reason nor its qualifiers, as pairs of key and
 * value.
 */
export const listOtherMembers = (entry: StatedValue): readonly (readonly [string, unknown])[] => {
  const named = entry.member === undefined ? [] : [['payload', entry.member] as const];
  const empty = (['unit', 'basis', 'confidence'] as const)
    .filter((key) => entry[key] === null)
    .map((key) => [key, null] as const);
  const shown = listQualifiers(entry);
  return [...entry.otherMembers.filter((extra) => !shown.includes(extra)), ...named, ...empty];
};

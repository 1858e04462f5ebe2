/** The contents of a sample garment, and the notation in which the data files write its nodes and values. */

import { LosslessNumber, stringify } from 'lossless-json';

/** The provenance of a value (specification section 3). */
export type SampleProvenance = 'asserted' | 'inferred' | 'unstated';

/** A JSON value. A number is a LosslessNumber, which keeps its digits, for example `56.0` or an id above 2^53. */
export type SampleJson =
  | string
  | boolean
  | null
  | LosslessNumber
  | readonly SampleJson[]
  | { readonly [member: string]: SampleJson | undefined };

/**
 * A value with its provenance. The JSON output has the members in this order. Only inferred values have `confidence`
 * and `basis`.
 */
export type SampleValue = {
  readonly value: SampleJson;
  readonly state: SampleProvenance;
  readonly unit?: string | undefined;
  readonly confidence?: string | undefined;
  readonly basis?: string | undefined;
};

/** A link of a node to the node with the id `to`. */
export type SampleLink = {
  readonly rel: string;
  readonly to: string;
  readonly state: SampleProvenance;
};

/** A node of a sample garment with its values by field. */
export interface SampleNode {
  readonly id: string;
  readonly kind: string;
  readonly label: SampleValue;
  readonly values: Readonly<Record<string, SampleValue>>;
  readonly links: readonly SampleLink[];
}

/**
 * A fact about a house garment, with its provenance. House garments are published by the service itself (specification
 * 2.7).
 */
type SampleFact = {
  readonly field: string;
  readonly value: SampleJson;
  readonly state: SampleProvenance;
};

/** An unresolved confirmation: a question about one value of one node. */
export interface SampleConfirmation {
  readonly id: string;
  readonly node: string;
  readonly field: string;
  readonly current: SampleValue;
  readonly question: string;
  readonly options: readonly string[];
  readonly basis: string | null;
}

/** The contents of one garment. Its graph, tailor brief, Design Trust and confirmations are built from them. */
export interface SampleModel {
  readonly nodes: readonly SampleNode[];
  readonly facts: readonly SampleFact[];
  readonly open: readonly SampleConfirmation[];
  /** The hand-written texts of the tailor brief, by topic. If they are missing, the brief is built from the nodes. */
  readonly brief?: Readonly<Record<string, SampleValue>>;
}

/** Creates a JSON number that keeps the digits of `lexeme`: `56.0` stays `56.0`. */
export const createNumber = (lexeme: string | number): LosslessNumber => new LosslessNumber(String(lexeme));

/**
 * Parses a value in the notation of the data files: `56.0` is a number, `true` a boolean, `null` is null, `'401'` or
 * `"401"` a text, `[a, b]` a list, and any other word a text.
 */
export const parseLiteral = (text: string): SampleJson => {
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return createNumber(text);
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (/^".*"$/.test(text)) return JSON.parse(text);
  if (/^'.*'$/s.test(text)) return text.slice(1, -1);
  if (/^\[.*\]$/.test(text)) return text.slice(1, -1).split(', ').filter(Boolean).map(parseLiteral);
  return text;
};

/** Serializes a value as JSON. Numbers stay as they were written. */
export const serializeSampleJson = (value: SampleJson): string => stringify(value) ?? 'null';

/** Formats a value for a sentence: lists with commas, and `not stated` for null. */
export const formatSampleValue = (value: SampleJson): string => {
  if (value === null) return 'not stated';
  if (Array.isArray(value)) return value.map(formatSampleValue).join(', ');
  return typeof value === 'object' && !('isLosslessNumber' in value)
    ? serializeSampleJson(value)
    : String(value);
};

const PROVENANCE_BY_MARK: Readonly<Record<string, SampleProvenance>> = {
  '=': 'asserted',
  '~': 'inferred',
  '?': 'unstated',
};
const parseProvenanceMark = (mark = ''): SampleProvenance => PROVENANCE_BY_MARK[mark] ?? 'unstated';

/**
 * Parses a value with its provenance mark, unit, confidence and basis, for example `= 56.0 @cm`, `~ 140 @g/m2 (high:
 * typical for named cloth)` or `? @cm`.
 */
export const parseSampleValue = (text: string): SampleValue => {
  const reason = /\s*\((high|medium|low)(?:: (.*))?\)$/.exec(text);
  const [markedValue = '', unit] = (reason ? text.slice(0, reason.index) : text).split(/\s*@(?=\S+$)/);
  const value = markedValue.slice(1).trim();
  return {
    value: value === '' ? null : parseLiteral(value),
    state: parseProvenanceMark(markedValue[0]),
    unit,
    confidence: reason?.[1],
    basis: reason?.[2],
  };
};

/**
 * Parses a node such as `seam s1 | = Side seam | stitch = 301 | width ? | > joins=n2`. The provenance marks are `=`
 * (asserted), `~` (inferred) and `?` (unstated). The part after `>` is a link to the node `n2`.
 */
const parseSampleNode = (line: string): SampleNode => {
  const [head = '', label = '', ...cells] = line.split(' | ').map((cell) => cell.trim());
  const [kind = '', id = ''] = head.split(' ');
  const values: Record<string, SampleValue> = {};
  const links: SampleLink[] = [];
  for (const cell of cells) {
    const link = /^> (\w+)([=~?])(\S+)$/.exec(cell);
    if (link) links.push({ rel: link[1] ?? '', to: link[3] ?? '', state: parseProvenanceMark(link[2]) });
    else values[cell.split(' ', 1)[0] ?? ''] = parseSampleValue(cell.slice(cell.indexOf(' ') + 1));
  }
  return { id, kind, label: parseSampleValue(label), values, links };
};

/** Parses one node per line, for example `piece piece.front | = Front | cut = 2`. */
export const parseSampleNodes = (lines: readonly string[]): SampleNode[] => lines.map(parseSampleNode);

/** Parses one fact per line: `field = value`. A field may appear twice, because two sources may disagree. */
export const parseSampleFacts = (lines: readonly string[]): SampleFact[] =>
  lines.map((line) => {
    const { value, state } = parseSampleValue(line.slice(line.indexOf(' ') + 1));
    return { field: line.split(' ', 1)[0] ?? '', value, state };
  });

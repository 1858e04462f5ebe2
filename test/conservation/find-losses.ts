/** The law of conservation: a value is lost when a form neither shows it nor names it as left out. */
import { countProvenance, flattenBody } from '../../src/garment/flatten-body.ts';
import { isProvenanceWord } from '../../src/garment/stated-value.ts';
import { isWrittenNumber } from '../../src/platform/json/parse-json.ts';
import { findContents } from '../support/arbitrary-bodies.ts';
import { type Canary, findNamesLeftOut, plantCanaries } from './canaries.ts';
import { type Form, SHORT_FORMS, SLOW_FORMS, VALUE_FORMS, WHOLE_FORMS } from './output-forms.ts';

/** Names that do not identify a value, such as the indices of a list. */
const NAMELESS = /^(?:nodes|\d+|value|text|unit|basis|confidence|state)$/;

const listNames = ({ path, owners }: Canary): readonly string[] => [
  ...path,
  ...path.map((step) => `#${step}`),
  ...owners,
  // An explanation of a value has the name of that value, and a member inside a value has its own name.
  ...(path.some((step) => /^(?:unit|basis|confidence|state)$/.test(step))
    ? ['value', 'text', 'label', 'name', '(itself)']
    : []),
  ...(path.includes('value') ? ['(itself)'] : []),
  // A body that is a list has no members: it is left out as a whole; so is a list that is a node.
  ...(/^\d/.test(path[0] ?? '') ||
  (path[0] === 'nodes' && /^\d+$/.test(path[2] ?? '')) ||
  path.every((step, at) => NAMELESS.test(step) || path[at - 1] === 'nodes')
    ? ['(itself)']
    : []),
];

/** How often each known state occurs. */
type StateCounts = readonly (readonly [string, number])[];

interface MarkedBody {
  readonly body: unknown;
  readonly canaries: readonly Canary[];
  readonly states: StateCounts;
  /** The states of values, without relations. */
  readonly ofValues: StateCounts;
}

const filterKnown = (states: ReadonlyMap<string, number>): StateCounts =>
  [...states].filter(([word]) => isProvenanceWord(word));

const markBody = (value: unknown): MarkedBody => {
  const { body, canaries } = plantCanaries(value);
  const values = flattenBody(body).map(({ value }) => value);
  return {
    ...{ body, canaries, states: filterKnown(findContents(body, isWrittenNumber).states) },
    ofValues: filterKnown(countProvenance(values).states),
  };
};

const findTooFew = (name: string, text: string, states: StateCounts): readonly string[] =>
  states
    .filter(([word, number]) => text.split(word).length - 1 < number)
    .map(([word, number]) => `${name}: ${word} fewer than ${number} times`);

/** Finds canaries that the text does not contain. A long word may continue on the next line. */
function findMissing(text: string, { canaries }: MarkedBody): readonly Canary[] {
  const unseen = canaries.filter(({ sign }) => !text.includes(sign));
  const joined = unseen.length === 0 ? '' : text.replaceAll(/\n */g, '');
  return unseen.filter(({ sign }) => !joined.includes(sign));
}

const describeCanaries = (name: string, all: readonly Canary[]): readonly string[] =>
  all.map(({ sign, path }) => `${name}: ${sign} ${path.join('.')}`);

/** Finds canaries that are neither in the text nor in its list of left-out names. */
function findUnsaid(name: string, form: Form, of: MarkedBody): readonly string[] {
  const text = form(of.body);
  const unseen = findMissing(text, of);
  const named = unseen.length === 0 ? undefined : findNamesLeftOut(text);
  const few = VALUE_FORMS.includes(name) ? findTooFew(name, text, of.ofValues) : [];
  // Of more names than a line holds the last are only counted.
  if (named === undefined) return few;
  const gone = unseen.filter((canary) => !listNames(canary).some((step) => named.has(step)));
  return [...describeCanaries(name, gone), ...few];
}

/** Finds canaries that are not in the text, and states that occur too rarely. */
function findIncomplete(name: string, form: Form, of: MarkedBody): readonly string[] {
  const text = form(of.body);
  return [...describeCanaries(name, findMissing(text, of)), ...findTooFew(name, text, of.states)];
}

/** Finds everything of a body that some form loses. Slow forms run only with `dear`. */
export function findLosses(value: unknown, dear = true): readonly string[] {
  const of = markBody(value);
  const selectForms = (forms: Readonly<Record<string, Form>>): readonly [string, Form][] =>
    Object.entries(forms).filter(([name]) => dear || !SLOW_FORMS.includes(name));
  return [
    ...selectForms(SHORT_FORMS).flatMap(([name, form]) => findUnsaid(name, form, of)),
    ...selectForms(WHOLE_FORMS).flatMap(([name, form]) => findIncomplete(name, form, of)),
  ];
}

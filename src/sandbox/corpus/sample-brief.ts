import { formatSampleValue } from './sample-literal.ts';
import type { SampleJson, SampleModel, SampleNode, SampleProvenance, SampleValue } from './sample-model.ts';

/** A part of a sentence with its provenance. */
type SentencePart = readonly [text: string, state: SampleProvenance];

/** The provenance words, the strongest first. */
const PROVENANCE_BY_STRENGTH: readonly SampleProvenance[] = ['asserted', 'inferred', 'unstated'];

const toSentence = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`;

/**
 * Joins the parts to one sentence with the weakest provenance of its parts. An unstated text has no value.
 */
const createBriefText = (words: readonly SentencePart[]): SampleValue => {
  const weakest = Math.max(0, ...words.map(([, state]) => PROVENANCE_BY_STRENGTH.indexOf(state)));
  const state = words.length === 0 ? 'unstated' : (PROVENANCE_BY_STRENGTH[weakest] ?? 'unstated');
  return { value: state === 'unstated' ? null : toSentence(words.map(([said]) => said).join('; ')), state };
};

/** Describes the nodes in one sentence: their names, each with the given fields where they are known. */
const describeNodes = (nodes: readonly SampleNode[], fields: readonly string[], most = 4): SampleValue => {
  const known = nodes.filter(({ label }) => label.state !== 'unstated').slice(0, most);
  return createBriefText(
    known.map((node): SentencePart => {
      const used = fields.flatMap((field) => {
        const value = node.values[field];
        return value && value.state !== 'unstated' ? [{ field, value }] : [];
      });
      const said = used.map(
        ({ field, value }) =>
          `${field.includes('class') || (typeof value.value === 'string' && field !== 'sample_size') ? '' : `${field.replaceAll('_', ' ')} `}${formatSampleValue(value.value)}${value.unit ? ` ${value.unit}` : ''}`,
      );
      const inferred = [node.label, ...used.map(({ value }) => value)].some(
        ({ state }) => state === 'inferred',
      );
      return [[formatSampleValue(node.label.value), ...said].join(', '), inferred ? 'inferred' : 'asserted'];
    }),
  );
};

/** A text that is not stated. */
const UNSTATED_TEXT: SampleValue = { value: null, state: 'unstated' };

/** Returns one text for each question of a cutter or tailor, in the order of work. */
export const buildBriefTexts = (model: SampleModel): Readonly<Record<string, SampleValue>> => {
  if (model.brief) return model.brief;
  const of = (kind: string) => model.nodes.filter((node) => node.kind === kind);
  const materials = (role: RegExp) =>
    of('material').filter(({ values }) => role.test(String(values.role?.value ?? '')));
  const seams = (name: RegExp, other = false) =>
    of('seam').filter(({ label }) => name.test(String(label.value ?? '')) !== other);
  const lining = model.facts.find(({ field }) => field === 'lining');
  const trims = (name: RegExp) => of('trim').filter(({ label }) => name.test(String(label.value ?? '')));
  return {
    garment: describeNodes(of('garment'), ['category', 'sample_size']),
    cloth: describeNodes(materials(/shell|yarn/), ['composition', 'weight']),
    cloth_width: describeNodes(
      materials(/shell/).filter(({ values }) => values.width && values.width.state !== 'unstated'),
      ['width'],
    ),
    lining: lining?.value
      ? { value: toSentence(formatSampleValue(lining.value)), state: lining.state }
      : describeNodes(materials(/^lining$/), ['composition']),
    interlining: describeNodes(materials(/interlining/), ['composition']),
    cutting: describeNodes(of('piece'), ['cut', 'grain'], 6),
    nap_and_matching: UNSTATED_TEXT,
    seam_allowance: describeNodes(of('edge'), ['seam_allowance'], 3),
    making: describeNodes(seams(/hem/i, true), ['seam_class', 'stitch_class']),
    hem: describeNodes(seams(/hem/i), ['seam_class', 'stitch_class', 'spi']),
    details: describeNodes(of('construction_note'), []),
    closing: describeNodes(of('closure'), ['type', 'count']),
    buttons: describeNodes(trims(/button|snap|zip/i), ['material', 'size']),
    labels: describeNodes(of('label'), ['placement']),
    measurements: describeNodes(of('measurement'), ['spec']),
    pressing_and_finish: describeNodes(of('process'), ['method']),
    care: UNSTATED_TEXT,
    packing: describeNodes(of('packaging'), ['quantity']),
  };
};

/** The shape of the body: an object by key, a list, or stated values. */
export type BriefShape = 'keys' | 'list' | 'values';

/** Builds the body of the tailor brief. */
export const buildSampleBrief = (model: SampleModel, shape: BriefShape): { [member: string]: SampleJson } => {
  const texts = Object.entries(buildBriefTexts(model));
  if (shape === 'list') return { texts: texts.map(([key, { value, state }]) => ({ key, value, state })) };
  if (shape === 'values')
    return Object.fromEntries(texts.map(([key, { value, state }]) => [key, { value, state }]));
  return { brief: Object.fromEntries(texts.map(([key, { value, state }]) => [key, { text: value, state }])) };
};

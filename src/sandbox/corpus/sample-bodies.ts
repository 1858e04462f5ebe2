import type { SandboxProfile } from '../state/profiles-and-drivers.ts';
import { INTENT_FIELDS } from './node-drafts.ts';
import {
  createNumber,
  formatSampleValue,
  parseLiteral,
  type SampleJson,
  type SampleModel,
  type SampleNode,
  type SampleProvenance,
  type SampleValue,
} from './sample-model.ts';

/** Returns a value without its basis and confidence, because the profile `factory` does not show them. */
const omitReasons = ({ value, state, unit }: SampleValue): SampleValue => ({ value, state, unit });

/**
 * Returns a node as a profile shows it. The profile `factory` does not show fields about the intention of the design,
 * or the confidence and basis of values.
 */
const filterNodeForProfile = (node: SampleNode, profile: SandboxProfile): SampleNode => {
  if (profile === 'technical_designer') return node;
  const fields = Object.entries(node.values).filter(([field]) => !INTENT_FIELDS.has(field));
  return {
    ...node,
    label: omitReasons(node.label),
    values: Object.fromEntries(fields.map(([field, value]) => [field, omitReasons(value)])),
  };
};

/**
 * The form of the nodes in a graph body, which the specification leaves open. In `nested`, the values of a node are in
 * its member `values`. In `flat`, the values are members of the node itself, but every third node has them in a list
 * `facts` instead.
 */
export type GraphDialect = 'nested' | 'flat';

const toNestedNode = ({ id, kind, label, values, links }: SampleNode): SampleJson => ({
  id,
  kind,
  label,
  values,
  links: links.length > 0 ? links : undefined,
});

/**
 * Maps kinds of nodes to the names that they have in sample graphs of the form `flat`, for example `piece` to `panel`.
 * A kind that is missing here keeps its name.
 */
const FLAT_KIND_NAMES: Readonly<Record<string, string>> = {
  piece: 'panel',
  measurement: 'point',
  construction_note: 'remark',
};

/**
 * Returns a node in `flat`, one of the two formats of sample graphs. `index`, the position of the node, selects one of
 * three structures, so that one graph contains all three.
 */
const toFlatNode = (node: SampleNode, index: number, mapId: (id: string) => string): SampleJson => {
  const common = { node_id: mapId(node.id), type: FLAT_KIND_NAMES[node.kind] ?? node.kind };
  const linkedIds = node.links.map((link) => mapId(link.to));
  const links = linkedIds.length > 0 ? { between: linkedIds } : {};
  const fields = Object.entries(node.values);
  const buildFields = () =>
    Object.fromEntries(
      fields.map(([field, value]) => [
        field === 'type' || field === 'state' ? `its_${field}` : field,
        toFlatValue(value),
      ]),
    );
  if (index % 3 === 1)
    return { ...common, name: node.label.value, state: node.label.state, ...buildFields(), ...links };
  if (index % 3 === 2)
    return {
      ...common,
      name: node.label,
      facts: fields.map(([field, value]) => ({ field, ...value })),
      ...links,
    };
  return { ...common, name: node.label, ...buildFields(), ...links };
};

const toFlatValue = (value: SampleValue): SampleJson =>
  value.value === null ? { state: value.state, unit: value.unit } : value;

/**
 * Nodes with unexpected contents: a value inside a value, a text, a number and null. They test that clients tolerate
 * such nodes.
 */
const IRREGULAR_NODES: readonly SampleJson[] = [
  {
    key: 'x',
    payload: {
      deep: {
        deeper: {
          value: [createNumber(1), createNumber(2), { value: 'hook', state: 'inferred' }],
          state: 'asserted',
        },
      },
    },
  },
  'a bare string node',
  parseLiteral('7'),
  null,
];

/**
 * Creates a function that converts the id of a node for one of the two forms (dialects) of the graph body. In `flat`,
 * the ids are `n1`, `n2` and so on. In `nested`, they stay unchanged.
 */
export const createNodeIdMapper = (model: SampleModel, dialect: GraphDialect): ((id: string) => string) => {
  if (dialect === 'nested') return (id) => id;
  const ids = new Map(model.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  return (id) => ids.get(id) ?? id;
};

/**
 * Builds the graph body of a garment for a profile, without the garment id, which the caller adds. Only a house garment
 * (a garment that the service publishes) has the member `facts`. With the dialect `flat`, the nodes in IRREGULAR_NODES
 * are added.
 */
export const buildSampleGraph = (
  model: SampleModel,
  profile: SandboxProfile,
  dialect: GraphDialect,
  isHouse: boolean,
): { [member: string]: SampleJson } => {
  const nodes = model.nodes.map((node) => filterNodeForProfile(node, profile));
  const mapId = createNodeIdMapper(model, dialect);
  const graphNodes =
    dialect === 'nested'
      ? nodes.map(toNestedNode)
      : [...nodes.map((node, at) => toFlatNode(node, at, mapId)), ...IRREGULAR_NODES];
  return {
    profile,
    nodes: graphNodes,
    ...(isHouse ? { facts: model.facts } : {}),
  };
};

type SentencePart = readonly [text: string, state: SampleProvenance];

const PROVENANCE_BY_STRENGTH: readonly SampleProvenance[] = ['asserted', 'inferred', 'unstated'];

const toSentence = (words: string): string => `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}.`;

/**
 * Joins texts into one sentence. It is unstated, with the value null, if there are no texts or one of them is unstated.
 * Otherwise it is inferred if one of the texts is inferred, else asserted.
 */
const createBriefText = (parts: readonly SentencePart[]): SampleValue => {
  const weakest = Math.max(0, ...parts.map(([, state]) => PROVENANCE_BY_STRENGTH.indexOf(state)));
  const state = parts.length === 0 ? 'unstated' : (PROVENANCE_BY_STRENGTH[weakest] ?? 'unstated');
  return { value: state === 'unstated' ? null : toSentence(parts.map(([text]) => text).join('; ')), state };
};

/** Describes up to `maxNodes` nodes in one sentence: their names, each with the given fields if they are stated. */
const describeNodes = (
  nodes: readonly SampleNode[],
  fields: readonly string[],
  maxNodes = 4,
): SampleValue => {
  const namedNodes = nodes.filter(({ label }) => label.state !== 'unstated').slice(0, maxNodes);
  return createBriefText(
    namedNodes.map((node): SentencePart => {
      const statedValues = fields.flatMap((field) => {
        const value = node.values[field];
        return value && value.state !== 'unstated' ? [{ field, value }] : [];
      });
      const valueTexts = statedValues.map(
        ({ field, value }) =>
          `${field.includes('class') || (typeof value.value === 'string' && field !== 'sample_size') ? '' : `${field.replaceAll('_', ' ')} `}${formatSampleValue(value.value)}${value.unit ? ` ${value.unit}` : ''}`,
      );
      const isInferred = [node.label, ...statedValues.map(({ value }) => value)].some(
        ({ state }) => state === 'inferred',
      );
      return [
        [formatSampleValue(node.label.value), ...valueTexts].join(', '),
        isInferred ? 'inferred' : 'asserted',
      ];
    }),
  );
};

const UNSTATED_TEXT: SampleValue = { value: null, state: 'unstated' };

/** Returns the texts of the tailor brief by topic, for example `cutting`. */
const buildBriefTexts = (model: SampleModel): Readonly<Record<string, SampleValue>> => {
  if (model.brief) return model.brief;
  const listNodes = (kind: string) => model.nodes.filter((node) => node.kind === kind);
  const listMaterials = (role: RegExp) =>
    listNodes('material').filter(({ values }) => role.test(String(values.role?.value ?? '')));
  const listSeams = (name: RegExp, isExcluded = false) =>
    listNodes('seam').filter(({ label }) => name.test(String(label.value ?? '')) !== isExcluded);
  const lining = model.facts.find(({ field }) => field === 'lining');
  const listTrims = (name: RegExp) =>
    listNodes('trim').filter(({ label }) => name.test(String(label.value ?? '')));
  return {
    garment: describeNodes(listNodes('garment'), ['category', 'sample_size']),
    cloth: describeNodes(listMaterials(/shell|yarn/), ['composition', 'weight']),
    cloth_width: describeNodes(
      listMaterials(/shell/).filter(({ values }) => values.width && values.width.state !== 'unstated'),
      ['width'],
    ),
    lining: lining?.value
      ? { value: toSentence(formatSampleValue(lining.value)), state: lining.state }
      : describeNodes(listMaterials(/^lining$/), ['composition']),
    interlining: describeNodes(listMaterials(/interlining/), ['composition']),
    cutting: describeNodes(listNodes('piece'), ['cut', 'grain'], 6),
    nap_and_matching: UNSTATED_TEXT,
    seam_allowance: describeNodes(listNodes('edge'), ['seam_allowance'], 3),
    making: describeNodes(listSeams(/hem/i, true), ['seam_class', 'stitch_class']),
    hem: describeNodes(listSeams(/hem/i), ['seam_class', 'stitch_class', 'spi']),
    details: describeNodes(listNodes('construction_note'), []),
    closing: describeNodes(listNodes('closure'), ['type', 'count']),
    buttons: describeNodes(listTrims(/button|snap|zip/i), ['material', 'size']),
    labels: describeNodes(listNodes('label'), ['placement']),
    measurements: describeNodes(listNodes('measurement'), ['spec']),
    pressing_and_finish: describeNodes(listNodes('process'), ['method']),
    care: UNSTATED_TEXT,
    packing: describeNodes(listNodes('packaging'), ['quantity']),
  };
};

/**
 * The shape of a brief. Examples: `keys` is `{brief: {hem: {text, state}}}`, `list` is `{texts: [{key, value,
 * state}]}`, and `values` is `{hem: {value, state}}`.
 */
export type BriefShape = 'keys' | 'list' | 'values';

/** Builds a tailor brief in the given shape. The caller adds the garment id. */
export const buildSampleBrief = (model: SampleModel, shape: BriefShape): { [member: string]: SampleJson } => {
  const texts = Object.entries(buildBriefTexts(model));
  if (shape === 'list') return { texts: texts.map(([key, { value, state }]) => ({ key, value, state })) };
  if (shape === 'values')
    return Object.fromEntries(texts.map(([key, { value, state }]) => [key, { value, state }]));
  return { brief: Object.fromEntries(texts.map(([key, { value, state }]) => [key, { text: value, state }])) };
};

/**
 * Where a question in a body of confirmations names its node and field. `facts`: in its own members `node` and `field`.
 * `about`: in an object, which is its member `about`.
 */
export type QuestionShape = 'facts' | 'about';

/**
 * Builds the body of confirmations, which lists the open questions of a garment. `shape` says how each question is
 * written. `mapId` converts node ids (see `createNodeIdMapper`). The caller adds the garment id.
 */
export const buildSampleConfirmations = (
  model: SampleModel,
  shape: QuestionShape,
  mapId: (node: string) => string,
): { [member: string]: SampleJson } => {
  if (shape === 'about')
    return {
      open: model.open.map(({ id: key, node, field, current, question, options }) => ({
        key,
        question,
        about: { node: mapId(node), field, now: omitReasons(current) },
        ...(options.length > 0
          ? { choices: options.map((text, at) => ({ choice: String.fromCharCode(97 + at), text })) }
          : {}),
      })),
    };
  return {
    unresolved: model.open.map(({ id: key, node, field, current, question, options, basis }) => ({
      id: key,
      node: mapId(node),
      field,
      ...omitReasons(current),
      question,
      options,
      basis,
      confidence: current.confidence ?? null,
      blocking: false,
    })),
  };
};

const BILL_KINDS = new Set(['material', 'trim', 'label']);

type ProvenanceRow = Pick<SampleValue, 'state' | 'confidence'>;

const toProvenanceRow = ({ label, values }: SampleNode): ProvenanceRow => ({
  state: values.text?.state === 'unstated' ? 'unstated' : label.state,
  confidence: label.confidence,
});

/**
 * Counts for each of `words` how many rows have this word in their member `member`. For the member `state`, a result is
 * `{ asserted: 3, inferred: 1, unstated: 0 }`.
 */
const countWords = <K extends keyof ProvenanceRow>(
  rows: readonly ProvenanceRow[],
  member: K,
  words: readonly ProvenanceRow[K][],
): Record<string, number> =>
  Object.fromEntries(
    words.map((word) => [word ?? 'none', rows.filter((row) => row[member] === word).length]),
  );

/** Counts the callouts and the rows of the bill of materials by provenance, and the inferred ones by confidence. */
const countSampleTrust = (model: SampleModel): Record<string, Record<string, number>> => {
  const callouts = model.nodes.filter(({ kind }) => kind === 'construction_note').map(toProvenanceRow);
  const bill = model.nodes.filter(({ kind }) => BILL_KINDS.has(kind)).map(toProvenanceRow);
  const inferred = [...callouts, ...bill].filter(({ state }) => state === 'inferred');
  return {
    callouts: { rows: callouts.length, ...countWords(callouts, 'state', PROVENANCE_BY_STRENGTH) },
    bill_of_materials: { rows: bill.length, ...countWords(bill, 'state', PROVENANCE_BY_STRENGTH) },
    confidence: countWords(inferred, 'confidence', ['high', 'medium', 'low', undefined]),
  };
};

/**
 * The form of the counts in a Design Trust body. In `facts`, all counts are in one list, each as a value with
 * provenance. In `plain`, each count is a number. In `rows`, each group of counts, for example `callouts`, is one
 * object in a list.
 */
export type TrustShape = 'facts' | 'plain' | 'rows';

/**
 * Builds a Design Trust body: the counts of `countSampleTrust` and the number of open questions. The caller adds the
 * garment id.
 */
export const buildSampleTrust = (model: SampleModel, shape: TrustShape): { [member: string]: SampleJson } => {
  const groups = Object.entries(countSampleTrust(model));
  const unresolved = createNumber(model.open.length);
  const toNumbers = (group: Record<string, number>) =>
    Object.entries(group).map(([name, n]) => [name, createNumber(n)] as const);
  if (shape === 'plain')
    return {
      ...Object.fromEntries(groups.map(([name, group]) => [name, Object.fromEntries(toNumbers(group))])),
      unresolved,
    };
  if (shape === 'rows')
    return {
      rows: groups.map(([groupName, group]) => ({
        of: groupName,
        ...Object.fromEntries(toNumbers(group).map(([name, value]) => [name, { value, state: 'inferred' }])),
      })),
      unresolved: { value: unresolved, state: 'inferred' },
    };
  const counts = groups.flatMap(([name, group]) =>
    toNumbers(group).map(([field, value]) => ({ field: `${name}.${field}`, value, state: 'inferred' })),
  );
  return { counts: [...counts, { field: 'unresolved', value: unresolved, state: 'inferred' }] };
};

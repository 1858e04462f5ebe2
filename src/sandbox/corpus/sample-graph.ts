import type { SandboxProfile } from '../state/profiles-and-drivers.ts';
import { INTENT_FIELDS } from './node-drafts.ts';
import { createNumber, parseLiteral } from './notation.ts';
import type { SampleJson, SampleModel, SampleNode, SampleValue } from './sample-model.ts';

/**
 * Returns a value without basis and confidence. It keeps its provenance, so that a factory sees what is
 * inferred.
 */
const omitReasons = ({ value, state, unit }: SampleValue): SampleValue => ({ value, state, unit });

/**
 * Returns the node as a profile sees it. The factory profile leaves out intent fields and the reasons of
 * inferences; ids, provenance, links and order stay the same.
 */
const filterNodeForProfile = (node: SampleNode, profile: SandboxProfile): SampleNode => {
  if (profile === 'technical_designer') return node;
  const made = Object.entries(node.values).filter(([field]) => !INTENT_FIELDS.has(field));
  return {
    ...node,
    label: omitReasons(node.label),
    values: Object.fromEntries(made.map(([field, value]) => [field, omitReasons(value)])),
  };
};

/**
 * The shape of a graph body. The specification shows no contents, so readers must accept more than one
 * shape.
 */
export type GraphDialect = 'nested' | 'flat';

/** Returns a stated value as an object. */
const toStatedJson = ({ value, state, unit, confidence, basis }: SampleValue): SampleJson => ({
  value,
  state,
  unit,
  confidence,
  basis,
});

/** Returns a node of the dialect `nested`. */
const toNestedNode = (node: SampleNode): SampleJson => {
  return {
    id: node.id,
    kind: node.kind,
    label: toStatedJson(node.label),
    values: Object.fromEntries(
      Object.entries(node.values).map(([field, value]) => [field, toStatedJson(value)]),
    ),
    links: node.links.length > 0 ? node.links.map((link) => ({ ...link })) : undefined,
  };
};

/** Names of kinds that differ in the dialect `flat`. */
const FLAT_KIND_NAMES: Readonly<Record<string, string>> = {
  piece: 'panel',
  measurement: 'point',
  construction_note: 'remark',
};

/**
 * Returns a node of the dialect `flat`: with values beside the name, with a list of facts, or with one
 * state for the whole node.
 */
const toFlatNode = (node: SampleNode, index: number, name: (id: string) => string): SampleJson => {
  const head = { node_id: name(node.id), type: FLAT_KIND_NAMES[node.kind] ?? node.kind };
  const between = node.links.map((link) => name(link.to));
  const links = between.length > 0 ? { between } : {};
  const fields = Object.entries(node.values);
  const beside = () =>
    Object.fromEntries(
      fields.map(([field, value]) => [
        field === 'type' || field === 'state' ? `its_${field}` : field,
        toFlatValue(value),
      ]),
    );
  if (index % 3 === 1)
    return { ...head, name: node.label.value, state: node.label.state, ...beside(), ...links };
  if (index % 3 === 2)
    return {
      ...head,
      name: toStatedJson(node.label),
      facts: fields.map(([field, value]) => ({ field, ...(toStatedJson(value) as object) })),
      ...links,
    };
  return { ...head, name: toStatedJson(node.label), ...beside(), ...links };
};

/** Returns a value of the dialect `flat`. An unstated value has no member `value`. */
const toFlatValue = (value: SampleValue): SampleJson =>
  value.value === null ? { state: value.state, unit: value.unit } : toStatedJson(value);

/** Nodes of unexpected shapes: a value inside a value, a text, a number, null. */
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

/** Creates the function that maps node ids to those of the dialect, for example `n1`. */
export const createNodeIdMapper = (model: SampleModel, dialect: GraphDialect): ((id: string) => string) => {
  if (dialect === 'nested') return (id) => id;
  const ids = new Map(model.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  return (id) => ids.get(id) ?? id;
};

/** Builds the members of a graph body after its identity. */
export const buildSampleGraph = (
  model: SampleModel,
  profile: SandboxProfile,
  dialect: GraphDialect,
  house: boolean,
): { [member: string]: SampleJson } => {
  const nodes = model.nodes.map((node) => filterNodeForProfile(node, profile));
  const name = createNodeIdMapper(model, dialect);
  const shaped =
    dialect === 'nested'
      ? nodes.map(toNestedNode)
      : [...nodes.map((node, at) => toFlatNode(node, at, name)), ...IRREGULAR_NODES];
  return { profile, nodes: shaped, ...(house ? { facts: model.facts.map((fact) => ({ ...fact })) } : {}) };
};

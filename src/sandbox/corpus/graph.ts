import type { Profile } from '../world/forms.ts';
import { literal, number } from './lexeme.ts';
import type { GarmentNode, Json, Model, Stated } from './model.ts';
import { forProfile } from './profile.ts';

/** How a body is shaped. The service shows the contents of none, so that no reader may be fitted to one. */
export type Dialect = 'nested' | 'flat';

const said = ({ value, state, unit, confidence, basis }: Stated): Json => ({
  value,
  state,
  unit,
  confidence,
  basis,
});

const nested = (node: GarmentNode): Json => {
  return {
    id: node.id,
    kind: node.kind,
    label: said(node.label),
    values: Object.fromEntries(Object.entries(node.values).map(([field, value]) => [field, said(value)])),
    links: node.links.length > 0 ? node.links.map((link) => ({ ...link })) : undefined,
  };
};

const TYPES: Readonly<Record<string, string>> = {
  piece: 'panel',
  measurement: 'point',
  construction_note: 'remark',
};

/** Flat nodes: values beside the name, or a list of facts in the node, or one state for the whole node. */
const flat = (node: GarmentNode, index: number, name: (id: string) => string): Json => {
  const head = { node_id: name(node.id), type: TYPES[node.kind] ?? node.kind };
  const between = node.links.map((link) => name(link.to));
  const links = between.length > 0 ? { between } : {};
  const fields = Object.entries(node.values);
  const beside = () =>
    Object.fromEntries(
      fields.map(([field, value]) => [
        field === 'type' || field === 'state' ? `its_${field}` : field,
        bareIfNull(value),
      ]),
    );
  if (index % 3 === 1)
    return { ...head, name: node.label.value, state: node.label.state, ...beside(), ...links };
  if (index % 3 === 2)
    return {
      ...head,
      name: said(node.label),
      facts: fields.map(([field, value]) => ({ field, ...(said(value) as object) })),
      ...links,
    };
  return { ...head, name: said(node.label), ...beside(), ...links };
};

/** In this dialect a value that nobody stated has no member `value` at all. */
const bareIfNull = (value: Stated): Json =>
  value.value === null ? { state: value.state, unit: value.unit } : said(value);

/** What a reader meets that expected objects of one shape: a value inside a value, a text, a number, a null. */
const STRAYS: readonly Json[] = [
  {
    key: 'x',
    payload: {
      deep: {
        deeper: { value: [number(1), number(2), { value: 'hook', state: 'inferred' }], state: 'asserted' },
      },
    },
  },
  'a bare string node',
  literal('7'),
  null,
];

/** The id of a node as the dialect writes it. */
export const naming = (model: Model, dialect: Dialect): ((id: string) => string) => {
  if (dialect === 'nested') return (id) => id;
  const ids = new Map(model.nodes.map(({ id }, index) => [id, `n${index + 1}`]));
  return (id) => ids.get(id) ?? id;
};

/** The members of a graph's body after its identity. */
export const graph = (
  model: Model,
  profile: Profile,
  dialect: Dialect,
  house: boolean,
): { [member: string]: Json } => {
  const nodes = model.nodes.map((node) => forProfile(node, profile));
  const name = naming(model, dialect);
  const shaped =
    dialect === 'nested' ? nodes.map(nested) : [...nodes.map((node, at) => flat(node, at, name)), ...STRAYS];
  return { profile, nodes: shaped, ...(house ? { facts: model.facts.map((fact) => ({ ...fact })) } : {}) };
};

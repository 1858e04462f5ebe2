import { parse } from 'lossless-json';
import type { Entry } from '../../garment/entries.ts';
import { type Tally, tallyOf } from '../../garment/flatten-body.ts';
import { type GraphNode, readGraph } from '../../garment/graph.ts';
import { isRecord, payloadText } from '../../json/values.ts';
import type { Garment } from '../corpus/index.ts';
import type { Profile } from '../world/forms.ts';

/** Which export it is. */
export interface ExportFacts {
  readonly createdAt: string;
  readonly exportId: string;
}

/** A question that nobody has answered, with the value that stands meanwhile. */
export interface Question {
  readonly text: string;
  readonly about: string;
  readonly state: string | undefined;
  readonly now: string;
}

/** One garment as a document tells it, read from the bodies that the service answers with. */
export interface Specification {
  /** `GARM-<n>`, else the uuid. */
  readonly identity: string;
  readonly name: string | null;
  readonly category: string;
  readonly profile: Profile;
  readonly nodes: readonly GraphNode[];
  /** Values of nodes by state; links and facts are not among them. */
  readonly tally: Tally;
  readonly questions: readonly Question[];
}

/** Whoever wrote the body chose the words; these are the ones known to mean the same. */
const ALIKE: Readonly<Record<string, string>> = {
  panel: 'piece',
  point: 'measurement',
  remark: 'construction_note',
};

export const kindOf = (node: GraphNode): string => ALIKE[node.kind] ?? node.kind;

export const ofKind = (spec: Specification, ...kinds: readonly string[]): GraphNode[] =>
  spec.nodes.filter((node) => kinds.includes(kindOf(node)));

/** The values of a node other than its label: no links, nothing that stands inside another value. */
export const valuesOf = (node: GraphNode): Entry[] =>
  node.entries.filter(({ role, within }) => (role === 'value' || role === 'self') && within === undefined);

export const valueIn = (node: GraphNode, field: string): Entry | undefined =>
  valuesOf(node).find((entry) => entry.field === field || entry.field === `its_${field}`);

/** Objects that ask something, however deep the body keeps them. */
const asked = (body: unknown, nodes: readonly GraphNode[]): Question[] => {
  if (Array.isArray(body)) return body.flatMap((item) => asked(item, nodes));
  if (!isRecord(body)) return [];
  if (typeof body.question !== 'string') return Object.values(body).flatMap((member) => asked(member, nodes));
  const about = isRecord(body.about) ? body.about : body;
  const now = isRecord(about.now) ? about.now : about;
  const node = nodes.find(({ id }) => id === about.node);
  const subject = node?.label || payloadText(about.node);
  const unit = typeof now.unit === 'string' ? ` ${now.unit}` : '';
  return [
    {
      text: body.question,
      about: [subject, payloadText(about.field)].filter(Boolean).join(', '),
      state: typeof now.state === 'string' ? now.state : undefined,
      now: now.value === null || now.value === undefined ? '' : `${payloadText(now.value)}${unit}`,
    },
  ];
};

export const specification = (garment: Garment, profile: Profile): Specification => {
  const { nodes } = readGraph(parse(garment.graph(profile)));
  return {
    identity: garment.sgg_garment_id ?? garment.id,
    name: garment.name,
    category: garment.garment_category ?? '',
    profile,
    nodes,
    tally: tallyOf(nodes.flatMap(({ entries }) => entries.filter(({ role }) => role !== 'link'))),
    questions: asked(parse(garment.read('confirmations')), nodes),
  };
};

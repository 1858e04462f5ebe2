/** Part of a graph by what somebody asks about. What is kept stays as the body wrote it, and in its order. */

import { isRecord, own } from '../json/values.ts';
import { type Entry, entriesOf, itemEntries } from './entries.ts';
import { GROUPS, type GraphNode, namingMembers, readGraph } from './graph.ts';
import { wanted } from './kinds.ts';
import { linksOf } from './links.ts';
import { groupEntries, isNamed } from './open-body.ts';
import { payloadKey } from './stated.ts';

/** Each leaves out what it does not name; undefined leaves out nothing. */
export interface Choice {
  readonly kinds?: readonly string[] | undefined;
  /** Ids of nodes. */
  readonly nodes?: readonly string[] | undefined;
  /** Of the values: only those with one of these states. */
  readonly states?: readonly string[] | undefined;
  /** Of the values: only those under one of these names. */
  readonly fields?: readonly string[] | undefined;
}

export interface Narrowed {
  readonly body: unknown;
  /** Nodes that are kept, and that there are. */
  readonly nodes: number;
  readonly of: number;
  /** Members of the body that went with the choice. */
  readonly leftOut: readonly string[];
  /** Nodes among those named or of those kinds that have none of the fields, in any state. */
  readonly lacking: readonly string[];
}

export const isChoice = ({ kinds, nodes, states, fields }: Choice): boolean =>
  [kinds, nodes, states, fields].some((words) => words !== undefined);

/** What a path is called: `collar.stand` is `stand` too, and `points[2]` is `points`. */
export const namesOf = (field: string): readonly string[] => {
  const whole = field.toLowerCase();
  const unnumbered = whole.replaceAll(/\[\d+\]/g, '');
  return [whole, unnumbered, unnumbered.slice(unnumbered.lastIndexOf('.') + 1)];
};

const BESIDE_STATE = ['state', 'unit', 'basis', 'confidence'];

type Keeps = (entries: readonly Entry[], ...names: readonly string[]) => boolean;

const keeping = ({ states, fields }: Choice): Keeps => {
  const words = fields && new Set(fields.map((field) => field.toLowerCase()));
  const isNamed = (field: string): boolean =>
    words === undefined || namesOf(field).some((name) => words.has(name));
  const hasState = ({ state }: Entry): boolean =>
    states === undefined || (state !== undefined && states.includes(state));
  return (entries, ...names) => {
    const own = names.some(isNamed) ? entries : entries.filter(({ field }) => isNamed(field));
    return own.some(hasState) || (states === undefined && names.some(isNamed));
  };
};

/** What a member is taken apart into; undefined for one that is kept or left out as a whole. */
type Parts = (
  key: string,
  value: unknown,
) => readonly (readonly [string, unknown, readonly Entry[]])[] | undefined;

interface Reader {
  /** Ids of nodes, by which links are told from other lists. */
  readonly known: ReadonlySet<string>;
  readonly parts: Parts;
}

/** The values of a group each by itself, and the links of a list. */
const partsAmong =
  (known: ReadonlySet<string>): Parts =>
  (key, value) => {
    if (GROUPS.includes(key) && isRecord(value))
      return Object.entries(value).map(([field, item]) => [field, item, entriesOf(item, field)]);
    if (!Array.isArray(value)) return undefined;
    if (GROUPS.includes(key))
      return value.map((item, at) => [
        '',
        item,
        isNamed(item) ? itemEntries(item, '', at, 0, 'fact') : entriesOf(item, `${key}[${at}]`),
      ]);
    return linksOf(key, value, known) && value.map((item) => ['', item, linksOf(key, [item], known) ?? []]);
  };

/** A member with those of its parts that are kept; undefined where the reader finds nothing in it that is. */
const ofMember = (key: string, value: unknown, keeps: Keeps, { known, parts }: Reader): unknown => {
  const entries = GROUPS.includes(key)
    ? groupEntries(key, value)
    : (linksOf(key, value, known) ?? entriesOf(value, key));
  if (!keeps(entries, key)) return undefined;
  const kept = parts(key, value)?.filter(([name, , own]) => keeps(own, key, ...(name === '' ? [] : [name])));
  // What is read as a whole only is kept as one.
  if (kept === undefined || kept.length === 0) return value;
  return Array.isArray(value)
    ? kept.map(([, item]) => item)
    : Object.fromEntries(kept.map(([name, item]) => [name, item]));
};

/** A node with what names it and those of its values that are kept; undefined where none is. */
const ofNode = (raw: unknown, { entries }: GraphNode, keeps: Keeps, reader: Reader): unknown => {
  if (!isRecord(raw)) return keeps(entries, '') ? raw : undefined;
  const naming = namingMembers(raw);
  const payload = payloadKey(raw) ?? '';
  // A state of the node goes with its payload and with what qualifies it.
  const self = typeof own(raw, 'state') === 'string' ? [...BESIDE_STATE, payload] : [];
  const spoken = Object.fromEntries(Object.entries(raw).filter(([key]) => self.includes(key)));
  const hasSelf = self.length > 0 && keeps(entriesOf(spoken, payload), payload);
  // A name is there whatever is asked; only what was asked about makes a node part of the answer.
  let isKept = hasSelf || keeps(entries);
  const members = Object.entries(raw).flatMap(([key, value]): [string, unknown][] => {
    if (self.includes(key)) return hasSelf ? [[key, value]] : [];
    if (naming.includes(key)) return [[key, value]];
    const kept = ofMember(key, value, keeps, reader);
    if (kept === undefined) return [];
    isKept = true;
    return [[key, kept]];
  });
  return isKept ? Object.fromEntries(members) : undefined;
};

/** The graph with what was chosen. Nodes keep their order. */
export const narrow = (body: unknown, choice: Choice): Narrowed => {
  const graph = readGraph(body);
  const of = graph.nodes.length;
  if (!isRecord(body) || !isChoice(choice)) return { body, nodes: of, of, leftOut: [], lacking: [] };
  const { kinds, nodes, states, fields } = choice;
  const keeps = keeping(choice);
  const known = new Set(graph.nodes.map(({ id }) => id));
  const reader = { known, parts: partsAmong(known) };
  const isInside = states !== undefined || fields !== undefined;
  const list = own(body, 'nodes');
  const isList = of > 0;
  // Who asks about nodes asks about nothing beside them.
  const isAboutNodes = kinds !== undefined || nodes !== undefined;
  const hasField = keeping({ fields });
  const lacking: string[] = [];
  const raws = isList ? Object.entries(Object(list)) : [];
  const left = raws.flatMap(([key, raw], at) => {
    const node = graph.nodes[at];
    if (node === undefined) return [];
    const { id, kind } = node;
    if (!wanted(kind, kinds) || (nodes !== undefined && !nodes.includes(id))) return [];
    const kept = isInside ? ofNode(raw, node, keeps, reader) : raw;
    if (kept === undefined && fields && isAboutNodes && ofNode(raw, node, hasField, reader) === undefined)
      lacking.push(id);
    return kept === undefined ? [] : [[key, kept] as const];
  });

  const leftOut: string[] = [];
  const members = Object.entries(body).flatMap(([key, value]): [string, unknown][] => {
    if (key === 'nodes' && isList)
      return [[key, Array.isArray(list) ? left.map(([, raw]) => raw) : Object.fromEntries(left)]];
    if (key === 'garment_id' || key === 'profile') return [[key, value]];
    const kept = isAboutNodes ? undefined : ofMember(key, value, keeps, reader);
    if (kept !== undefined) return [[key, kept]];
    leftOut.push(key);
    return [];
  });
  return { body: Object.fromEntries(members), nodes: left.length, of, leftOut, lacking };
};

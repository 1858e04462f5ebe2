/** Change bars: a vertical bar and the letter of the revision before each value that changed. */

import { listComparables } from '../../garment/comparable-value.ts';
import type { DesignTrust } from '../../garment/design-trust.ts';
import { type GraphModel, type GraphNode, readGraph } from '../../garment/graph-model.ts';
import type { OpenBody } from '../../garment/open-body.ts';
import type { OpenQuestion } from '../../garment/open-question.ts';
import type { OpenQuestions } from '../../garment/open-questions.ts';
import type { Value } from '../../garment/value.ts';
import type { ValueChange } from '../../garment/value-change.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { addToGroup } from '../../platform/group-items.ts';
import { toJsonText } from '../../platform/json/json-values.ts';
import type { SheetRevision } from './revision.ts';

/** The content of a change bar: the letter of the revision, and the change word (`REVISED`) for screen readers. */
export interface ChangeMark {
  readonly word: string;
  readonly letter: string;
}

/** A value, node or question that can have a change bar. */
export interface WithChangeBar {
  readonly changed?: ChangeMark | undefined;
}

/** A node of the earlier version that the present version does not have. Its row is struck through. */
export interface RemovedNode extends GraphNode, WithChangeBar {
  readonly isRemoved: true;
}

/** Returns true for a node that the present version does not have. */
export const isRemovedNode = (node: GraphNode | RemovedNode): node is RemovedNode => 'isRemoved' in node;

/** Renders a change bar, or nothing if nothing changed. */
export const renderChangeBarHtml = ({ changed }: WithChangeBar & { readonly state?: unknown }): HtmlSafe =>
  changed === undefined
    ? emptyHtml
    : html`<span class="cb" role="img" aria-label="changed: ${changed.word.toLowerCase()}">${changed.letter}</span>`;

/** Finds the change word of a value or node, for example `REVISED` or `added`. */
interface ChangeLookup {
  /** Returns the change word of a value, or undefined. The id `node` is empty for a value outside the nodes. */
  findWord(node: string, entry: Value): string | undefined;
  /** Returns the change word of a node that was added, lost a value or changed its kind; otherwise undefined. */
  findNodeWord(node: string): string | undefined;
}

/** Builds the key by which the lookup finds a value: node id, provenance, value and unit as JSON. */
const buildValueKey = (
  node: string,
  said: { readonly state?: unknown; readonly value?: unknown; readonly unit?: unknown },
) => toJsonText([node, said.state ?? null, said.value ?? null, said.unit ?? null]);

/** Returns true if the paths are equal, or differ only by a group before the field: `brief.hem` and `hem`. */
const isSameField = (whole: string, field: string): boolean => whole === field || whole.endsWith(`.${field}`);

/** Lists the new values of a change, each with its node and field. A change by size lists only the changed sizes. */
const listMarkedValues = ({ node_id: node, role, field, before, after, values = [] }: ValueChange) => {
  if (role === 'node' || after === null) return [];
  if (role === 'size')
    return values.map((each) => ({ node: each.node_id ?? '', field: each.field, said: each }));
  const inner = role === 'sizes' || role === 'order' ? after.value : undefined;
  if (typeof inner !== 'object' || inner === null) return [{ node, field, said: after }];
  const earlier = Object(before?.value) as Readonly<Record<string, unknown>>;
  return Object.entries(inner)
    .filter(([size, value]) => toJsonText(earlier[size] ?? null) !== toJsonText(value))
    .map(([, value]) => ({ node, field, said: { ...after, value } }));
};

const createChangeLookup = (changes: readonly ValueChange[]): ChangeLookup => {
  const byValue = new Map<string, { readonly change: ValueChange; readonly field: string }[]>();
  const nodes = new Map<string, string>();
  for (const change of changes) {
    const { node_id, role, field, after, word } = change;
    const ofWhole = role === 'node' || after === null || (role === 'plain' && field === 'kind');
    if (ofWhole && node_id !== '' && !nodes.has(node_id)) nodes.set(node_id, word);
    for (const { node, field: own, said } of listMarkedValues(change)) {
      addToGroup(byValue, buildValueKey(node, said), { change, field: own });
    }
  }
  // A change by size has the field `spec`, and the values of the sizes have paths such as `spec.XS`.
  const isOf = (path: string, { change: { role }, field }: { change: ValueChange; field: string }): boolean =>
    isSameField(field, path) || ((role === 'sizes' || role === 'order') && path.startsWith(field));
  return {
    findWord: (node, entry) => {
      if (byValue.size === 0) return undefined;
      for (const value of listComparables(entry))
        for (const atom of [value, ...value.beside.values()]) {
          const found = byValue.get(buildValueKey(node, atom))?.find((each) => isOf(atom.path, each));
          if (found) return found.change.word;
        }
      return undefined;
    },
    findNodeWord: (node) => nodes.get(node),
  };
};

interface MarkedChanges extends ChangeLookup {
  readonly letter: string;
}

const addBarToValue =
  (changed: MarkedChanges, node: string) =>
  (entry: Value): Value & WithChangeBar => {
    const word = changed.findWord(node, entry);
    return word === undefined ? entry : { ...entry, changed: { word, letter: changed.letter } };
  };

const addBarToBodyValue = (changed: MarkedChanges): ((entry: Value) => Value) => addBarToValue(changed, '');

const addBarsToNode =
  (changed: MarkedChanges) =>
  (node: GraphNode): GraphNode & WithChangeBar => {
    const entries = node.entries.map(addBarToValue(changed, node.id));
    const word = changed.findNodeWord(node.id);
    return { ...node, entries, ...(word !== undefined && { changed: { word, letter: changed.letter } }) };
  };

const addBarsToQuestion =
  (changed: MarkedChanges) =>
  (question: OpenQuestion): OpenQuestion & WithChangeBar => {
    const { id, now } = question;
    const entry = addBarToValue(changed, id);
    const word = changed.findNodeWord(id);
    return {
      ...question,
      now: entry({ ...now, role: 'self', path: 'value', parent: undefined }),
      others: question.others.map(entry),
      ...(word !== undefined && { changed: { word, letter: changed.letter } }),
    };
  };

/** Functions that add change bars to the values of a body, one function for each kind of body. */
export interface ChangeBars {
  graph(graph: GraphModel): GraphModel;
  /** Returns the nodes, with removed nodes at their former positions. */
  rows(nodes: readonly GraphNode[]): readonly GraphNode[];
  brief(body: OpenBody): OpenBody;
  trust(trust: DesignTrust): DesignTrust;
  questions(questions: OpenQuestions): OpenQuestions;
}

/** Returns the nodes with each removed node inserted after the node that it followed in the earlier version. */
const insertRemovedNodes = (
  nodes: readonly GraphNode[],
  { earlier, changes, letter }: SheetRevision,
): readonly GraphNode[] => {
  const present = new Map(nodes.map((node) => [node.id, node] as const));
  const words = new Map(
    (changes.graph ?? [])
      .filter(({ role, after, withheld }) => role === 'node' && after === null && !withheld)
      .map(({ node_id, word }) => [node_id, word] as const),
  );
  const first: RemovedNode[] = [];
  const following = new Map<GraphNode, RemovedNode[]>();
  let list = first;
  for (const node of words.size === 0 ? [] : readGraph(earlier.graph).nodes) {
    const now = present.get(node.id);
    const word = words.get(node.id);
    if (now !== undefined) {
      list = following.get(now) ?? [];
      following.set(now, list);
    } else if (word !== undefined) list.push({ ...node, isRemoved: true, changed: { word, letter } });
  }
  return [...first, ...nodes.flatMap((node) => [node, ...(following.get(node) ?? [])])];
};

const keepUnchanged = <T>(read: T): T => read;

/**
 * Creates the functions that add the change bars of a revision, and `rows`, which inserts removed nodes. Without a
 * revision, the functions return their argument unchanged.
 */
export const createChangeBars = (revision: SheetRevision | undefined): ChangeBars => {
  if (revision === undefined)
    return {
      ...{ graph: keepUnchanged, rows: keepUnchanged, brief: keepUnchanged, trust: keepUnchanged },
      questions: keepUnchanged,
    };
  const { letter } = revision;
  const { graph, brief, trust, confirmations } = revision.changes;
  const of = {
    graph: { ...createChangeLookup(graph ?? []), letter },
    brief: { ...createChangeLookup(brief ?? []), letter },
    trust: { ...createChangeLookup(trust ?? []), letter },
    questions: { ...createChangeLookup(confirmations ?? []), letter },
  };
  const ofTrust = addBarToBodyValue(of.trust);
  return {
    graph: (read) => ({
      ...read,
      nodes: read.nodes.map(addBarsToNode(of.graph)),
      facts: read.facts.map(addBarToBodyValue(of.graph)),
      rest: read.rest.map(addBarToBodyValue(of.graph)),
    }),
    rows: (nodes) => insertRemovedNodes(nodes, revision),
    brief: (read) => ({
      ...read,
      entries: read.entries.map(addBarToBodyValue(of.brief)),
      others: read.others.map(addBarToBodyValue(of.brief)),
    }),
    trust: (read) => ({
      ...read,
      rows: read.rows.map(({ name, cells }) => ({
        name,
        cells: new Map([...cells].map(([cell, entry]) => [cell, ofTrust(entry)] as const)),
      })),
      confidence: read.confidence.map(({ name, value }) => ({ name, value: ofTrust(value) })),
      rest: read.rest.map(ofTrust),
      others: read.others.map(ofTrust),
    }),
    questions: (read) => ({
      ...read,
      list: read.list?.map(addBarsToQuestion(of.questions)),
      others: read.others.map(addBarToBodyValue(of.questions)),
    }),
  };
};

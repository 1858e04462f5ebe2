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
import type { SheetRevision } from './changes-section.ts';

/** The content of a change bar: the letter of the revision, and the change word (`REVISED`) for screen readers. */
export interface ChangeMark {
  readonly word: string;
  readonly letter: string;
}

/**
 * A value, node or question that can have a change bar. A change bar is a letter beside it that names the revision in
 * which it changed.
 */
export interface WithChangeBar {
  readonly changed?: ChangeMark | undefined;
}

/**
 * A node that only the earlier version of a garment has. In a table of the present version, its row is struck through.
 */
export interface RemovedNode extends GraphNode, WithChangeBar {
  readonly isRemoved: true;
}

/** Returns true for a node that the earlier version of a garment has and the present one does not. */
export const isRemovedNode = (node: GraphNode | RemovedNode): node is RemovedNode => 'isRemoved' in node;

/** Renders the change bar of a changed value or node. Renders nothing if there was no change. */
export const renderChangeBarHtml = ({ changed }: WithChangeBar & { readonly state?: unknown }): HtmlSafe =>
  changed === undefined
    ? emptyHtml
    : html`<span class="cb" role="img" aria-label="changed: ${changed.word.toLowerCase()}">${changed.letter}</span>`;

/**
 * Finds the marks of changes in one body. The argument `node` is the id of the node or question to which a value
 * belongs. It is empty for a value that belongs to neither.
 */
interface ChangeLookup {
  findValueMark(node: string, entry: Value): ChangeMark | undefined;
  /**
   * Returns the change mark of a node that was added, lost a value or has a new kind. Returns undefined for any other
   * node.
   */
  findNodeMark(node: string): ChangeMark | undefined;
}

const buildValueKey = (
  node: string,
  { state, value, unit }: { readonly state?: unknown; readonly value?: unknown; readonly unit?: unknown },
) => toJsonText([node, state ?? null, value ?? null, unit ?? null]);

const isSameField = (whole: string, field: string): boolean => whole === field || whole.endsWith(`.${field}`);

/**
 * Lists the new values of a change, each with its node and field. If the value has an amount for each size, only the
 * sizes with a changed amount are listed.
 */
const listMarkedValues = ({ node_id: node, role, field, before, after, values = [] }: ValueChange) => {
  if (role === 'node' || after === null) return [];
  if (role === 'size')
    return values.map((value) => ({ node: value.node_id ?? '', field: value.field, newValue: value }));
  const valuesBySize = role === 'sizes' || role === 'order' ? after.value : undefined;
  if (typeof valuesBySize !== 'object' || valuesBySize === null) return [{ node, field, newValue: after }];
  const earlier = Object(before?.value) as Readonly<Record<string, unknown>>;
  return Object.entries(valuesBySize)
    .filter(([size, value]) => toJsonText(earlier[size] ?? null) !== toJsonText(value))
    .map(([, value]) => ({ node, field, newValue: { ...after, value } }));
};

const createChangeLookup = (letter: string, changes: readonly ValueChange[] = []): ChangeLookup => {
  const changesByValue = new Map<string, { readonly change: ValueChange; readonly field: string }[]>();
  const nodeMarks = new Map<string, ChangeMark>();
  for (const change of changes) {
    const { node_id, role, field, after, word } = change;
    const isOfNode = role === 'node' || after === null || (role === 'plain' && field === 'kind');
    if (isOfNode && node_id !== '' && !nodeMarks.has(node_id)) nodeMarks.set(node_id, { word, letter });
    for (const { node, field: valueField, newValue } of listMarkedValues(change))
      addToGroup(changesByValue, buildValueKey(node, newValue), { change, field: valueField });
  }
  // A change of a value in several sizes has the path of the field, for example `spec`. It applies to every value with
  // a path that begins with the path of the field, for example `spec.XS`.
  const isChangeOf = (path: string, { role }: ValueChange, field: string): boolean =>
    isSameField(field, path) || ((role === 'sizes' || role === 'order') && path.startsWith(field));
  return {
    findValueMark: (node, entry) => {
      if (changesByValue.size === 0) return undefined;
      for (const value of listComparables(entry))
        for (const atom of [value, ...value.beside.values()]) {
          const found = changesByValue
            .get(buildValueKey(node, atom))
            ?.find(({ change, field }) => isChangeOf(atom.path, change, field));
          if (found) return { word: found.change.word, letter };
        }
      return undefined;
    },
    findNodeMark: (node) => nodeMarks.get(node),
  };
};

const addBarToValue =
  (lookup: ChangeLookup, node = '') =>
  (entry: Value): Value & WithChangeBar => {
    const changed = lookup.findValueMark(node, entry);
    return changed === undefined ? entry : { ...entry, changed };
  };

const addBarsToNode =
  (lookup: ChangeLookup) =>
  (node: GraphNode): GraphNode & WithChangeBar => {
    const entries = node.entries.map(addBarToValue(lookup, node.id));
    const changed = lookup.findNodeMark(node.id);
    return { ...node, entries, ...(changed !== undefined && { changed }) };
  };

const addBarsToQuestion =
  (lookup: ChangeLookup) =>
  (question: OpenQuestion): OpenQuestion & WithChangeBar => {
    const { id, now } = question;
    const addBar = addBarToValue(lookup, id);
    const changed = lookup.findNodeMark(id);
    return {
      ...question,
      now: addBar({ ...now, role: 'self', path: 'value', parent: undefined }),
      others: question.others.map(addBar),
      ...(changed !== undefined && { changed }),
    };
  };

/**
 * Functions that add change bars (marks of changed values) to the contents of a body. Each kind of body has its own
 * function.
 */
export interface ChangeBars {
  graph(graph: GraphModel): GraphModel;
  /**
   * Returns the nodes of the present version, with the removed nodes of the earlier version at their former positions.
   */
  rows(nodes: readonly GraphNode[]): readonly GraphNode[];
  brief(body: OpenBody): OpenBody;
  trust(trust: DesignTrust): DesignTrust;
  questions(questions: OpenQuestions): OpenQuestions;
}

/**
 * Returns one list of the present nodes and the removed nodes. A removed node follows the last present node that was
 * before it in the earlier version.
 */
const insertRemovedNodes = (
  nodes: readonly GraphNode[],
  { earlier, changes, letter }: SheetRevision,
): readonly GraphNode[] => {
  const presentNodes = new Map(nodes.map((node) => [node.id, node] as const));
  const words = new Map(
    (changes.graph ?? [])
      .filter(({ role, after, withheld }) => role === 'node' && after === null && !withheld)
      .map(({ node_id, word }) => [node_id, word] as const),
  );
  const removedFirst: RemovedNode[] = [];
  const removedAfter = new Map<GraphNode, RemovedNode[]>();
  let list = removedFirst;
  for (const node of words.size === 0 ? [] : readGraph(earlier.graph).nodes) {
    const now = presentNodes.get(node.id);
    const word = words.get(node.id);
    if (now !== undefined) {
      list = removedAfter.get(now) ?? [];
      removedAfter.set(now, list);
    } else if (word !== undefined) list.push({ ...node, isRemoved: true, changed: { word, letter } });
  }
  return [...removedFirst, ...nodes.flatMap((node) => [node, ...(removedAfter.get(node) ?? [])])];
};

const keepUnchanged = <T>(body: T): T => body;

const NO_CHANGE_BARS: ChangeBars = {
  graph: keepUnchanged,
  rows: keepUnchanged,
  brief: keepUnchanged,
  trust: keepUnchanged,
  questions: keepUnchanged,
};

/**
 * Creates functions that add change bars to the bodies of a garment. If `revision` is undefined, the functions return
 * their argument unchanged.
 */
export const createChangeBars = (revision: SheetRevision | undefined): ChangeBars => {
  if (revision === undefined) return NO_CHANGE_BARS;
  const { changes, letter } = revision;
  const graphChanges = createChangeLookup(letter, changes.graph);
  const questionChanges = createChangeLookup(letter, changes.confirmations);
  const addGraphBar = addBarToValue(graphChanges);
  const addBriefBar = addBarToValue(createChangeLookup(letter, changes.brief));
  const addTrustBar = addBarToValue(createChangeLookup(letter, changes.trust));
  return {
    graph: (graph) => ({
      ...graph,
      nodes: graph.nodes.map(addBarsToNode(graphChanges)),
      facts: graph.facts.map(addGraphBar),
      rest: graph.rest.map(addGraphBar),
    }),
    rows: (nodes) => insertRemovedNodes(nodes, revision),
    brief: (brief) => ({
      ...brief,
      entries: brief.entries.map(addBriefBar),
      others: brief.others.map(addBriefBar),
    }),
    trust: (trust) => ({
      ...trust,
      rows: trust.rows.map(({ name, cells }) => ({
        name,
        cells: new Map([...cells].map(([cell, entry]) => [cell, addTrustBar(entry)] as const)),
      })),
      confidence: trust.confidence.map(({ name, value }) => ({ name, value: addTrustBar(value) })),
      rest: trust.rest.map(addTrustBar),
      others: trust.others.map(addTrustBar),
    }),
    questions: (questions) => ({
      ...questions,
      list: questions.list?.map(addBarsToQuestion(questionChanges)),
      others: questions.others.map(addBarToValue(questionChanges)),
    }),
  };
};

/** Change bars: a line before each value that is not what it was, with the word for those who cannot see it. */

import { html, type Markup, none } from '../border/html.ts';
import { type ChangedValues, changedValues } from '../garment/changed-values.ts';
import type { Entry } from '../garment/entries.ts';
import type { Graph, GraphNode } from '../garment/graph.ts';
import type { OpenBody } from '../garment/open-body.ts';
import type { Question } from '../garment/question.ts';
import type { Questions } from '../garment/questions.ts';
import type { Trust } from '../garment/trust.ts';
import type { Revision } from './revision.ts';

/** What carries a bar. */
export interface Barred {
  /** The word of its change; undefined where it is what it was. */
  readonly changed?: string | undefined;
}

/** Of whatever may carry one; all of that has a state, or may have. */
export const barHtml = ({ changed }: Barred & { readonly state?: unknown }): Markup =>
  changed === undefined
    ? none
    : html`<span class="cb" role="img" aria-label="changed: ${changed.toLowerCase()}"></span>`;

const entryIn =
  (changed: ChangedValues, node: string) =>
  (entry: Entry): Entry & Barred => {
    const word = changed.of(node, entry);
    return word === undefined ? entry : { ...entry, changed: word };
  };

const bodyIn = (changed: ChangedValues): ((entry: Entry) => Entry) => entryIn(changed, '');

const nodeIn =
  (changed: ChangedValues) =>
  (node: GraphNode): GraphNode & Barred => {
    const entries = node.entries.map(entryIn(changed, node.id));
    const word = changed.ofNode(node.id);
    return { ...node, entries, ...(word !== undefined && { changed: word }) };
  };

const questionIn =
  (changed: ChangedValues) =>
  (question: Question): Question & Barred => {
    const { id, now } = question;
    const entry = entryIn(changed, id);
    const word = changed.ofNode(id);
    return {
      ...question,
      now: entry({ ...now, role: 'self', field: 'value', within: undefined }),
      others: question.others.map(entry),
      ...(word !== undefined && { changed: word }),
    };
  };

/** Bodies as they were read, with the bars of a revision; as they are where there is none. */
export interface Bars {
  graph(graph: Graph): Graph;
  open(body: OpenBody): OpenBody;
  trust(trust: Trust): Trust;
  questions(questions: Questions): Questions;
}

const same = <T>(read: T): T => read;

export const barsOf = (revision: Revision | undefined): Bars => {
  if (revision === undefined) return { graph: same, open: same, trust: same, questions: same };
  const { graph, brief, trust, confirmations } = revision.changes;
  const of = {
    graph: changedValues(graph ?? []),
    brief: changedValues(brief ?? []),
    trust: changedValues(trust ?? []),
    questions: changedValues(confirmations ?? []),
  };
  const ofTrust = bodyIn(of.trust);
  return {
    graph: (read) => ({
      ...read,
      nodes: read.nodes.map(nodeIn(of.graph)),
      facts: read.facts.map(bodyIn(of.graph)),
      rest: read.rest.map(bodyIn(of.graph)),
    }),
    open: (read) => ({
      ...read,
      entries: read.entries.map(bodyIn(of.brief)),
      others: read.others.map(bodyIn(of.brief)),
    }),
    trust: (read) => ({
      ...read,
      rows: read.rows.map(({ name, cells }) => ({
        name,
        cells: new Map([...cells].map(([cell, entry]) => [cell, ofTrust(entry)] as const)),
      })),
      confidence: read.confidence.map(({ name, entry }) => ({ name, entry: ofTrust(entry) })),
      rest: read.rest.map(ofTrust),
      others: read.others.map(ofTrust),
    }),
    questions: (read) => ({
      ...read,
      list: read.list?.map(questionIn(of.questions)),
      others: read.others.map(bodyIn(of.questions)),
    }),
  };
};

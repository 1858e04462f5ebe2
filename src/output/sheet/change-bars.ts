/** Change bars: a line before each value that changed, with the word of the change for screen readers. */

import { type ChangeLookup, createChangeLookup } from '../../garment/change-lookup.ts';
import type { DesignTrust } from '../../garment/design-trust.ts';
import type { GraphModel, GraphNode } from '../../garment/graph-model.ts';
import type { OpenBody } from '../../garment/open-body.ts';
import type { OpenQuestion } from '../../garment/open-question.ts';
import type { OpenQuestions } from '../../garment/open-questions.ts';
import type { Value } from '../../garment/value.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/html.ts';
import type { SheetRevision } from './revision.ts';

/** Something that can carry a change bar. */
export interface WithChangeBar {
  /** The word of the change; undefined where nothing changed. */
  readonly changed?: string | undefined;
}

/** Renders a change bar; empty where nothing changed. */
export const renderChangeBarHtml = ({ changed }: WithChangeBar & { readonly state?: unknown }): HtmlSafe =>
  changed === undefined
    ? emptyHtml
    : html`<span class="cb" role="img" aria-label="changed: ${changed.toLowerCase()}"></span>`;

const addBarToValue =
  (changed: ChangeLookup, node: string) =>
  (entry: Value): Value & WithChangeBar => {
    const word = changed.findWord(node, entry);
    return word === undefined ? entry : { ...entry, changed: word };
  };

const addBarToBodyValue = (changed: ChangeLookup): ((entry: Value) => Value) => addBarToValue(changed, '');

const addBarsToNode =
  (changed: ChangeLookup) =>
  (node: GraphNode): GraphNode & WithChangeBar => {
    const entries = node.entries.map(addBarToValue(changed, node.id));
    const word = changed.findNodeWord(node.id);
    return { ...node, entries, ...(word !== undefined && { changed: word }) };
  };

const addBarsToQuestion =
  (changed: ChangeLookup) =>
  (question: OpenQuestion): OpenQuestion & WithChangeBar => {
    const { id, now } = question;
    const entry = addBarToValue(changed, id);
    const word = changed.findNodeWord(id);
    return {
      ...question,
      now: entry({ ...now, role: 'self', path: 'value', parent: undefined }),
      others: question.others.map(entry),
      ...(word !== undefined && { changed: word }),
    };
  };

/**
 * Functions that add change bars to the bodies of a garment. Without a revision they return the bodies
 * unchanged.
 */
export interface ChangeBars {
  graph(graph: GraphModel): GraphModel;
  brief(body: OpenBody): OpenBody;
  trust(trust: DesignTrust): DesignTrust;
  questions(questions: OpenQuestions): OpenQuestions;
}

const keepUnchanged = <T>(read: T): T => read;

/** Creates the functions that add the change bars of a revision. */
export const createChangeBars = (revision: SheetRevision | undefined): ChangeBars => {
  if (revision === undefined)
    return { graph: keepUnchanged, brief: keepUnchanged, trust: keepUnchanged, questions: keepUnchanged };
  const { graph, brief, trust, confirmations } = revision.changes;
  const of = {
    graph: createChangeLookup(graph ?? []),
    brief: createChangeLookup(brief ?? []),
    trust: createChangeLookup(trust ?? []),
    questions: createChangeLookup(confirmations ?? []),
  };
  const ofTrust = addBarToBodyValue(of.trust);
  return {
    graph: (read) => ({
      ...read,
      nodes: read.nodes.map(addBarsToNode(of.graph)),
      facts: read.facts.map(addBarToBodyValue(of.graph)),
      rest: read.rest.map(addBarToBodyValue(of.graph)),
    }),
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

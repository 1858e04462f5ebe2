/** Which parts a sheet has, of what a garment's bodies hold: what was chosen is shown, and the rest is counted. */

import { html } from '../border/html.ts';
import { readBrief } from '../garment/brief.ts';
import { type Department, departmentOf } from '../garment/departments.ts';
import type { Entry } from '../garment/entries.ts';
import { type Graph, type GraphNode, readGraph } from '../garment/graph.ts';
import { byKind, wanted } from '../garment/kinds.ts';
import { type LeftOut, leaving, notShown } from '../garment/left-out.ts';
import { garmentOf } from '../garment/node-values.ts';
import { readQuestions } from '../garment/questions.ts';
import { type ById, byId } from '../garment/relations.ts';
import { readTrust } from '../garment/trust.ts';
import type { SheetChoice, SheetPart } from '../view/sheet-parts.ts';
import { briefSection } from './brief.ts';
import { type Bars, barsOf } from './change-bars.ts';
import { changesSection } from './changes-page.ts';
import { drawingOn } from './drawing.ts';
import type { Reading, Section } from './index.ts';
import { leftOutSection } from './left-out.ts';
import { DEPARTMENTS, inTitle, NO_NODES, nodesHtml, type RowTies } from './nodes.ts';
import { besideSections, notStatedSection } from './open-ends.ts';
import { questionsSection } from './questions.ts';
import { BODIES, type Revision, revisionOf } from './revision.ts';
import { trustSection } from './trust.ts';
import { afterName, say } from './words.ts';

export interface Around {
  readonly choice: SheetChoice;
  /** When it was read, in milliseconds since 1970. */
  readonly now: number;
  /** Before the ids of its sections, where several garments stand in one document. */
  readonly prefix: string;
}

/** One garment of a document. */
export interface Article {
  readonly reading: Reading;
  readonly graph: Graph;
  /** Undefined where it is compared with nothing. */
  readonly revision: Revision | undefined;
  readonly sections: readonly Section[];
  readonly now: number;
  readonly prefix: string;
}

/** A part that can be chosen. */
interface Part {
  readonly part: SheetPart;
  readonly title: string;
  sections(): readonly Section[];
  /** All that it would show, and the nodes and questions that this belongs to. */
  readonly entries: readonly Entry[];
  readonly owners?: readonly LeftOut[];
}

const kindName = ({ kind }: GraphNode): string => kind || 'no kind';

/** A page that says nothing of open questions would be taken for one of a garment that has none. */
const notRead = ({ brief, trust, confirmations }: Reading): readonly Section[] => {
  const bodies = { brief, trust, confirmations };
  const names = (['brief', 'trust', 'confirmations'] as const).flatMap((body) =>
    bodies[body] === undefined ? [BODIES[body].words] : [],
  );
  if (names.length === 0) return [];
  const content = html`<p class="note">${say('Not read for this page')}: ${names.map((name, at) => html`${at > 0 ? ', ' : ''}${name}${afterName(name)}`)}.</p>`;
  return [{ id: 'not-read', title: 'Not on this page', content }];
};

type Tabled = ReadonlyMap<Department, readonly GraphNode[]>;

/** Nodes that have a row, by who works from them. */
const tabledIn = (graph: Graph): Tabled => {
  const title = inTitle(graph);
  const tabled = new Map<Department, GraphNode[]>();
  for (const [kind, own] of byKind(graph.nodes.filter((node) => node !== title)))
    tabled.set(departmentOf(kind), [...(tabled.get(departmentOf(kind)) ?? []), ...own]);
  return tabled;
};

/** Those of them that stand on a page. */
const rowsIn = (tabled: Tabled, parts: SheetChoice['parts']): ReadonlySet<GraphNode> =>
  new Set(
    Object.entries(DEPARTMENTS).flatMap(([part, { department }]) =>
      parts === undefined || parts.some((chosen) => chosen === part) ? (tabled.get(department) ?? []) : [],
    ),
  );

interface Of {
  readonly reading: Reading;
  readonly graph: Graph;
  readonly tabled: Tabled;
  readonly known: ById;
  readonly bars: Bars;
  readonly all: boolean;
  readonly ties: RowTies;
}

const partsOf = ({ reading, graph, tabled, known, bars, all, ties }: Of): readonly Part[] => {
  const [brief, trust] = [bars.open(readBrief(reading.brief)), bars.trust(readTrust(reading.trust))];
  const questions = bars.questions(readQuestions(reading.confirmations));
  const list = questions.list ?? [];
  const departments = Object.entries(DEPARTMENTS).map(([part, { department, title: heading }]): Part => {
    const nodes = tabled.get(department) ?? [];
    const section = (): Section => ({
      id: part,
      title: heading,
      content: nodesHtml(nodes, { known, all, ties }),
    });
    return {
      part: part as SheetPart,
      title: heading,
      sections: () => (nodes.length === 0 ? [] : [section()]),
      entries: nodes.flatMap(({ entries }) => entries),
      owners: leaving('node', nodes.map(kindName)),
    };
  });
  return [
    ...departments,
    {
      part: 'facts',
      title: 'Facts',
      sections: () => besideSections(graph, all),
      entries: [...graph.facts, ...graph.rest],
    },
    {
      part: 'brief',
      title: 'Tailor brief',
      sections: () => (reading.brief === undefined ? [] : [briefSection(brief, all)]),
      entries: [...brief.entries, ...brief.others],
    },
    {
      part: 'trust',
      title: 'Design Trust',
      sections: () => (reading.trust === undefined ? [] : [trustSection(trust, all)]),
      entries: [...trust.entries, ...trust.others],
    },
    {
      part: 'questions',
      title: 'Open questions',
      sections: () => (reading.confirmations === undefined ? [] : [questionsSection(questions, known, all)]),
      entries: [...questions.others, ...list.flatMap(({ others }) => others)],
      owners: leaving(
        'question',
        list.map(({ id }) => id),
      ),
    },
    // It says nothing that does not stand in the tables.
    { part: 'not-stated', title: 'Not stated', sections: () => notStatedSection(graph), entries: [] },
  ];
};

export const readArticle = (reading: Reading, { choice, now, prefix }: Around): Article => {
  const { parts, kinds, all } = choice;
  const revision = revisionOf(reading, all);
  const bars = barsOf(revision);
  const graph = bars.graph(readGraph(reading.graph));
  const garment = garmentOf(graph);
  const [nodes, others]: readonly [GraphNode[], GraphNode[]] = [[], []];
  for (const node of graph.nodes) (node === garment || wanted(node.kind, kinds) ? nodes : others).push(node);
  const chosen = { ...graph, nodes };
  const sections: Section[] = [];
  const left: (readonly [string, readonly LeftOut[]])[] = [
    [
      'Other kinds',
      [
        ...leaving('node', others.map(kindName)),
        ...notShown(
          others.flatMap(({ entries }) => entries),
          () => [],
        ),
      ],
    ],
  ];
  const tabled = tabledIn(chosen);
  const drawn = drawingOn(reading.drawing, { graph, rows: rowsIn(tabled, parts), prefix, now });
  const known = byId(graph);
  for (const part of partsOf({ reading, graph: chosen, tabled, known, bars, all, ties: drawn.ties })) {
    if (parts === undefined || parts.includes(part.part)) {
      sections.push(...part.sections());
      // What carries no state has no place on a page, unless it is asked for.
      left.push([
        part.title,
        all
          ? []
          : notShown(
              part.entries.filter(({ role }) => role === 'plain'),
              () => [],
            ),
      ]);
    } else left.push([part.title, [...(part.owners ?? []), ...notShown(part.entries, () => [])]]);
  }
  if (graph.nodes.length === 0) sections.unshift(NO_NODES);
  return {
    reading,
    graph,
    revision,
    sections: [
      ...changesSection(revision),
      ...sections,
      ...drawn.sections,
      ...notRead(reading),
      ...leftOutSection(left),
    ],
    now,
    prefix,
  };
};

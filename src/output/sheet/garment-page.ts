/** Builds the page of a garment: shows the chosen parts of its bodies and counts what is left out. */

import { type Department, findKindDepartment } from '../../garment/departments.ts';
import { readDesignTrust } from '../../garment/design-trust.ts';
import { type GraphModel, type GraphNode, readGraph } from '../../garment/graph-model.ts';
import { countLeftOut, findLeftOut, type LeftOut } from '../../garment/left-out.ts';
import { groupNodesByKind, isSelectedKind } from '../../garment/node-kinds.ts';
import { indexNodesById, type NodeIndex } from '../../garment/node-relations.ts';
import { findGarmentNode } from '../../garment/node-values.ts';
import { readQuestions } from '../../garment/open-questions.ts';
import { readTailorBrief } from '../../garment/tailor-brief.ts';
import type { Value } from '../../garment/value.ts';
import { html } from '../../platform/escape/html.ts';
import type { SheetFilter, SheetPart } from '../views/sheet-parts.ts';
import { buildBriefSection } from './brief.ts';
import { type ChangeBars, createChangeBars, isRemovedNode } from './change-bars.ts';
import { buildChangesSection } from './changes-section.ts';
import { buildDrawingSection } from './drawing.ts';
import type { SheetGarment, SheetSection } from './index.ts';
import { buildLeftOutSection } from './left-out.ts';
import { findTitleNode, NO_NODES_SECTION, renderNodesHtml, SHEET_DEPARTMENTS } from './node-tables.ts';
import { renderNameSlot, renderPhrase } from './phrases.ts';
import { buildQuestionsSection } from './questions.ts';
import { compareWithEarlier, SHEET_BODIES, type SheetRevision } from './revision.ts';
import { buildTrustSection } from './trust.ts';
import { buildOtherValueSections, buildUnstatedSection } from './unstated-values.ts';

/** The filter and read time that all pages of a document share, and the id prefix of one page. */
export interface PageContext {
  readonly choice: SheetFilter;
  /** When it was read, in milliseconds since 1970. */
  readonly now: number;
  /** Put before the section ids where a document holds several garments. */
  readonly prefix: string;
}

/** The page of one garment in a document. */
export interface GarmentPage {
  readonly reading: SheetGarment;
  readonly graph: GraphModel;
  /** Undefined where the garment is not compared. */
  readonly revision: SheetRevision | undefined;
  readonly sections: readonly SheetSection[];
  readonly now: number;
  readonly prefix: string;
}

/** A part of a sheet that can be selected. */
interface PartContent {
  readonly part: SheetPart;
  readonly title: string;
  sections(): readonly SheetSection[];
  /** All values that the part would show. */
  readonly entries: readonly Value[];
  /** The nodes or questions that the values belong to. */
  readonly owners?: readonly LeftOut[];
}

const formatKindName = ({ kind }: GraphNode): string => kind || 'no kind';

/**
 * Builds a section that names the bodies that were not read. Without it a page would look like that of a
 * garment without open questions.
 */
const buildNotReadSection = ({ brief, trust, confirmations }: SheetGarment): readonly SheetSection[] => {
  const bodies = { brief, trust, confirmations };
  const names = (['brief', 'trust', 'confirmations'] as const).flatMap((body) =>
    bodies[body] === undefined ? [SHEET_BODIES[body].words] : [],
  );
  if (names.length === 0) return [];
  const content = html`<p class="note">${renderPhrase('Not read for this page')}: ${names.map((name, at) => html`${at > 0 ? ', ' : ''}${name}${renderNameSlot(name)}`)}.</p>`;
  return [{ id: 'not-read', title: 'Not on this page', content }];
};

type NodesByDepartment = ReadonlyMap<Department, readonly GraphNode[]>;

/** Groups the nodes that have a row by the department that works from them. */
const groupNodesByDepartment = (graph: GraphModel): NodesByDepartment => {
  const title = findTitleNode(graph);
  const tabled = new Map<Department, GraphNode[]>();
  for (const [kind, own] of groupNodesByKind(graph.nodes.filter((node) => node !== title)))
    tabled.set(findKindDepartment(kind), [...(tabled.get(findKindDepartment(kind)) ?? []), ...own]);
  return tabled;
};

interface PartInput {
  readonly reading: SheetGarment;
  readonly graph: GraphModel;
  readonly nodesByDepartment: NodesByDepartment;
  readonly known: NodeIndex;
  readonly changeBars: ChangeBars;
  readonly all: boolean;
}

const listPartContents = ({
  reading,
  graph,
  nodesByDepartment,
  known,
  changeBars,
  all,
}: PartInput): readonly PartContent[] => {
  const [brief, trust] = [
    changeBars.brief(readTailorBrief(reading.brief)),
    changeBars.trust(readDesignTrust(reading.trust)),
  ];
  const questions = changeBars.questions(readQuestions(reading.confirmations));
  const list = questions.list ?? [];
  const departments = Object.entries(SHEET_DEPARTMENTS).map(
    ([part, { department, title: heading }]): PartContent => {
      const nodes = nodesByDepartment.get(department) ?? [];
      const present = nodes.filter((node) => !isRemovedNode(node));
      const section = (): SheetSection => ({
        id: part,
        title: heading,
        content: renderNodesHtml(nodes, { known, all }),
      });
      return {
        part: part as SheetPart,
        title: heading,
        sections: () => (nodes.length === 0 ? [] : [section()]),
        entries: present.flatMap(({ entries }) => entries),
        owners: countLeftOut('node', present.map(formatKindName)),
      };
    },
  );
  return [
    ...departments,
    {
      part: 'facts',
      title: 'Facts',
      sections: () => buildOtherValueSections(graph, all),
      entries: [...graph.facts, ...graph.rest],
    },
    {
      part: 'brief',
      title: 'Tailor brief',
      sections: () => (reading.brief === undefined ? [] : [buildBriefSection(brief, all)]),
      entries: [...brief.entries, ...brief.others],
    },
    {
      part: 'trust',
      title: 'Design Trust',
      sections: () => (reading.trust === undefined ? [] : [buildTrustSection(trust, all)]),
      entries: [...trust.entries, ...trust.others],
    },
    {
      part: 'questions',
      title: 'Open questions',
      sections: () =>
        reading.confirmations === undefined ? [] : [buildQuestionsSection(questions, known, all)],
      entries: [...questions.others, ...list.flatMap(({ others }) => others)],
      owners: countLeftOut(
        'question',
        list.map(({ id }) => id),
      ),
    },
    // This section only repeats values of the tables, so it adds no entries.
    { part: 'not-stated', title: 'Not stated', sections: () => buildUnstatedSection(graph), entries: [] },
  ];
};

/** Reads the bodies of a garment and builds the sections of its page. */
export const buildGarmentPage = (
  reading: SheetGarment,
  { choice, now, prefix }: PageContext,
): GarmentPage => {
  const { parts, kinds, all } = choice;
  const revision = compareWithEarlier(reading, all);
  const bars = createChangeBars(revision);
  const graph = bars.graph(readGraph(reading.graph));
  const garment = findGarmentNode(graph);
  const [nodes, others]: readonly [GraphNode[], GraphNode[]] = [[], []];
  for (const node of graph.nodes)
    (node === garment || isSelectedKind(node.kind, kinds) ? nodes : others).push(node);
  const chosen = { ...graph, nodes };
  const sections: SheetSection[] = [];
  const left: (readonly [string, readonly LeftOut[]])[] = [
    [
      'Other kinds',
      [
        ...countLeftOut('node', others.map(formatKindName)),
        ...findLeftOut(
          others.flatMap(({ entries }) => entries),
          () => [],
        ),
      ],
    ],
  ];
  const kept = new Set(nodes);
  const rows = bars
    .rows(graph.nodes)
    .filter((node) => !isRemovedNode(node) || isSelectedKind(node.kind, kinds));
  const tabled = groupNodesByDepartment({
    ...chosen,
    nodes: rows.filter((node) => isRemovedNode(node) || kept.has(node)),
  });
  const known = indexNodesById(graph);
  for (const part of listPartContents({
    reading,
    graph: chosen,
    nodesByDepartment: tabled,
    known,
    changeBars: bars,
    all,
  })) {
    if (parts === undefined || parts.includes(part.part)) {
      sections.push(...part.sections());
      // Values without provenance are printed only with `--all`; otherwise they count as left out.
      left.push([
        part.title,
        all
          ? []
          : findLeftOut(
              part.entries.filter(({ role }) => role === 'plain'),
              () => [],
            ),
      ]);
    } else left.push([part.title, [...(part.owners ?? []), ...findLeftOut(part.entries, () => [])]]);
  }
  if (graph.nodes.length === 0) sections.unshift(NO_NODES_SECTION);
  return {
    reading,
    graph,
    revision,
    sections: [
      ...buildDrawingSection(reading.drawing, { graph, id: reading.subject, now }),
      ...buildChangesSection(revision, now),
      ...sections,
      ...buildNotReadSection(reading),
      ...buildLeftOutSection(left),
    ],
    now,
    prefix,
  };
};

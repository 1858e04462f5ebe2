import { readDesignTrust } from '../../garment/design-trust.ts';
import { findConflicts } from '../../garment/find-conflicts.ts';
import { type GraphModel, type GraphNode, readGraph } from '../../garment/graph-model.ts';
import { findHeaderValues, type HeaderField } from '../../garment/header-fields.ts';
import { countLeftOut, findLeftOut, type LeftOut, mergeLeftOut } from '../../garment/left-out.ts';
import { isSelectedKind } from '../../garment/node-kinds.ts';
import { indexNodesById, type NodeIndex, type NodeRelation } from '../../garment/node-relations.ts';
import type { NodeRow, NodeTable } from '../../garment/node-table.ts';
import { findGarmentNode, findGraphName } from '../../garment/node-values.ts';
import { readTailorBrief } from '../../garment/open-body.ts';
import { readQuestions } from '../../garment/open-questions.ts';
import { computeReadDigest } from '../../garment/read-digest.ts';
import { buildTradeTables, type TradeTables } from '../../garment/read-trade-tables.ts';
import type { TableName } from '../../garment/trade-tables.ts';
import type { Value } from '../../garment/value.ts';
import { html } from '../../platform/escape/markup.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import { appendAll } from '../../platform/lists.ts';
import { DEFAULT_SHEET_PARTS, type SheetFilter, type SheetPart } from '../views/sheet-parts.ts';
import {
  buildBriefSection,
  buildOtherValueSections,
  buildQuestionsSection,
  buildTrustSection,
} from './body-sections.ts';
import { type ChangeBars, createChangeBars, isRemovedNode } from './change-bars.ts';
import {
  buildChangesSection,
  compareWithEarlier,
  SHEET_BODIES,
  type SheetRevision,
} from './changes-section.ts';
import { buildCountersignSection } from './countersign.ts';
import { buildDrawingSection } from './drawing.ts';
import type { SheetGarment, SheetSection } from './index.ts';
import { buildLeftOutSection } from './left-out.ts';
import { buildConflictsSection, buildStepsSection, buildUnstatedSection } from './open-value-sections.ts';
import { renderPhrase, type SheetPhrase } from './phrases.ts';
import { buildTableLayout } from './table-layout.ts';
import { listUnprintedValues, renderPaperTable } from './trade-table.ts';
import { selectPrintedValues } from './value-html.ts';

/**
 * The settings for the page of one garment. All pages of a document have the same settings, except for the prefix of
 * the section ids.
 */
export interface PageContext {
  readonly filter: SheetFilter;
  /** The time when the bodies were read, in milliseconds since 1970. */
  readonly now: number;
  /** The prefix of the section ids, for example `g2-`; empty in a document of one garment. */
  readonly prefix: string;
}

/** The content of the title block at the top of the first page. */
interface GarmentHead {
  /** The id of the garment node. Undefined without `--all`. */
  readonly id: string | undefined;
  readonly fields: ReadonlyMap<HeaderField, Value>;
  /** The row of the main fabric in the bill of materials. */
  readonly fabric: NodeRow | undefined;
  /** Values of the garment node that are not header fields. */
  readonly others: readonly Value[];
  readonly relations: readonly NodeRelation[];
}

/** The data of one garment for a page of a sheet. The HTML of the page is rendered from it. */
export interface GarmentPage {
  readonly reading: SheetGarment;
  readonly graph: GraphModel;
  readonly head: GarmentHead;
  /** The number of open questions; undefined if the body has no list of questions. */
  readonly questionCount: number | undefined;
  readonly digest: string;
  readonly revision: SheetRevision | undefined;
  readonly sections: readonly SheetSection[];
  readonly now: number;
  readonly prefix: string;
}

/** A part of a sheet that `--only` can select. If it is not selected, its values are counted as left out. */
interface PartContent {
  readonly part: SheetPart;
  readonly title: string;
  sections(): readonly SheetSection[];
  /**
   * All values in this part of the sheet, including values that are printed only with `--all`. Absent if the part
   * repeats values of other parts, as the part `not-stated` does.
   */
  readonly entries?: readonly Value[];
  /**
   * Returns the values in this part of the sheet that are printed only with `--all`. Those without provenance are
   * counted as left out. If this function is absent, all values without provenance in `entries` are counted instead.
   */
  unprinted?(): readonly Value[];
  /**
   * How many nodes or questions this part of the sheet shows. They are counted as left out if the user does not select
   * the part.
   */
  readonly nodeCounts?: readonly LeftOut[];
  /**
   * Counts the ids that this part of the sheet prints only with `--all`. The id of a node without a label is always
   * printed, so it is not counted.
   */
  readonly ids?: readonly LeftOut[];
}

const formatKindName = ({ kind }: GraphNode): string => kind || 'no kind';

/**
 * Lists the names of the bodies that were not read. The sheet prints these names, so that a reader does not think that
 * the bodies are empty.
 */
const listNotRead = (reading: SheetGarment): readonly SheetPhrase[] =>
  (['brief', 'trust', 'confirmations'] as const)
    .filter((body) => reading[body] === undefined)
    .map((body) => SHEET_BODIES[body].words);

const NO_NODES_SECTION: SheetSection = {
  id: 'nodes',
  title: 'Nodes',
  content: html`<p class="note">${renderPhrase('The graph has no nodes yet.')}</p>`,
};

/** The tables in each part of a sheet, in the order in which they are printed. */
const PART_TABLES: Readonly<Partial<Record<SheetPart, readonly TableName[]>>> = {
  materials: ['bom', 'colourways'],
  measuring: ['pom', 'sizes'],
  cutting: ['cut', 'allowances'],
  sewing: ['construction', 'callouts'],
  labels: ['labels'],
};

const MAIN_FABRIC = /\b(?:shell|main|self|outer|body)\b|面料/i;

const findMainFabric = ({ tables }: TradeTables): NodeRow | undefined => {
  const fabrics =
    tables
      .find(({ name }) => name === 'bom')
      ?.rows.filter(({ section, node }) => section === 'fabric' && !isRemovedNode(node)) ?? [];
  return (
    fabrics.find(({ cells }) => MAIN_FABRIC.test(toPayloadText(cells.get('role')?.value ?? undefined))) ??
    fabrics[0]
  );
};

/** Lists all values of a row. A value in a column gets the name of the column as its path, for example `spec.XS`. */
const listRowValues = ({ cells, rest, nestedValues, relations }: NodeRow): readonly Value[] => [
  ...[...cells].map(([name, value]) => (value.path === name ? value : { ...value, path: name })),
  ...rest.filter(({ path }) => !cells.has(path)),
  ...nestedValues,
  ...relations.map(({ value }) => value),
];

/**
 * The tables of a graph for the page of one garment. The values that the title block of the page prints, such as the
 * style number, are in `head` and not in the tables.
 */
interface PageTables extends Pick<TradeTables, 'tables' | 'further'> {
  readonly head: GarmentHead;
  readonly facts: readonly Value[];
  readonly rest: readonly Value[];
}

const readPageTables = (graph: GraphModel, garment: GraphNode | undefined): PageTables => {
  const tradeTables = buildTradeTables(graph);
  const garmentRow = tradeTables.further
    .flatMap(({ rows }) => rows)
    .find(({ node, line }) => node === garment && line === '');
  const { node, relations = [] } = garmentRow ?? {};
  const garmentValues = garmentRow ? listRowValues({ ...garmentRow, relations: [] }) : [];
  const bodyValues = tradeTables.bodyValues.filter(
    ({ path, role }) => !(role === 'plain' && path === 'profile'),
  );
  const fields = findHeaderValues([...garmentValues, ...bodyValues]);
  const headValues = new Set([...fields.values(), ...(garment ? [] : [findGraphName(graph)])]);
  const others = garmentValues.filter((value) => value.role !== 'label' && !headValues.has(value));
  const otherBodyValues = bodyValues.filter((value) => !headValues.has(value));
  const further = tradeTables.further
    .map((table): NodeTable => ({ ...table, rows: table.rows.filter((row) => row !== garmentRow) }))
    .filter(({ rows }) => rows.length > 0);
  return {
    tables: tradeTables.tables,
    further,
    head: { id: node?.id, fields, fabric: findMainFabric(tradeTables), others, relations },
    facts: otherBodyValues.filter((value) => graph.facts.includes(value)),
    rest: otherBodyValues.filter((value) => !graph.facts.includes(value)),
  };
};

interface PartInput {
  readonly reading: SheetGarment;
  readonly graph: GraphModel;
  readonly tables: PageTables;
  readonly nodes: NodeIndex;
  readonly changeBars: ChangeBars;
  readonly all: boolean;
}

const listTablePart = (
  part: SheetPart,
  title: string,
  tables: readonly NodeTable[],
  all: boolean,
): PartContent => {
  const layouts = tables.map((table) => [table, buildTableLayout(table, all)] as const);
  const rows = tables.flatMap((table) => table.rows).filter(({ node }) => !isRemovedNode(node));
  return {
    part,
    title,
    sections: () =>
      layouts.map(([table, layout], at): SheetSection => {
        const { note, content } = renderPaperTable(table, layout, all);
        return { id: at === 0 ? part : `${part}-${at + 1}`, title: table.title, note, content };
      }),
    entries: rows.flatMap(listRowValues),
    unprinted: () => layouts.flatMap(([table, layout]) => listUnprintedValues(table, layout)),
    nodeCounts: countLeftOut(
      'node',
      rows.filter(({ line }) => line === '').map(({ node }) => formatKindName(node)),
    ),
    ids: countLeftOut(
      'id of a node',
      rows.filter(({ line, node }) => line === '' && node.label !== '').map(() => 'id'),
    ),
  };
};

const listPartContents = (input: PartInput): readonly PartContent[] => {
  const { reading, graph, tables, nodes, changeBars, all } = input;
  const brief = changeBars.brief(readTailorBrief(reading.brief));
  const trust = changeBars.trust(readDesignTrust(reading.trust));
  const questions = changeBars.questions(readQuestions(reading.confirmations));
  const list = questions.list ?? [];
  const tradeParts = Object.entries(PART_TABLES).map(([part, names]) => {
    const partTables = names.flatMap((name) => tables.tables.find((table) => table.name === name) ?? []);
    return listTablePart(part as SheetPart, partTables[0]?.title ?? part, partTables, all);
  });
  const bodyParts: readonly (PartContent & { readonly body: unknown })[] = [
    {
      part: 'brief',
      title: 'Tailor brief',
      body: reading.brief,
      sections: () => [buildBriefSection(brief, all)],
      entries: [...brief.entries, ...brief.others],
    },
    {
      part: 'questions',
      title: 'Open questions',
      body: reading.confirmations,
      sections: () => [buildQuestionsSection(questions, nodes, all)],
      entries: [...questions.others, ...list.flatMap(({ others }) => others)],
      nodeCounts: countLeftOut(
        'question',
        list.map(({ id }) => id),
      ),
    },
    {
      part: 'trust',
      title: 'Design Trust',
      body: reading.trust,
      sections: () => [buildTrustSection(trust, all)],
      entries: [...trust.entries, ...trust.others],
    },
  ];
  return [
    ...tradeParts,
    listTablePart('other', 'Further nodes', tables.further, all),
    {
      part: 'facts',
      title: 'Facts',
      sections: () => buildOtherValueSections(tables, all),
      entries: [...tables.facts, ...tables.rest],
    },
    ...bodyParts.filter(({ body }) => body !== undefined),
    {
      part: 'countersign',
      title: 'To countersign',
      sections: () => [buildCountersignSection(buildTradeTables(graph), reading.brief)],
    },
    {
      part: 'conflicts',
      title: 'Statements that do not agree',
      sections: () => [buildConflictsSection(reading.conflicts ?? findConflicts(reading.graph))],
    },
    { part: 'not-stated', title: 'Not stated', sections: () => buildUnstatedSection(graph) },
    { part: 'steps', title: 'Open values by step', sections: () => buildStepsSection(graph) },
  ];
};

/**
 * The parts of a sheet from which the countersign strip takes its values. The strip lists inferred values that the
 * factory signs.
 */
const SIGNED_PARTS: readonly SheetPart[] = [
  ...(['materials', 'measuring', 'cutting', 'sewing', 'labels', 'other', 'facts', 'brief'] as const),
];

/**
 * Counts the content of a sheet part that is not printed, because the user did not select it. If `hasStrip` is true,
 * the sheet has a list of inferred values that the factory signs, and the values in this list are not counted.
 */
const countOtherParts = (
  { part, nodeCounts = [], entries = [] }: PartContent,
  hasStrip: boolean,
): readonly LeftOut[] => {
  const isSigned = hasStrip && SIGNED_PARTS.includes(part);
  return [
    ...nodeCounts,
    ...findLeftOut(entries, ({ state }) =>
      isSigned && state === 'inferred' ? ['value', 'why', 'beside'] : [],
    ),
  ];
};

/** Counts the entries without provenance, because the sheet prints them only with `--all`. */
const countUnprinted = (entries: readonly Value[]): readonly LeftOut[] =>
  findLeftOut(
    entries.filter(({ role }) => role === 'plain'),
    () => [],
  );

/**
 * Builds the page of a garment: the title block, a drawing and changes if there are any, the sections that `filter`
 * selects, and at the end counts of everything that is left out.
 */
export const buildGarmentPage = (
  reading: SheetGarment,
  { filter, now, prefix }: PageContext,
): GarmentPage => {
  const { kinds, all } = filter;
  const parts = filter.parts ?? DEFAULT_SHEET_PARTS;
  const revision = compareWithEarlier(reading, all);
  const changeBars = createChangeBars(revision);
  const graph = changeBars.graph(readGraph(reading.graph));
  const garment = findGarmentNode(graph);
  const isSelected = (node: GraphNode): boolean => node === garment || isSelectedKind(node.kind, kinds);
  const nodes = graph.nodes.filter(isSelected);
  const otherKinds = graph.nodes.filter((node) => !isSelected(node));
  const withRemoved = changeBars.rows(graph.nodes).filter(isSelected);
  const tables = readPageTables({ ...graph, nodes: withRemoved }, garment);
  const { head } = tables;
  const sections: SheetSection[] = [];
  const left: (readonly [string, readonly LeftOut[]])[] = [
    [
      'Other kinds',
      [
        ...countLeftOut('node', otherKinds.map(formatKindName)),
        ...findLeftOut(
          otherKinds.flatMap(({ entries }) => entries),
          () => [],
        ),
      ],
    ],
    ['Garment', all ? [] : countUnprinted(head.others)],
  ];
  const ids: LeftOut[] = [...(head.id === undefined ? [] : countLeftOut('id of a node', ['id']))];
  const partInput = { reading, graph: { ...graph, nodes }, tables, nodes: indexNodesById(graph) };
  for (const part of listPartContents({ ...partInput, changeBars, all })) {
    if (parts.includes(part.part)) {
      appendAll(sections, part.sections());
      // Unless `all` is set, ids and members without provenance are not printed in this part of the page. The page
      // prints how many of them are left out.
      left.push([part.title, all ? [] : countUnprinted(part.unprinted?.() ?? part.entries ?? [])]);
      appendAll(ids, part.ids ?? []);
    } else left.push([part.title, countOtherParts(part, parts.includes('countersign'))]);
  }
  // Without `all`, adds an item with the number of ids that the whole page leaves out. The title of this item is empty,
  // because the ids belong to no single part of the page.
  if (!all) left.unshift(['', mergeLeftOut(ids)]);
  if (graph.nodes.length === 0) sections.unshift(NO_NODES_SECTION);
  return {
    reading,
    graph,
    head: all ? head : { ...head, id: undefined, others: selectPrintedValues(head.others, all) },
    questionCount: readQuestions(reading.confirmations).list?.length,
    digest: reading.digest ?? computeReadDigest(reading),
    revision,
    sections: [
      ...buildDrawingSection(reading.drawing, { graph, id: reading.subject, now }),
      ...buildChangesSection(revision, now, filter.all),
      ...sections,
      ...buildLeftOutSection(left, listNotRead(reading)),
    ],
    now,
    prefix,
  };
};

import { readDesignTrust } from '../../garment/design-trust.ts';
import { findConflicts } from '../../garment/find-conflicts.ts';
import { type GraphModel, type GraphNode, readGraph } from '../../garment/graph-model.ts';
import { findHeaderValues, type HeaderField } from '../../garment/header-fields.ts';
import { countLeftOut, findLeftOut, type LeftOut, mergeLeftOut } from '../../garment/left-out.ts';
import { isSelectedKind } from '../../garment/node-kinds.ts';
import { indexNodesById, type NodeIndex, type NodeRelation } from '../../garment/node-relations.ts';
import type { NodeRow, NodeTable } from '../../garment/node-table.ts';
import { findBodyName, findGarmentNode } from '../../garment/node-values.ts';
import { readTailorBrief } from '../../garment/open-body.ts';
import { readQuestions } from '../../garment/open-questions.ts';
import { computeReadDigest } from '../../garment/read-digest.ts';
import { buildTradeTables, type TradeTables } from '../../garment/read-trade-tables.ts';
import type { TableName } from '../../garment/trade-tables.ts';
import type { Value } from '../../garment/value.ts';
import { html } from '../../platform/escape/markup.ts';
import { toPayloadText } from '../../platform/json/json-values.ts';
import { DEFAULT_SHEET_PARTS, type SheetFilter, type SheetPart } from '../views/sheet-parts.ts';
import { buildBriefSection } from './brief.ts';
import { type ChangeBars, createChangeBars, isRemovedNode } from './change-bars.ts';
import { buildChangesSection } from './changes-section.ts';
import { buildConflictsSection } from './conflicts.ts';
import { buildCountersignSection } from './countersign.ts';
import { buildDrawingSection } from './drawing.ts';
import type { SheetGarment, SheetSection } from './index.ts';
import { buildLeftOutSection } from './left-out.ts';
import { renderPhrase, type SheetPhrase } from './phrases.ts';
import { buildQuestionsSection } from './questions.ts';
import { compareWithEarlier, SHEET_BODIES, type SheetRevision } from './revision.ts';
import { buildStepsSection } from './steps.ts';
import { listUnprintedValues, renderPaperTable } from './trade-table.ts';
import { buildTrustSection } from './trust.ts';
import { buildOtherValueSections, buildUnstatedSection } from './unstated-values.ts';

/** The context of a page: the filter and the time of reading of the whole document, and the id prefix of the page. */
export interface PageContext {
  readonly choice: SheetFilter;
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

/** The page of one garment in a document, ready to be rendered. */
export interface GarmentPage {
  readonly reading: SheetGarment;
  readonly graph: GraphModel;
  readonly head: GarmentHead;
  /** The number of open questions; undefined if the body has no list of questions. */
  readonly questionCount: number | undefined;
  readonly digest: string;
  /** The changes since an earlier version; undefined if the garment is not compared. */
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
  /** All values of the part, including values that are printed only with `--all`. */
  readonly entries: readonly Value[];
  /** Returns the values that are printed only with `--all` (default: all members without provenance). */
  unprinted?(): readonly Value[];
  /** The counts of nodes or questions, printed as left out if the part is not selected. */
  readonly owners?: readonly LeftOut[];
  /** The count of ids of nodes with a label, which are printed only with `--all`. */
  readonly ids?: readonly LeftOut[];
}

const formatKindName = ({ kind }: GraphNode): string => kind || 'no kind';

/** Lists the names of the bodies that were not read. The sheet prints them, because these bodies would seem empty. */
const listNotRead = ({ brief, trust, confirmations }: SheetGarment): readonly SheetPhrase[] => {
  const bodies = { brief, trust, confirmations };
  return (['brief', 'trust', 'confirmations'] as const).flatMap((body) =>
    bodies[body] === undefined ? [SHEET_BODIES[body].words] : [],
  );
};

const NO_NODES_SECTION: SheetSection = {
  id: 'nodes',
  title: 'Nodes',
  content: html`<p class="note">${renderPhrase('The graph has no nodes yet.')}</p>`,
};

/** The tables of each part, in printed order. */
const PART_TABLES: Readonly<Partial<Record<SheetPart, readonly TableName[]>>> = {
  materials: ['bom', 'colourways'],
  measuring: ['pom', 'sizes'],
  cutting: ['cut', 'allowances'],
  sewing: ['construction', 'callouts'],
  labels: ['labels'],
};

/** Words that mark a material as the main fabric. */
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

/**
 * Lists the values of a row. The path of a value in a column is replaced by the name of the column, which includes the
 * size: `spec.XS`.
 */
const listRowValues = ({ cells, rest, nestedValues, relations }: NodeRow): readonly Value[] => [
  ...[...cells].map(([name, value]) => (value.path === name ? value : { ...value, path: name })),
  ...rest.filter(({ path }) => !cells.has(path)),
  ...nestedValues,
  ...relations.map(({ value }) => value),
];

/** The tables of a graph without the values of the title block, which are in `head`. */
interface PageTables extends Pick<TradeTables, 'tables' | 'further'> {
  readonly head: GarmentHead;
  readonly facts: readonly Value[];
  readonly rest: readonly Value[];
}

/** Builds the tables of a graph and moves the values of the title block, such as the style number, to `head`. */
const readPageTables = (graph: GraphModel, garment: GraphNode | undefined): PageTables => {
  const read = buildTradeTables(graph);
  const row = read.further
    .flatMap(({ rows }) => rows)
    .find(({ node, line }) => node === garment && line === '');
  const own = row ? listRowValues({ ...row, relations: [] }) : [];
  const body = read.bodyValues.filter(({ path, role }) => !(role === 'plain' && path === 'profile'));
  const fields = findHeaderValues([...own, ...body]);
  const taken = new Set([...fields.values(), ...(garment ? [] : [findBodyName(graph)])]);
  const others = own.filter((value) => value.role !== 'label' && !taken.has(value));
  const left = body.filter((value) => !taken.has(value));
  const further = read.further
    .map((table): NodeTable => ({ ...table, rows: table.rows.filter((each) => each !== row) }))
    .filter(({ rows }) => rows.length > 0);
  return {
    tables: read.tables,
    further,
    head: { id: row?.node.id, fields, fabric: findMainFabric(read), others, relations: row?.relations ?? [] },
    facts: left.filter((value) => graph.facts.includes(value)),
    rest: left.filter((value) => !graph.facts.includes(value)),
  };
};

interface PartInput {
  readonly reading: SheetGarment;
  readonly graph: GraphModel;
  readonly read: PageTables;
  readonly known: NodeIndex;
  readonly changeBars: ChangeBars;
  readonly all: boolean;
}

const listTablePart = (
  part: SheetPart,
  title: string,
  tables: readonly NodeTable[],
  all: boolean,
): PartContent => {
  const rows = tables.flatMap((table) => table.rows).filter(({ node }) => !isRemovedNode(node));
  return {
    part,
    title,
    sections: () =>
      tables.map((table, at): SheetSection => {
        const { note, content } = renderPaperTable(table, all);
        return { id: at === 0 ? part : `${part}-${at + 1}`, title: table.title, note, content };
      }),
    entries: rows.flatMap(listRowValues),
    unprinted: () => tables.flatMap(listUnprintedValues),
    owners: countLeftOut(
      'node',
      rows.filter(({ line }) => line === '').map(({ node }) => formatKindName(node)),
    ),
    ids: countLeftOut(
      'id of a node',
      rows.filter(({ line, node }) => line === '' && node.label !== '').map(() => 'id'),
    ),
  };
};

const listPartContents = ({
  reading,
  graph,
  read,
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
  const ofTrade = Object.entries(PART_TABLES).map(([part, names]) => {
    const tables = names.flatMap((name) => read.tables.find((table) => table.name === name) ?? []);
    return listTablePart(part as SheetPart, tables[0]?.title ?? part, tables, all);
  });
  return [
    ...ofTrade,
    listTablePart('other', 'Further nodes', read.further, all),
    {
      part: 'facts',
      title: 'Facts',
      sections: () => buildOtherValueSections(read, all),
      entries: [...read.facts, ...read.rest],
    },
    {
      part: 'brief',
      title: 'Tailor brief',
      sections: () => (reading.brief === undefined ? [] : [buildBriefSection(brief, all)]),
      entries: reading.brief === undefined ? [] : [...brief.entries, ...brief.others],
    },
    {
      part: 'questions',
      title: 'Open questions',
      sections: () =>
        reading.confirmations === undefined ? [] : [buildQuestionsSection(questions, known, all)],
      entries:
        reading.confirmations === undefined
          ? []
          : [...questions.others, ...list.flatMap(({ others }) => others)],
      owners: countLeftOut(
        'question',
        list.map(({ id }) => id),
      ),
    },
    {
      part: 'trust',
      title: 'Design Trust',
      sections: () => (reading.trust === undefined ? [] : [buildTrustSection(trust, all)]),
      entries: reading.trust === undefined ? [] : [...trust.entries, ...trust.others],
    },
    // The following sections repeat values of the tables. Their `entries` are empty, so that no value is counted twice.
    {
      part: 'countersign',
      title: 'To countersign',
      sections: () => [buildCountersignSection(buildTradeTables(graph), reading.brief)],
      entries: [],
    },
    {
      part: 'conflicts',
      title: 'Statements that do not agree',
      sections: () => [buildConflictsSection(reading.conflicts ?? findConflicts(reading.graph))],
      entries: [],
    },
    { part: 'not-stated', title: 'Not stated', sections: () => buildUnstatedSection(graph), entries: [] },
    { part: 'steps', title: 'Open values by step', sections: () => buildStepsSection(graph), entries: [] },
  ];
};

/** The parts whose inferred values are printed on the countersign strip. */
const SIGNED_PARTS: readonly SheetPart[] = [
  ...(['materials', 'measuring', 'cutting', 'sewing', 'labels', 'other', 'facts', 'brief'] as const),
];

/** Counts the content of a part that is not selected. Inferred values on the countersign strip are not counted. */
const countOtherParts = (
  { part, owners = [], entries }: PartContent,
  hasStrip: boolean,
): readonly LeftOut[] => {
  const isSigned = hasStrip && SIGNED_PARTS.includes(part);
  return [
    ...owners,
    ...findLeftOut(entries, ({ state }) =>
      isSigned && state === 'inferred' ? ['value', 'why', 'beside'] : [],
    ),
  ];
};

/** Counts the members without provenance, which are printed only with `--all`. */
const countUnprinted = (entries: readonly Value[]): readonly LeftOut[] =>
  findLeftOut(
    entries.filter(({ role }) => role === 'plain'),
    () => [],
  );

/**
 * Builds the page of a garment: the title block, a drawing and changes if there are any, the sections that `choice`
 * selects, and at the end counts of everything that is left out.
 */
export const buildGarmentPage = (
  reading: SheetGarment,
  { choice, now, prefix }: PageContext,
): GarmentPage => {
  const { kinds, all } = choice;
  const parts = choice.parts ?? DEFAULT_SHEET_PARTS;
  const revision = compareWithEarlier(reading, all);
  const bars = createChangeBars(revision);
  const graph = bars.graph(readGraph(reading.graph));
  const garment = findGarmentNode(graph);
  const [nodes, others]: readonly [GraphNode[], GraphNode[]] = [[], []];
  for (const node of graph.nodes)
    (node === garment || isSelectedKind(node.kind, kinds) ? nodes : others).push(node);
  const chosen = { ...graph, nodes };
  const kept = new Set(nodes);
  const withRemoved = bars
    .rows(graph.nodes)
    .filter((node) => (isRemovedNode(node) ? isSelectedKind(node.kind, kinds) : kept.has(node)));
  const read = readPageTables({ ...graph, nodes: withRemoved }, garment);
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
    ['Garment', all ? [] : countUnprinted(read.head.others)],
  ];
  const known = indexNodesById(graph);
  const ids: LeftOut[] = [...(read.head.id === undefined ? [] : countLeftOut('id of a node', ['id']))];
  for (const part of listPartContents({ reading, graph: chosen, read, known, changeBars: bars, all })) {
    if (parts.includes(part.part)) {
      sections.push(...part.sections());
      // A selected part leaves out ids and members without provenance unless `all` is set.
      left.push([part.title, all ? [] : countUnprinted(part.unprinted?.() ?? part.entries)]);
      ids.push(...(part.ids ?? []));
    } else left.push([part.title, countOtherParts(part, parts.includes('countersign'))]);
  }
  // The count of ids is printed without the title of a part, because it is one count for the whole sheet.
  if (!all) left.unshift(['', mergeLeftOut(ids)]);
  if (graph.nodes.length === 0) sections.unshift(NO_NODES_SECTION);
  return {
    reading,
    graph,
    head: all
      ? read.head
      : { ...read.head, id: undefined, others: read.head.others.filter(({ role }) => role !== 'plain') },
    questionCount: readQuestions(reading.confirmations).list?.length,
    digest: reading.digest ?? computeReadDigest(reading),
    revision,
    sections: [
      ...buildDrawingSection(reading.drawing, { graph, id: reading.subject, now }),
      ...buildChangesSection(revision, now, choice.all),
      ...sections,
      ...buildLeftOutSection(left, listNotRead(reading)),
    ],
    now,
    prefix,
  };
};

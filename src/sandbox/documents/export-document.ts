/** Renders the documents of a garment: construction drawings, JSON exports and Tech Packs. */

import { parse } from 'lossless-json';
import { countProvenance, type ProvenanceTally } from '../../garment/flatten-body.ts';
import { type GraphNode, readGraph } from '../../garment/graph-model.ts';
import type { Value } from '../../garment/value.ts';
import { isRecord, toPayloadText } from '../../platform/json/json-values.ts';
import type { SandboxGarment } from '../corpus/sample-garments.ts';
import {
  formatExportFileName,
  SANDBOX_DRIVERS,
  type SandboxDriver,
  type SandboxProfile,
} from '../state/profiles-and-drivers.ts';
import { renderConstructionDrawing, SVG_LAYERS } from './construction-drawing.ts';
import { cleanXmlText } from './svg-markup.ts';

/** The id and creation time that are printed on an export. */
export interface ExportFacts {
  readonly createdAt: string;
  readonly exportId: string;
}

/** The id of the purchase, the version of the Tech Pack and its creation time, which are printed on its pages. */
export interface PackFacts {
  readonly purchaseId: string;
  readonly version: number;
  readonly createdAt: string;
}

/** An open question. `about` is its subject, for example `Front, grain`, and `now` the present value. */
interface DocumentQuestion {
  readonly text: string;
  readonly about: string;
  readonly state: string | undefined;
  readonly now: string;
}

/** The contents of a garment for one profile, from which drawings, JSON exports and Tech Packs are rendered. */
export interface GarmentSpecification {
  /** The garment id (`GARM-<n>`), or the uuid of a design that has no garment id. */
  readonly identity: string;
  readonly name: string | null;
  readonly category: string;
  readonly profile: SandboxProfile;
  readonly nodes: readonly GraphNode[];
  /** The numbers of values by provenance, in all nodes. Links and facts are not counted. */
  readonly tally: ProvenanceTally;
  readonly questions: readonly DocumentQuestion[];
}

/** Maps each special kind name of the dialect `flat` to the usual name, for example `panel` to `piece`. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  panel: 'piece',
  point: 'measurement',
  remark: 'construction_note',
};

/**
 * Returns the usual name of the kind of a node, for example `piece` for `panel`. Sample graphs in the form `flat` use
 * other names such as `panel`.
 */
export const resolveNodeKind = (node: GraphNode): string => KIND_NAMES[node.kind] ?? node.kind;

/** Returns the nodes of the given kinds, in the order of the graph. */
export const selectNodesOfKind = (spec: GarmentSpecification, ...kinds: readonly string[]): GraphNode[] =>
  spec.nodes.filter((node) => kinds.includes(resolveNodeKind(node)));

const listTopValues = (node: GraphNode): Value[] =>
  node.entries.filter(({ role, parent }) => (role === 'value' || role === 'self') && parent === undefined);

/**
 * Returns the value of the field `field` of a node. In some sample graphs, the name of the field has the prefix `its_`.
 */
export const findFieldValue = (node: GraphNode, field: string): Value | undefined =>
  listTopValues(node).find((entry) => entry.path === field || entry.path === `its_${field}`);

const collectQuestions = (body: unknown, nodes: readonly GraphNode[]): DocumentQuestion[] => {
  if (Array.isArray(body)) return body.flatMap((item) => collectQuestions(item, nodes));
  if (!isRecord(body)) return [];
  if (typeof body.question !== 'string')
    return Object.values(body).flatMap((member) => collectQuestions(member, nodes));
  const about = isRecord(body.about) ? body.about : body;
  const now = isRecord(about.now) ? about.now : about;
  const node = nodes.find(({ id }) => id === about.node);
  const subject = node?.label || toPayloadText(about.node);
  const unit = typeof now.unit === 'string' ? ` ${now.unit}` : '';
  return [
    {
      text: body.question,
      about: [subject, toPayloadText(about.field)].filter(Boolean).join(', '),
      state: typeof now.state === 'string' ? now.state : undefined,
      now: now.value === null || now.value === undefined ? '' : `${toPayloadText(now.value)}${unit}`,
    },
  ];
};

const readGarmentSpecification = (garment: SandboxGarment, profile: SandboxProfile): GarmentSpecification => {
  const { nodes } = readGraph(parse(garment.graph(profile)));
  return {
    identity: garment.sgg_garment_id ?? garment.id,
    name: garment.name,
    category: garment.garment_category ?? '',
    profile,
    nodes,
    tally: countProvenance(nodes.flatMap(({ entries }) => entries)),
    questions: collectQuestions(parse(garment.read('confirmations')), nodes),
  };
};

const MARKS_BY_PROVENANCE: Readonly<Record<string, string>> = { asserted: '=', inferred: '~', unstated: '?' };

/** The legend of the provenance marks, as printed on each document. */
export const MARK_LEGEND = '= asserted (stated)   ~ inferred (derived)   ? unstated (not given)';

/**
 * Returns the mark that stands for a provenance: `=`, `~` or `?`. For an unknown provenance it is `!` and the word
 * itself, and without a provenance `!` alone.
 */
export const formatMark = (state: string | undefined): string =>
  state === undefined ? '!' : (MARKS_BY_PROVENANCE[state] ?? `! ${cleanXmlText(state)}`);

const keepText = (text: string): string => text;

/**
 * Formats a value with its provenance mark, for example `= 56.0 cm` or `? not stated`; an empty text for undefined.
 * `formatText` is applied to the value but not to the mark.
 */
export const formatValueWithMark = (entry: Value | undefined, formatText = keepText): string => {
  if (entry === undefined) return '';
  const payload =
    entry.value === undefined || (entry.value === null && entry.state === 'unstated')
      ? 'not stated'
      : toPayloadText(entry.value);
  const unit = typeof entry.unit === 'string' && payload !== 'not stated' ? ` ${entry.unit}` : '';
  return `${formatMark(entry.state)} ${formatText(payload + unit)}`;
};

/**
 * Formats the label of a node with its provenance mark, for example `= Front`, or `? piece.front: name not stated`.
 * `formatText` is applied to the label but not to the mark.
 */
export const formatNameWithMark = (node: GraphNode, formatText = keepText): string =>
  `${formatMark(node.state)} ${node.label ? formatText(node.label) : `${node.id}: name not stated`}`;

/**
 * Formats the values of a node with their provenance marks, for example `cut = 2; grain ~ straight`. The fields in
 * `excluded` are left out. `formatText` is applied to the names and values of the fields but not to the marks.
 */
export const formatNodeDetails = (
  node: GraphNode,
  excluded: readonly string[] = [],
  formatText = keepText,
): string =>
  listTopValues(node)
    .filter(({ path }) => !excluded.includes(path))
    .map(
      (value) => `${formatText(value.path.replaceAll('_', ' '))} ${formatValueWithMark(value, formatText)}`,
    )
    .join('; ');

interface RenderedExport {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
  /** The ids of the layers in the exported document. Empty for a JSON document, which has no layers. */
  readonly layers: readonly string[];
  /**
   * The number of values with each provenance, and the number of questions. Each number has the provenance `inferred`,
   * because the sandbox computes it.
   */
  readonly counts: readonly { readonly field: string; readonly value: number; readonly state: 'inferred' }[];
}

const buildExportCounts = ({ tally, questions }: GarmentSpecification): RenderedExport['counts'] => [
  ...[...tally.states].map(([state, value]) => ({
    field: `values.${state}`,
    value,
    state: 'inferred' as const,
  })),
  { field: 'unresolved', value: questions.length, state: 'inferred' },
];

const renderExportJson = (
  garment: SandboxGarment,
  spec: GarmentSpecification,
  driver: SandboxDriver,
  facts: ExportFacts,
): string => {
  const header = {
    export_id: facts.exportId,
    design_id: garment.id,
    garment_id: garment.sgg_garment_id,
    name: garment.name,
    profile: spec.profile,
    driver,
    created_at: facts.createdAt,
    unresolved: spec.questions.length,
  };
  return `{"export":${JSON.stringify(header)},"counts":${JSON.stringify(buildExportCounts(spec))},"graph":${garment.graph(spec.profile)}}\n`;
};

/**
 * Renders an export of a garment in the format of `driver`, which is SVG or JSON. Returns the bytes with their media
 * type, file name, layers and counts. The same arguments give the same bytes.
 */
export const renderExportDocument = (
  garment: SandboxGarment,
  profile: SandboxProfile,
  driver: SandboxDriver,
  facts: ExportFacts,
): RenderedExport => {
  const spec = readGarmentSpecification(garment, profile);
  const isSvg = SANDBOX_DRIVERS[driver].ending === 'svg';
  const text = isSvg
    ? renderConstructionDrawing(spec, driver, facts)
    : renderExportJson(garment, spec, driver, facts);
  return {
    bytes: new TextEncoder().encode(text),
    mediaType: SANDBOX_DRIVERS[driver].mediaType,
    fileName: formatExportFileName(spec.identity, profile, driver),
    layers: isSvg ? SVG_LAYERS : [],
    counts: buildExportCounts(spec),
  };
};

/**
 * Renders the Tech Pack of a garment as a PDF, for the profile `technical_designer`. `request` is the body of the
 * order, which the cover shows. The same arguments give the same bytes.
 */
export const renderTechPackPdf = async (
  garment: SandboxGarment,
  request: object,
  facts: PackFacts,
): Promise<Uint8Array> => {
  const { renderPackPdf } = await import('./pack-pdf.ts');
  return renderPackPdf(readGarmentSpecification(garment, 'technical_designer'), request, facts);
};

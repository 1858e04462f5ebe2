import type { BodyChange } from '../../garment/compare-bodies.ts';
import type { ChangeSide, ValueChange } from '../../garment/value-change.ts';
import {
  formatMarkdownRow,
  joinMarkdownLines,
  type MarkdownSafe,
  markdown,
} from '../../platform/escape/markup.ts';
import { toPayloadText, toScalarText } from '../../platform/json/json-values.ts';
import {
  type DiffData,
  formatDepartmentTitle,
  formatDiffDesignName,
  formatDiffSummary,
  formatOneSidedBody,
  groupChangesByDepartment,
} from './diff.ts';
import { formatChangedField, listCarriedChangeValues, listSizeSteps, shortenSizes } from './diff-changes.ts';

/**
 * Formats one side of a change: the value before or the value after it, with its provenance. Examples are `56 cm
 * (asserted)` and `not stated`. Returns an empty text if the side is null, because the value did not exist at that
 * time.
 */
export const formatChangeSide = (
  fullSide: ChangeSide | null,
  role: ValueChange['role'] = 'value',
): string => {
  const side = shortenSizes(fullSide, role);
  if (side === null) return '';
  const { state, value, unit } = side;
  if (state === 'unstated' && value === null) return 'not stated';
  const valueText = toScalarText(value) ?? (value === null ? 'none' : toPayloadText(value));
  return `${valueText}${unit === null ? '' : ` ${toPayloadText(unit)}`}${state === null ? '' : ` (${state})`}`;
};

/**
 * Returns the lines that explain a change, as plain texts. For an added node, a line is for example `holds quantity 2
 * (asserted)`.
 */
export const formatChangeContext = (change: BodyChange): readonly string[] => {
  const { by, tolerances = [], check = [] } = change;
  const carried = listCarriedChangeValues(change).map(
    (it) => `${it.node_id ? `${it.node_id} ` : ''}${formatChangedField(it.field)} ${formatChangeSide(it)}`,
  );
  return [
    ...(carried.length === 0 ? [] : [`holds ${carried.join('; ')}`]),
    ...(by === undefined ? [] : [`${by}: ${listSizeSteps(change).join(', ')}`]),
    ...(tolerances.length === 0
      ? []
      : [tolerances.map((it) => `${it.field} ${formatChangeSide(it)}`).join('; ')]),
    ...check.map(
      ({ piece, unchanged }) =>
        `check, unchanged on ${piece}: ${unchanged.map(({ id, label }) => `${id} ${label}`.trim()).join(', ')}`,
    ),
  ];
};

/** Renders a comparison as Markdown: the counts, a heading for each design, and a table for each department. */
export const renderDiffMarkdown = (data: DiffData): MarkdownSafe => {
  const emptyLine = markdown``;
  const lines = [markdown`## ${data.a} → ${data.b}`, emptyLine, markdown`${formatDiffSummary(data)}`];
  for (const [at, design] of data.designs.entries()) {
    const isNewDesign = design.id !== null && data.designs[at - 1]?.id !== design.id;
    if (isNewDesign) lines.push(emptyLine, markdown`### ${formatDiffDesignName(design)}`);
    if (design.word !== '') lines.push(emptyLine, markdown`${formatOneSidedBody(design)}.`);
    for (const [name, changes] of groupChangesByDepartment(design.changes)) {
      lines.push(emptyLine, markdown`**${formatDepartmentTitle(name, design.read)}**`, emptyLine);
      lines.push(
        markdown`| where | field | before | after | | |`,
        markdown`| --- | --- | --- | --- | --- | --- |`,
      );
      for (const change of changes) {
        const cells = [
          [...new Set([change.node_id, change.label])].filter((word) => word !== '').join(' '),
          change.field,
          formatChangeSide(change.before, change.role),
          formatChangeSide(change.after, change.role),
          change.word,
          formatChangeContext(change).join('; '),
        ];
        lines.push(formatMarkdownRow(cells));
      }
    }
  }
  return joinMarkdownLines(lines);
};

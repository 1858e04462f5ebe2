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
 * Formats the value before or after a change with its provenance, for example `56 cm (asserted)` or `not stated`.
 * Returns an empty text for null: the value was added or removed.
 */
export const formatChangeSide = (whole: ChangeSide | null, role: ValueChange['role'] = 'value'): string => {
  const side = shortenSizes(whole, role);
  if (side === null) return '';
  const { state, value, unit } = side;
  if (state === 'unstated' && value === null) return 'not stated';
  const written = toScalarText(value) ?? (value === null ? 'none' : toPayloadText(value));
  return `${written}${unit === null ? '' : ` ${toPayloadText(unit)}`}${state === null ? '' : ` (${state})`}`;
};

/** Formats the lines of `renderChangeContext` as texts, for example `holds quantity 2 (asserted)`. */
export const formatChangeContext = (change: BodyChange): readonly string[] => {
  const { by, tolerances = [], check = [] } = change;
  const held = listCarriedChangeValues(change).map(
    (it) => `${it.node_id ? `${it.node_id} ` : ''}${formatChangedField(it.field)} ${formatChangeSide(it)}`,
  );
  return [
    ...(held.length === 0 ? [] : [`holds ${held.join('; ')}`]),
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
  const nothing = markdown``;
  const out = [markdown`## ${data.a} → ${data.b}`, nothing, markdown`${formatDiffSummary(data)}`];
  for (const [at, design] of data.designs.entries()) {
    const isNext = design.id !== null && data.designs[at - 1]?.id !== design.id;
    if (isNext) out.push(nothing, markdown`### ${formatDiffDesignName(design)}`);
    if (design.word !== '') out.push(nothing, markdown`${formatOneSidedBody(design)}.`);
    for (const [name, changes] of groupChangesByDepartment(design.changes)) {
      out.push(nothing, markdown`**${formatDepartmentTitle(name, design.read)}**`, nothing);
      out.push(
        markdown`| where | field | before | after | | |`,
        markdown`| --- | --- | --- | --- | --- | --- |`,
      );
      for (const it of changes) {
        const cells = [
          [...new Set([it.node_id, it.label])].filter((word) => word !== '').join(' '),
          it.field,
          formatChangeSide(it.before, it.role),
          formatChangeSide(it.after, it.role),
          it.word,
          formatChangeContext(it).join('; '),
        ];
        out.push(formatMarkdownRow(cells));
      }
    }
  }
  return joinMarkdownLines(out);
};

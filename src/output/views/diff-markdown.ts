/** A comparison as Markdown tables, for pull requests and messages. */

import type { ChangeSide } from '../../garment/value-change.ts';
import {
  formatMarkdownRow,
  joinMarkdownLines,
  type MarkdownSafe,
  markdown,
} from '../../platform/escape/markdown.ts';
import { toPayloadText, toScalarText } from '../../platform/json/json-values.ts';
import {
  type DiffData,
  formatDepartmentTitle,
  formatDiffDesignName,
  formatDiffSummary,
  formatMissingRead,
  groupChangesByDepartment,
} from './diff.ts';

/** Formats one side of a change with its provenance as a word, for example `56 cm (asserted)`. */
export const formatChangeSide = (side: ChangeSide | null): string => {
  if (side === null) return '';
  const { state, value, unit } = side;
  if (state === 'unstated' && value === null) return 'not stated';
  const written = toScalarText(value) ?? (value === null ? 'none' : toPayloadText(value));
  return `${written}${unit === null ? '' : ` ${toPayloadText(unit)}`}${state === null ? '' : ` (${state})`}`;
};

/** Renders a comparison as Markdown tables. Provenance is a word, since marks would be read as markup. */
export const renderDiffMarkdown = (data: DiffData): MarkdownSafe => {
  const nothing = markdown``;
  const out = [markdown`## ${data.a} → ${data.b}`, nothing, markdown`${formatDiffSummary(data)}`];
  for (const [at, design] of data.designs.entries()) {
    const isNext = design.id !== null && data.designs[at - 1]?.id !== design.id;
    if (isNext) out.push(nothing, markdown`### ${formatDiffDesignName(design)}`);
    if (design.word !== '') out.push(nothing, markdown`${formatMissingRead(design)}.`);
    for (const [name, changes] of groupChangesByDepartment(design.changes)) {
      out.push(nothing, markdown`**${formatDepartmentTitle(name, design.read)}**`, nothing);
      out.push(markdown`| where | field | before | after | |`, markdown`| --- | --- | --- | --- | --- |`);
      for (const it of changes) {
        const cells = [
          [...new Set([it.node_id, it.label])].filter((word) => word !== '').join(' '),
          it.field,
          formatChangeSide(it.before),
          formatChangeSide(it.after),
          it.word,
        ];
        out.push(formatMarkdownRow(cells));
      }
    }
  }
  return joinMarkdownLines(out);
};

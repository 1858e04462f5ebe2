import { type Markdown, markdown, markdownLines, markdownRow } from '../border/markdown.ts';
import type { Side } from '../garment/change.ts';
import { payloadText, scalarText } from '../json/values.ts';
import { type DiffData, departments, nameOf, summaryOf, titled, wholeText } from './diff.ts';

/** One side in words: marks would be read as markup, or not at all. */
export const sideText = (side: Side | null): string => {
  if (side === null) return '';
  const { state, value, unit } = side;
  if (state === 'unstated' && value === null) return 'not stated';
  const written = scalarText(value) ?? (value === null ? 'none' : payloadText(value));
  return `${written}${unit === null ? '' : ` ${payloadText(unit)}`}${state === null ? '' : ` (${state})`}`;
};

/** Tables of Markdown, with states as words: marks would be read as markup. */
export const diffMarkdown = (data: DiffData): Markdown => {
  const nothing = markdown``;
  const out = [markdown`## ${data.a} → ${data.b}`, nothing, markdown`${summaryOf(data)}`];
  for (const [at, design] of data.designs.entries()) {
    const isNext = design.id !== null && data.designs[at - 1]?.id !== design.id;
    if (isNext) out.push(nothing, markdown`### ${nameOf(design)}`);
    if (design.word !== '') out.push(nothing, markdown`${wholeText(design)}.`);
    for (const [name, changes] of departments(design.changes)) {
      out.push(nothing, markdown`**${titled(name, design.read)}**`, nothing);
      out.push(markdown`| where | field | before | after | |`, markdown`| --- | --- | --- | --- | --- |`);
      for (const it of changes) {
        const cells = [
          [...new Set([it.node_id, it.label])].filter((word) => word !== '').join(' '),
          it.field,
          sideText(it.before),
          sideText(it.after),
          it.word,
        ];
        out.push(markdownRow(cells));
      }
    }
  }
  return markdownLines(out);
};

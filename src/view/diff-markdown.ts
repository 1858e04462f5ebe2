import { payloadText, scalarText } from '../provenance/index.ts';
import { countsOf, type DiffData, type DiffSide, departments, nameOf, titled } from './diff.ts';

/** Nothing in a value may end a cell or become a tag. */
const cell = (text: string): string =>
  text.replaceAll(/[\\`*_{}[\]<>|~]/g, '\\$&').replaceAll(/\s*[\r\n]+\s*/g, ' ');

const sideText = (side: DiffSide | null): string => {
  if (side === null) return '';
  const { state, value, unit } = side;
  if (state === 'unstated' && value === null) return 'not stated';
  const written = scalarText(value) ?? (value === null ? 'none' : payloadText(value));
  return `${written}${unit === null ? '' : ` ${payloadText(unit)}`}${state === null ? '' : ` (${state})`}`;
};

/** Tables of Markdown, with states as words: marks would be read as markup. */
export const diffMarkdown = (data: DiffData): string => {
  const out = [`## ${cell(data.a)} → ${cell(data.b)}`, '', data.same ? 'No change.' : countsOf(data)];
  for (const [at, design] of data.designs.entries()) {
    const isNext = design.id !== null && data.designs[at - 1]?.id !== design.id;
    if (isNext) out.push('', `### ${cell(nameOf(design))}`);
    if (design.word !== '') out.push('', `Design ${design.word}.`);
    for (const [name, changes] of departments(design.changes)) {
      out.push('', `**${cell(titled(name, design.read))}**`, '');
      out.push('| where | field | before | after | |', '| --- | --- | --- | --- | --- |');
      for (const it of changes) {
        const cells = [it.node_id || it.label, it.field, sideText(it.before), sideText(it.after), it.word];
        out.push(`| ${cells.map(cell).join(' | ')} |`);
      }
    }
  }
  return `${out.join('\n')}\n`;
};

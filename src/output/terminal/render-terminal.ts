import { wrapRtlText } from '../../platform/escape/terminal-text.ts';
import { appendAll } from '../../platform/lists.ts';
import { measureWidth } from '../measure-width.ts';
import type { LineBlock, TerminalView, ViewBlock, WideOrNarrow } from '../views/view-model.ts';
import { renderOverflowTable } from './overflow-table.ts';
import { canFitGrid, renderTerminalGrid } from './terminal-grid.ts';
import type { TextPainter } from './text-painter.ts';
import { wrapText } from './wrap-text.ts';

const renderLine = (line: LineBlock, paint: TextPainter, room: number): string[] => {
  const indent = line.indent ?? 0;
  const margin = ' '.repeat(indent);
  const text = paint(line.content);
  const right = line.right === undefined ? '' : paint(line.right);
  // The text at the right end of the line (`right`) can be empty after painting. For example, the legend of the
  // provenance signs is left out if the terminal prints provenance as words.
  if (right.trim() !== '') {
    const space = room - indent - measureWidth(text) - measureWidth(right);
    if (space >= 2) return [margin + wrapRtlText(text) + ' '.repeat(space) + wrapRtlText(right)];
    return [
      ...renderLine({ kind: 'line', content: line.content, indent }, paint, room),
      ...wrapText(right, Math.max(10, room - indent)).map((part) => margin + part),
    ];
  }
  if (line.unbroken) return [margin + wrapRtlText(text)];
  const hang = line.hang ?? 0;
  const [first = '', ...rest] = wrapText(text, Math.max(10, room - indent - hang));
  return [margin + wrapRtlText(first), ...rest.map((part) => ' '.repeat(indent + hang) + wrapRtlText(part))];
};

const pickLayouts = (
  view: TerminalView,
  paint: TextPainter,
  room: number,
): readonly Exclude<ViewBlock, WideOrNarrow>[] =>
  view.flatMap((block) => {
    if (block.kind !== 'either') return [block];
    const canFit = block.wide.every((each) => each.kind !== 'grid' || canFitGrid(each, paint, room));
    return canFit ? block.wide : pickLayouts(block.narrow, paint, room);
  });

/** Renders a view as text for a terminal of `room` columns, with a line feed after each line. */
export const renderTerminal = (view: TerminalView, paint: TextPainter, room: number): string => {
  const lines: string[] = [];
  for (const block of pickLayouts(view, paint, room)) {
    if (block.kind === 'gap') {
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
    } else if (block.kind === 'spread') appendAll(lines, renderOverflowTable(block, paint, room));
    else if (block.kind === 'grid') appendAll(lines, renderTerminalGrid(block, paint, room));
    else appendAll(lines, renderLine(block, paint, room));
  }
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
};

import stringWidth from 'string-width';
import { isolate } from '../border/screen.ts';
import type { Block, Either, Line, View } from '../view/model.ts';
import type { Painter } from './painter.ts';
import { spreadLines } from './spread.ts';
import { fits, gridLines } from './table.ts';
import { wrapped } from './wrap.ts';

const lineLines = (line: Line, paint: Painter, room: number): string[] => {
  const indent = line.indent ?? 0;
  const text = paint(line.content);
  const right = line.right === undefined ? '' : paint(line.right);
  // Where marks are words, a legend has nothing left to say.
  if (right.trim() !== '') {
    const space = room - indent - stringWidth(text) - stringWidth(right);
    if (space >= 2) return [' '.repeat(indent) + isolate(text) + ' '.repeat(space) + isolate(right)];
    return [
      ...lineLines({ kind: 'line', content: line.content, indent }, paint, room),
      ...wrapped(right, Math.max(10, room - indent)).map((part) => ' '.repeat(indent) + part),
    ];
  }
  if (line.unbroken) return [' '.repeat(indent) + isolate(text)];
  const hang = line.hang ?? 0;
  const [first = '', ...rest] = wrapped(text, Math.max(10, room - indent - hang));
  if (rest.length === 0) return [' '.repeat(indent) + isolate(first)];
  return [
    ' '.repeat(indent) + isolate(first),
    ...rest.map((part) => ' '.repeat(indent + hang) + isolate(part)),
  ];
};

/** The blocks as they fit: of two ways to say the same the one there is room for. */
const chosen = (view: View, paint: Painter, room: number) =>
  view.flatMap((block): readonly Exclude<Block, Either>[] => {
    if (block.kind !== 'either') return [block];
    const roomy = block.wide.every((each) => each.kind !== 'grid' || fits(each, paint, room));
    return roomy ? block.wide : block.narrow;
  });

/** A view as text that ends with one line break, or as nothing. `room` is the width in columns. */
export const render = (view: View, paint: Painter, room: number): string => {
  const lines: string[] = [];
  for (const block of chosen(view, paint, room)) {
    if (block.kind === 'gap') {
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
    } else if (block.kind === 'spread') lines.push(...spreadLines(block, paint, room));
    else if (block.kind === 'grid') lines.push(...gridLines(block, paint, room));
    else lines.push(...lineLines(block, paint, room));
  }
  while (lines.at(-1) === '') lines.pop();
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
};

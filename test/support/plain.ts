/** A view as text without widths or colour, and the marks in it, for asking what it holds. */
import type {
  GridBlock,
  OverflowTable,
  RichText,
  TerminalView,
  TextRun,
  ViewBlock,
  WideOrNarrow,
} from '../../src/output/views/view-model.ts';

const parts = (content: RichText | undefined): readonly (string | TextRun)[] =>
  content === undefined ? [] : typeof content === 'string' || !('length' in content) ? [content] : content;

/** Of two ways to say the same, the one for those who have the room. */
const roomy = (view: TerminalView): readonly Exclude<ViewBlock, WideOrNarrow>[] =>
  view.flatMap((block): readonly Exclude<ViewBlock, WideOrNarrow>[] =>
    block.kind === 'either' ? block.wide : [block],
  );

function cells(block: Exclude<ViewBlock, WideOrNarrow>): readonly RichText[] {
  if (block.kind === 'gap') return [];
  if (block.kind === 'line')
    return block.right === undefined ? [block.content] : [block.content, block.right];
  return rowsOf(block).flat();
}

const rowsOf = (block: GridBlock | OverflowTable): readonly (readonly RichText[])[] =>
  block.kind === 'grid'
    ? block.rows
    : [block.columns, ...block.rows.map((row) => [...row.cells.map(({ inside }) => inside), ...row.below])];

/** Every line and cell. */
export const cellsIn = (view: TerminalView): readonly RichText[] => roomy(view).flatMap(cells);

export const pieces = (view: TerminalView): readonly (string | TextRun)[] => cellsIn(view).flatMap(parts);

const SIGNS: Readonly<Record<string, string>> = { asserted: '=', inferred: '~', unstated: '?' };

const shown = (piece: string | TextRun): string =>
  typeof piece === 'string'
    ? piece
    : piece.mark
      ? piece.state === undefined
        ? ' '
        : (SIGNS[piece.state] ?? '!')
      : piece.text;

/** One line per row or line, cells two spaces apart. */
export const plain = (view: TerminalView): string =>
  roomy(view)
    .flatMap((block) => {
      if (block.kind === 'gap') return [''];
      const rows = block.kind === 'line' ? [cells(block)] : rowsOf(block);
      return rows.map(
        (row) =>
          ' '.repeat(block.indent ?? 0) + row.map((cell) => parts(cell).map(shown).join('')).join('  '),
      );
    })
    .join('\n');

/** How often each state is marked. */
export function marks(view: TerminalView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const piece of pieces(view))
    if (typeof piece !== 'string' && piece.mark && piece.state !== undefined)
      counts.set(piece.state, (counts.get(piece.state) ?? 0) + 1);
  return counts;
}

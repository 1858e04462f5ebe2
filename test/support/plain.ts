/** A view as text without widths or colour, and the marks in it, for asking what it holds. */
import type { Block, Either, Grid, Inline, Piece, Spread, View } from '../../src/view/model.ts';

const parts = (content: Inline | undefined): readonly (string | Piece)[] =>
  content === undefined ? [] : typeof content === 'string' || !('length' in content) ? [content] : content;

/** Of two ways to say the same, the one for those who have the room. */
const roomy = (view: View): readonly Exclude<Block, Either>[] =>
  view.flatMap((block): readonly Exclude<Block, Either>[] =>
    block.kind === 'either' ? block.wide : [block],
  );

function cells(block: Exclude<Block, Either>): readonly Inline[] {
  if (block.kind === 'gap') return [];
  if (block.kind === 'line')
    return block.right === undefined ? [block.content] : [block.content, block.right];
  return rowsOf(block).flat();
}

const rowsOf = (block: Grid | Spread): readonly (readonly Inline[])[] =>
  block.kind === 'grid'
    ? block.rows
    : [block.columns, ...block.rows.map((row) => [...row.cells.map(({ inside }) => inside), ...row.below])];

/** Every line and cell. */
export const cellsIn = (view: View): readonly Inline[] => roomy(view).flatMap(cells);

export const pieces = (view: View): readonly (string | Piece)[] => cellsIn(view).flatMap(parts);

const SIGNS: Readonly<Record<string, string>> = { asserted: '=', inferred: '~', unstated: '?' };

const shown = (piece: string | Piece): string =>
  typeof piece === 'string'
    ? piece
    : piece.mark
      ? piece.state === undefined
        ? ' '
        : (SIGNS[piece.state] ?? '!')
      : piece.text;

/** One line per row or line, cells two spaces apart. */
export const plain = (view: View): string =>
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
export function marks(view: View): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const piece of pieces(view))
    if (typeof piece !== 'string' && piece.mark && piece.state !== undefined)
      counts.set(piece.state, (counts.get(piece.state) ?? 0) + 1);
  return counts;
}

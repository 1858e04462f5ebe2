/** Renders a view as text without widths or colours, and counts its marks. */
import type {
  GridBlock,
  OverflowTable,
  RichText,
  TerminalView,
  TextRun,
  ViewBlock,
  WideOrNarrow,
} from '../../src/output/views/view-model.ts';

const splitRuns = (content: RichText | undefined): readonly (string | TextRun)[] =>
  content === undefined ? [] : typeof content === 'string' || !('length' in content) ? [content] : content;

/** Chooses the wide form of blocks that also have a narrow one. */
const chooseWideBlocks = (view: TerminalView): readonly Exclude<ViewBlock, WideOrNarrow>[] =>
  view.flatMap((block): readonly Exclude<ViewBlock, WideOrNarrow>[] =>
    block.kind === 'either' ? block.wide : [block],
  );

function listBlockCells(block: Exclude<ViewBlock, WideOrNarrow>): readonly RichText[] {
  if (block.kind === 'gap') return [];
  if (block.kind === 'line')
    return block.right === undefined ? [block.content] : [block.content, block.right];
  return listRows(block).flat();
}

const listRows = (block: GridBlock | OverflowTable): readonly (readonly RichText[])[] =>
  block.kind === 'grid'
    ? block.rows
    : [block.columns, ...block.rows.map((row) => [...row.cells.map(({ inside }) => inside), ...row.below])];

/** Every line and cell. */
export const listCells = (view: TerminalView): readonly RichText[] =>
  chooseWideBlocks(view).flatMap(listBlockCells);

export const listTextRuns = (view: TerminalView): readonly (string | TextRun)[] =>
  listCells(view).flatMap(splitRuns);

const SIGNS: Readonly<Record<string, string>> = { asserted: '=', inferred: '~', unstated: '?' };

const renderRun = (piece: string | TextRun): string =>
  typeof piece === 'string'
    ? piece
    : piece.mark
      ? piece.state === undefined
        ? ' '
        : (SIGNS[piece.state] ?? '!')
      : piece.text;

/** One line per row or line, cells two spaces apart. */
export const renderPlainText = (view: TerminalView): string =>
  chooseWideBlocks(view)
    .flatMap((block) => {
      if (block.kind === 'gap') return [''];
      const rows = block.kind === 'line' ? [listBlockCells(block)] : listRows(block);
      return rows.map(
        (row) =>
          ' '.repeat(block.indent ?? 0) +
          row.map((cell) => splitRuns(cell).map(renderRun).join('')).join('  '),
      );
    })
    .join('\n');

/** How often each state is marked. */
export function countMarks(view: TerminalView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const piece of listTextRuns(view))
    if (typeof piece !== 'string' && piece.mark && piece.state !== undefined)
      counts.set(piece.state, (counts.get(piece.state) ?? 0) + 1);
  return counts;
}

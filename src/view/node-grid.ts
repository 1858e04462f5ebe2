/** A table of nodes for a terminal: marks beside values, units with them, and below each row what found no room. */

import type { Entry } from '../garment/entries.ts';
import { tallyOf } from '../garment/flatten-body.ts';
import { kindHeading } from '../garment/kinds.ts';
import type { NodeRow } from '../garment/node-table.ts';
import { garmentOf, labelOf } from '../garment/node-values.ts';
import { isTableName, TABLES } from '../garment/table-kinds.ts';
import { type Block, gap, type Inline, line, type Spread, type View } from './model.ts';
import { readTable, showsWhy, type TableOptions } from './node-rows.ts';
import { countPieces, identity, legend, more, title } from './read-header.ts';
import {
  besides,
  cellPieces,
  faint,
  heading,
  mark,
  type Pieces,
  qualifierPieces,
  strong,
  textPieces,
  valuePieces,
  whyPieces,
} from './value-pieces.ts';

/** A longer id would leave no room for what is said of it. */
const SHORT_ID = 20;

/** No line may break between a mark, a name and the value that they belong to. */
const named = (name: string, state: string | undefined, shown: Pieces): Pieces => [
  mark(state),
  faint(`\u00a0${name}\u00a0`),
  ...shown,
];

const kindCell = (kind: string) => ({
  inside: `  ${kind}`,
  below: kind === '' ? '' : [faint('kind\u00a0'), kind],
});

const idOf = ({ node, line: at }: NodeRow): string => (at === '' ? node.id : `${node.id} ${at}`);

const belowOf = (row: NodeRow, options: TableOptions, withId: boolean): readonly Inline[] => {
  const relations = row.relations.flatMap(
    ({ name, state, target, entry }, at): Pieces => [
      at > 0 ? '   ' : '',
      ...named(name, state, [target, ...qualifierPieces(entry)]),
    ],
  );
  const lines: readonly (readonly [string, Entry])[] = [
    ...row.cells,
    ...[...new Set(row.relations.map(({ entry }) => entry)), ...row.within, ...row.leftover].map(
      (entry) => [entry.field, entry] as const,
    ),
  ];
  const whys = lines.flatMap(([name, entry]): Inline[] => {
    const why = showsWhy(options) ? whyPieces(entry) : [];
    const beside = options.all ? besides(entry) : [];
    return [
      ...(why.length > 0 ? [[mark(entry.state), ` ${name}  `, ...why]] : []),
      ...beside.map(([key, value]) => [faint(`${name}.${key} `), ...textPieces(value)]),
    ];
  });
  const over = [...row.within, ...row.leftover].map((entry) =>
    named(entry.field, entry.state, valuePieces(entry)),
  );
  return [
    ...(withId ? [[faint('id '), idOf(row)]] : []),
    ...(relations.length > 0 ? [relations] : []),
    ...over,
    ...whys,
  ];
};

export const nodeTableView = (body: unknown, options: TableOptions): View => {
  const { graph, table, left } = readTable(body, options, 'screen');
  const { rows, columns } = table;
  const byId = rows.every((row) => idOf(row).length <= SHORT_ID);
  const kinds = new Set(rows.map(({ node }) => node.kind));
  const [only = ''] = kinds;
  const ofKinds = kinds.size > 1;
  const shown = rows.flatMap(({ cells, relations, leftover }) => [
    ...cells.values(),
    ...relations.map(({ entry }) => entry),
    ...leftover,
  ]);
  const spread: Spread = {
    kind: 'spread',
    indent: 1,
    columns: [...(byId ? [''] : []), ...(ofKinds ? ['kind'] : []), ...columns.map(({ name }) => name)],
    rows: rows.map((row) => ({
      cells: [
        ...(byId ? [{ inside: strong(idOf(row)), below: '' }] : []),
        ...(ofKinds ? [kindCell(row.node.kind)] : []),
        ...columns.map(({ name }) => {
          const entry = row.cells.get(name);
          return {
            inside: cellPieces(entry),
            below: entry ? named(name, entry.state, valuePieces(entry)) : '',
          };
        }),
      ],
      below: belowOf(row, options, !byId),
    })),
  };
  const garment = garmentOf(graph);
  const head = isTableName(options.table)
    ? TABLES[options.table].title.toUpperCase()
    : kindHeading(options.table);
  const blocks: readonly Block[] =
    rows.length > 0 ? [spread] : [line('Nothing here belongs to it.', { indent: 1 })];
  return [
    title(
      [strong(identity(graph.garmentId, options))],
      garment && garment.label !== '' ? labelOf(garment) : undefined,
      graph.profile,
    ),
    line(['counted here: ', ...countPieces(tallyOf(shown))], { right: legend, hang: 2 }),
    gap,
    line([heading(head), faint(`  ${rows.length}`), ...(ofKinds || only === '' ? [] : [`  ${only}`])], {
      indent: 1,
    }),
    ...blocks,
    ...(left.length > 0 ? [gap, line(more(left), { indent: 1, hang: 2 })] : []),
  ];
};

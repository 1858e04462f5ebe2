/** Materials and trims of a season for a terminal: what is the same once, and below it who uses it. */

import type { Result } from '../garment/multiplied.ts';
import { scalarText } from '../json/values.ts';
import { type Block, gap, type Inline, line, type Spread, type View } from './model.ts';
import { legend } from './read-header.ts';
import { COUNTED_HERE, entryOf, type TrimItem, type TrimsData, type Use, unsummed } from './trims-rows.ts';
import { faint, mark, markedPieces, type Pieces, strong, valuePieces, whyPieces } from './value-pieces.ts';

const whoOf = ({ name, garment_id, design_id, node_id, line: at }: Use): string =>
  scalarText(name) || garment_id || design_id || `${node_id} ${at}`.trim();

const resultPieces = (result: Result): Pieces =>
  'why' in result
    ? [faint(`not multiplied: ${result.why}`)]
    : [
        mark('inferred'),
        ` ${result.value}${result.unit === null ? '' : `\u00a0${result.unit}`}`,
        faint(`  ${result.of}, counted here`),
      ];

const sumLine = ({ sums }: TrimItem): readonly Block[] => {
  const known = Object.entries(sums ?? {}).flatMap(([name, result]) =>
    'why' in result ? [] : [`${name} ${result.value}${result.unit === null ? '' : `\u00a0${result.unit}`}`],
  );
  const not = unsummed(sums);
  return [
    ...(known.length > 0
      ? [
          line([mark('inferred'), ` ${known.join(', ')}`, faint(`  ${COUNTED_HERE.slice(2)}`)], {
            indent: 3,
            hang: 2,
          }),
        ]
      : []),
    ...(not.length > 0 ? [line(faint(`not added up: ${not.join('; ')}`), { indent: 3, hang: 2 })] : []),
  ];
};

const itemBlocks = (item: TrimItem, columns: readonly string[], whole: boolean): readonly Block[] => {
  const used = columns.filter((name) =>
    item.uses.some(({ values }) => values.some(({ field }) => field === name)),
  );
  const spread: Spread = {
    kind: 'spread',
    indent: 1,
    columns: ['', 'kind', ...used],
    rows: item.uses.map((use) => {
      const entries = new Map(use.values.map((value) => [value.field, entryOf(value)] as const));
      const whys = [...entries].flatMap(([name, entry]): Inline[] => {
        const why = whole ? whyPieces(entry) : [];
        return why.length > 0 ? [[mark(entry.state), ` ${name}  `, ...why]] : [];
      });
      return {
        cells: [
          { inside: [whoOf(use)], below: [whoOf(use)] },
          { inside: `  ${use.kind}`, below: use.kind === '' ? '' : [faint('kind\u00a0'), use.kind] },
          ...used.map((name) => {
            const entry = entries.get(name);
            if (entry === undefined) return { inside: '', below: '' };
            const shown = valuePieces(entry);
            return {
              inside: markedPieces(entry),
              below: [mark(entry.state), faint(`\u00a0${name}\u00a0`), ...shown],
            };
          }),
        ],
        below: [...whys, ...(use.counted ? [resultPieces(use.counted)] : [])],
      };
    }),
  };
  const how =
    item.joined_by === 'nothing' ? 'joined by nothing: it has no name' : `joined by ${item.joined_by}`;
  return [gap, line([strong(item.item), faint(`  ${how}`)], { hang: 2 }), spread, ...sumLine(item)];
};

export const trimsView = (data: TrimsData, whole: boolean): View => {
  const { dir, items, columns, left_out: left } = data;
  return [
    line([strong(dir), '  materials and trims, as sent'], { right: legend, hang: 2 }),
    ...(items.length > 0
      ? items.flatMap((item) => itemBlocks(item, columns, whole))
      : [gap, line('No material or trim fits.', { indent: 1 })]),
    ...(left === null
      ? []
      : [gap, line(faint(`left out: ${left}${whole ? '' : '  --whole'}`), { indent: 1, hang: 2 })]),
  ];
};

/** What the workbook is of, a column a garment, and how it is to be read. */

import type { Entry } from '../../garment/entries.ts';
import { garmentOf } from '../../garment/node-values.ts';
import { readQuestions } from '../../garment/questions.ts';
import { MARKS } from '../../garment/state-marks.ts';
import { STATE_WORDS } from '../../garment/stated.ts';
import { plainCount, readTrust } from '../../garment/trust.ts';
import { scalarText } from '../../json/values.ts';
import { type BookSheet, type Cell, type Look, textCell } from '../book.ts';
import { lookOf, stateText, valueCell } from '../state-cells.ts';
import { MEASURE, QUESTIONS } from './forms.ts';
import type { Garment } from './garment.ts';
import { SHEET_NAMES } from './names.ts';

/** To the minute, as on the sheet. */
const readAt = (at: number | undefined): string =>
  at === undefined
    ? 'a body that was here already'
    : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const NAMES: readonly string[] = ['name', 'label', 'title'];
const nameOf = ({ graph }: Garment): string =>
  garmentOf(graph)?.label ||
  (scalarText(
    graph.rest.find(({ field, value }) => NAMES.includes(field) && scalarText(value) !== undefined)?.value,
  ) ??
    '');

/** A count is derived: a fill on it would say nothing of the garment. */
const countCell = (entry: Entry): Cell =>
  valueCell(entry.value, plainCount(entry) === undefined ? lookOf(entry.state) : undefined);

/** The service's own counts, each under its name; nothing is added up. */
const countsOf = ({ bodies: { trust } }: Garment): ReadonlyMap<string, Cell> => {
  const found = new Map<string, Cell>();
  if (trust === undefined) return found;
  const { rows, confidence, rest, others } = readTrust(trust);
  for (const { name, cells } of rows)
    for (const [of, entry] of cells) found.set(`${name}: ${of}`, countCell(entry));
  for (const { name, entry } of confidence) found.set(`confidence: ${name}`, countCell(entry));
  for (const entry of [...rest, ...others]) found.set(entry.field, countCell(entry));
  return found;
};

const LOOKS: readonly (readonly [string, string, Look])[] = [
  ...STATE_WORDS.map((word) => [stateText(word), MARKS[word].asks, lookOf(word)] as const),
  ['another word !', 'a state that toile has no mark for, as the body wrote it', 'other'],
  ['no mark, no fill', 'the body gives no state, or no such value', 'plain'],
];

export const coverSheet = (garments: readonly Garment[]): BookSheet => {
  const line = (name: string, each: (garment: Garment) => string): readonly Cell[] => [
    textCell(name, 'name'),
    ...garments.map((garment) => textCell(each(garment))),
  ];
  const counts = garments.map(countsOf);
  const names = [...new Set(counts.flatMap((found) => [...found.keys()]))];
  const told = (name: string, words: string): readonly Cell[] => [textCell(name, 'name'), textCell(words)];
  return {
    name: SHEET_NAMES.cover,
    columns: [
      { head: 'garment_id', most: 40 },
      ...garments.map(({ id }) => ({ head: id, most: 60, least: 40 })),
    ],
    rows: [
      line('name', nameOf),
      line('profile', ({ graph, bodies }) => graph.profile ?? bodies.profile),
      line('read', ({ bodies }) => readAt(bodies.readAt)),
      line('nodes', ({ graph }) => String(graph.nodes.length)),
      line('open questions', ({ bodies: { confirmations } }) => {
        if (confirmations === undefined) return 'not read';
        return String(readQuestions(confirmations).list?.length ?? 'the body holds no list of them');
      }),
      ...(names.length > 0 ? [told('', 'Counts as the service gave them:')] : []),
      ...names.map((name) => [
        textCell(name, 'name'),
        ...counts.map((found) => found.get(name) ?? textCell('')),
      ]),
      told('', 'States, on every sheet:'),
      ...LOOKS.map(([name, words, look]) => [textCell(name, look), textCell(words)]),
      told('', 'To be filled in:'),
      told(QUESTIONS.name, `${QUESTIONS.filled.join(', ')}: what is answered, by whom, when`),
      told(MEASURE.name, 'measured: what was measured, in the unit of the spec'),
      told('', 'toile workbook read FILE shows what came back. It judges nothing.'),
    ],
    isPage: true,
  };
};

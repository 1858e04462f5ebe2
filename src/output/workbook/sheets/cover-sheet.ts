import { formatPlainCount, readDesignTrust } from '../../../garment/design-trust.ts';
import { findHeaderValues, HEADER_FIELDS, WRITE_IN_FIELDS } from '../../../garment/header-fields.ts';
import { findGarmentName, findGarmentNode } from '../../../garment/node-values.ts';
import { readQuestions } from '../../../garment/open-questions.ts';
import { PROVENANCE_MARKS } from '../../../garment/provenance-marks.ts';
import { PROVENANCE_WORDS } from '../../../garment/stated-value.ts';
import type { Value } from '../../../garment/value.ts';
import { formatReadTime } from '../../views/view-header.ts';
import {
  createStatedCells,
  createValueCell,
  formatProvenanceCell,
  getProvenanceStyle,
} from '../provenance-cells.ts';
import { type CellStyle, createTextCell, type WorkbookCell, type WorkbookSheet } from '../workbook-model.ts';
import { COUNTERSIGN_FORM, POINT_FORMS, QUESTIONS_FORM, SHEET_NAMES } from './forms.ts';
import type { WorkbookGarment } from './workbook-garment.ts';

/**
 * Formats the time when a body was read, given in milliseconds since 1970, to the minute in UTC. Returns `from a file`
 * if the time is undefined.
 */
export const formatBodyReadTime = (readAt: number | undefined): string =>
  readAt === undefined ? 'from a file' : formatReadTime(readAt);

/**
 * Creates the cell for a count that the service sent. A count that is inferred or has no provenance, as most counts
 * are, gets no provenance style unless it has a unit or a qualifier. Any other count gets the style of its provenance.
 */
const createCountCell = (entry: Value): WorkbookCell =>
  createValueCell(
    entry.value,
    formatPlainCount(entry) === undefined ? getProvenanceStyle(entry.state) : undefined,
  );

const readCountCells = ({ bodies: { trust } }: WorkbookGarment): ReadonlyMap<string, WorkbookCell> => {
  const counts = new Map<string, WorkbookCell>();
  if (trust === undefined) return counts;
  const { rows, confidence, rest, others } = readDesignTrust(trust);
  for (const { name, cells } of rows)
    for (const [column, entry] of cells) counts.set(`${name}: ${column}`, createCountCell(entry));
  for (const { name, value } of confidence) counts.set(`confidence: ${name}`, createCountCell(value));
  for (const entry of [...rest, ...others]) counts.set(entry.path, createCountCell(entry));
  return counts;
};

/** The legend of the cell styles. Each entry is the provenance word with its mark, the meaning, and the style. */
export const STYLE_LEGEND: readonly (readonly [string, string, CellStyle])[] = [
  ...PROVENANCE_WORDS.map(
    (word) => [formatProvenanceCell(word), PROVENANCE_MARKS[word].meaning, getProvenanceStyle(word)] as const,
  ),
  ['another word !', 'a state that toile does not know, as written in the body', 'other'],
  ['no mark, no fill', 'the body has no state, or no such value', 'plain'],
];

const createHintRow = (name: string, words: string): readonly WorkbookCell[] => [
  createTextCell(name, 'name'),
  createTextCell(words),
];

const FORM_HINTS: readonly (readonly [name: string, words: string])[] = [
  [QUESTIONS_FORM.name, `${QUESTIONS_FORM.filled.join(', ')}: the answer, who gave it and when`],
  [COUNTERSIGN_FORM.name, 'agree with an inferred value or write another; write only in white cells'],
];

/**
 * Builds the cover sheet. It has the header fields of each garment, the counts in its Design Trust body, the legend of
 * the cell styles, and hints for filling in the sheets in `names`. With `isBlind`, it has no counts, and it says that
 * the workbook has no specifications and tolerances, so that the factory measures without them.
 */
export const buildCoverSheet = (
  garments: readonly WorkbookGarment[],
  names: readonly string[],
  isBlind: boolean,
): WorkbookSheet => {
  const createLabelRow = (
    name: string,
    readText: (garment: WorkbookGarment) => string,
  ): readonly WorkbookCell[] => [
    createTextCell(name, 'name'),
    ...garments.map((garment) => createTextCell(readText(garment))),
  ];
  const counts = isBlind ? [] : garments.map(readCountCells);
  const countNames = [...new Set(counts.flatMap((countCells) => [...countCells.keys()]))];
  const headers = garments.map(({ graph }) =>
    findHeaderValues([...(findGarmentNode(graph)?.entries ?? []), ...graph.facts, ...graph.rest]),
  );
  const fields = HEADER_FIELDS.filter(
    (field) => WRITE_IN_FIELDS.includes(field) || headers.some((header) => header.has(field)),
  );
  return {
    name: SHEET_NAMES.cover,
    columns: [
      { head: 'garment_id', maxWidth: 40 },
      ...garments.map(({ id }) => ({ head: id, maxWidth: 60, minWidth: 40 })),
    ],
    rows: [
      createLabelRow('name', ({ graph }) => findGarmentName(graph)),
      ...fields.map((field) => [
        createTextCell(field, 'name'),
        ...headers.map((header) => {
          const entry = header.get(field);
          return entry === undefined ? createTextCell('', 'fill-in-text') : createStatedCells(entry)[0];
        }),
      ]),
      createLabelRow('profile', ({ graph, bodies }) => graph.profile ?? bodies.profile),
      createLabelRow('read', ({ bodies }) => formatBodyReadTime(bodies.readAt)),
      createLabelRow('data digest', ({ digest }) => digest),
      createLabelRow('open questions', ({ bodies: { confirmations } }) => {
        if (confirmations === undefined) return 'not read';
        return String(readQuestions(confirmations).list?.length ?? 'there is no list of questions');
      }),
      ...(countNames.length > 0 ? [createHintRow('', 'Counts of the service:')] : []),
      ...countNames.map((name) => [
        createTextCell(name, 'name'),
        ...counts.map((countCells) => countCells.get(name) ?? createTextCell('')),
      ]),
      createHintRow('', 'States, on every sheet:'),
      ...STYLE_LEGEND.map(([name, words, style]) => [createTextCell(name, style), createTextCell(words)]),
      createHintRow('', 'To be filled in:'),
      ...FORM_HINTS.filter(([name]) => names.includes(name)).map(([name, words]) =>
        createHintRow(name, words),
      ),
      createHintRow(
        `${POINT_FORMS.names.rounds}, ${POINT_FORMS.names.inspection}`,
        'white cells: the measured value, as a number in the unit of its row; anything else as a remark',
      ),
      ...(isBlind
        ? [
            createHintRow(
              'A copy to measure on',
              'without specifications and tolerances; `toile workbook read` compares',
            ),
          ]
        : []),
      createHintRow('hatched', 'the body has no value; leave the cell empty'),
      createHintRow('', 'toile workbook read FILE shows the answers and changes. It does not judge them.'),
    ],
    isPage: true,
  };
};

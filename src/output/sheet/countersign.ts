/**
 * The countersign strip: a table that a factory signs. It lists inferred values, and the factory either agrees with a
 * value or corrects it. It also lists details that the construction lines do not state, for example how often a hem is
 * turned back.
 */

import {
  listSilenceOptions,
  listSilentLines,
  SILENCE_NAMES,
  type SilenceName,
  type SilentLine,
} from '../../garment/construction-silences.ts';
import { formatCount } from '../../garment/format-count.ts';
import { formatRowName, type InferredValue, listInferredValues } from '../../garment/inferred-values.ts';
import type { TradeTables } from '../../garment/read-trade-tables.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { groupByKey } from '../../platform/group-items.ts';
import { toJsonText, toPayloadText } from '../../platform/json/json-values.ts';
import { renderBareRuns } from '../views/value-runs.ts';
import type { SheetSection } from './index.ts';
import { renderNameSlot, renderPhrase, renderPhraseSlot } from './phrases.ts';
import { renderRelationTarget } from './trade-table.ts';
import {
  renderBareValueHtml,
  renderFieldHtml,
  renderOtherMembersHtml,
  renderRunsHtml,
  renderTranslatableHtml,
  renderValueHtml,
  TICK_BOX,
} from './value-html.ts';

/**
 * One line that the factory signs once. It stands for one or more inferred values of a field with the same basis
 * (reason): a single value, the values for the sizes of one row, or the equal values of several rows. The values of one
 * row have the same confidence, but the rows may differ in confidence.
 */
interface StripLine {
  readonly table: string;
  readonly field: string;
  /**
   * For each table row that the factory signs with this line, the first value of the row on the line. The name of the
   * row is printed on the line.
   */
  readonly places: readonly InferredValue[];
  /**
   * The inferred values of this line of the sheet: one value, or one value for each size. If the line stands for
   * several table rows, these are the values of the first row.
   */
  readonly values: readonly InferredValue[];
}

/**
 * Renders the code and the name of the row of a value. Renders nothing for a value that is in no row, for example a
 * text of the brief.
 */
const renderPlace = (row: InferredValue['row']): HtmlSafe => {
  if (row === undefined) return emptyHtml;
  const code = toPayloadText(row.cells.get('code')?.value ?? undefined);
  const name = formatRowName(row);
  return html`${code === '' ? '' : html`<span class="f"><bdi>${code}</bdi></span> `}${renderTranslatableHtml(name)}`;
};

const getConfidence = ({ value }: InferredValue): unknown => value.confidence ?? null;

const describeValue = ({ size, value, relation }: InferredValue): readonly unknown[] => [
  size,
  value.role,
  relation === undefined ? (value.value ?? null) : (relation.to?.label ?? relation.target),
  value.unit ?? null,
  value.otherMembers,
];

/**
 * Groups the values that a factory has to countersign into printed lines. First, the values for the sizes of one row
 * are joined. Then rows with the same values and the same basis are joined.
 */
const buildStripLines = (values: readonly InferredValue[]): readonly StripLine[] => {
  const rowNumbers = new Map([...new Set(values.map(({ row }) => row))].map((row, at) => [row, at] as const));
  const valuesByRow = groupByKey(values, (item) =>
    toJsonText([
      ...[item.table, item.name, rowNumbers.get(item.row), item.value.basis ?? null, getConfidence(item)],
      item.size === '' ? describeValue(item) : [],
    ]),
  );
  const equalRows = groupByKey(valuesByRow.values(), (rowValues) =>
    toJsonText([
      ...rowValues
        .slice(0, 1)
        .map(({ table, name, value, row }) => [...[table, name, value.basis ?? null, row === undefined]]),
      rowValues.map(describeValue),
    ]),
  );
  return [...equalRows.values()].flatMap((rows) => {
    const [rowValues = []] = rows;
    const [first] = rowValues;
    if (first === undefined) return [];
    const { table, name: field } = first;
    return [{ table, field, places: rows.flatMap(([item]) => item ?? []), values: rowValues }];
  });
};

const renderStripValue = ({ size, value, relation }: InferredValue): HtmlSafe => {
  const sized = size === '' ? emptyHtml : html`<span class="k"><bdi>${size}</bdi></span> `;
  const shownValue = relation === undefined ? renderValueHtml(value) : renderRelationTarget(relation);
  return html`<span class="o">${sized}${shownValue}${renderOtherMembersHtml(value, false)}</span> `;
};

const SIGNED_HEADS = ['agree', 'make it', 'initials', 'date'] as const;

/** Renders the column heads. The CSS class of a head is made of its first word: `h-make` for `make it`. */
const renderHeads = (names: readonly string[]): HtmlSafe =>
  html`<thead><tr>${names.map((name) => html`<th scope="col" class="h-${name.replace(/ .*/, '')}">${name}${renderNameSlot(name)}</th>`)}</tr></thead>`;

const BOX = html`<td class="pen-box"></td>`;

/**
 * Renders the basis of a line of values to countersign. Adds the confidence if `isShared` is true, which means that all
 * rows of the line have the same confidence. Otherwise `renderPlaces` prints the confidence of each row.
 */
const renderReason = ({ places }: StripLine, isShared: boolean): HtmlSafe => {
  const [first] = places;
  if (first === undefined) return emptyHtml;
  const { basis = null } = first.value;
  const confidence = isShared ? getConfidence(first) : null;
  const reason = basis === null ? emptyHtml : renderBareValueHtml(basis);
  if (confidence === null) return reason;
  const shownConfidence = renderRunsHtml(renderBareRuns(confidence));
  return basis === null
    ? html`<span class="f">${renderPhrase('confidence')}</span> ${shownConfidence}`
    : html`${reason} (${shownConfidence})`;
};

const isConfidenceShared = ({ places }: StripLine): boolean =>
  new Set(places.map((place) => toJsonText(getConfidence(place)))).size === 1;

const renderPlaces = ({ places }: StripLine, isShared: boolean): HtmlSafe =>
  html`${places.map((place, at) => {
    const confidence = isShared ? null : getConfidence(place);
    const suffix =
      confidence === null
        ? emptyHtml
        : html` <span class="f">(${renderRunsHtml(renderBareRuns(confidence))})</span>`;
    return html`${at === 0 ? '' : ', '}${renderPlace(place.row)}${suffix}`;
  })}`;

/**
 * Renders one line of the table of values to countersign. Its first columns are `place`, `what` and `value`. A value
 * that is in no row, for example a text of the tailor brief, has no place. So its field is in the first column, and the
 * value extends over the next two, and also over the column `why` if that column has no content for this line.
 */
const renderStripLine = (line: StripLine, hasReasons: boolean): HtmlSafe => {
  const { field, values } = line;
  const isShared = isConfidenceShared(line);
  const shownValues = values.map(renderStripValue);
  const reason = hasReasons ? renderReason(line, isShared) : emptyHtml;
  const isText = values[0]?.row === undefined;
  const isWide = isText && hasReasons && reason === emptyHtml;
  const cells = isText
    ? html`<th scope="row">${renderFieldHtml(field)}</th><td colspan="${isWide ? 3 : 2}">${shownValues}</td>`
    : html`<th scope="row">${renderPlaces(line, isShared)}</th><td>${renderFieldHtml(field)}</td><td>${shownValues}</td>`;
  return html`<tr>${cells}${hasReasons && !isWide ? html`<td>${reason}</td>` : ''}<td class="pen-box">${TICK_BOX}</td>${BOX}${BOX}${BOX}</tr>\n`;
};

const renderStrip = (lines: readonly StripLine[]): HtmlSafe => {
  const hasReasons = lines.some((line) => renderReason(line, isConfidenceShared(line)) !== emptyHtml);
  const heads = ['place', 'what', 'value', ...(hasReasons ? ['why'] : []), ...SIGNED_HEADS];
  const parts = [...groupByKey(lines, ({ table }) => table)].map(
    ([title, group]) =>
      html`<tr class="part"><th scope="rowgroup" colspan="${heads.length}">${title}${renderNameSlot(title)}</th></tr>\n${group.map((line) => renderStripLine(line, hasReasons))}`,
  );
  return html`<table class="flat strip">${renderHeads(heads)}<tbody>\n${parts}</tbody></table>`;
};

const renderSilenceBox = ({ silences }: SilentLine, name: SilenceName): HtmlSafe => {
  if (!silences.has(name)) return html`<td class="x"></td>`;
  const options = listSilenceOptions(name).map(
    (option) => html`<span class="offer">${TICK_BOX}${option}${renderNameSlot(option)}</span> `,
  );
  return html`<td class="pen-box">${options}</td>`;
};

/** Renders a table of construction lines. Each line has a white box for each detail that it does not give. */
const renderSilentLines = (lines: readonly SilentLine[]): HtmlSafe => {
  const names = SILENCE_NAMES.filter((name) => lines.some(({ silences }) => silences.has(name)));
  const heads = renderHeads(['place', ...names, 'initials', 'date']);
  const rows = lines.map(
    (line) =>
      html`<tr><th scope="row">${renderPlace(line.row)}</th>${names.map((name) => renderSilenceBox(line, name))}${BOX}${BOX}</tr>\n`,
  );
  return html`<h3>${renderPhrase('Not given in the construction lines')}</h3><p class="note">${renderPhrase('Write in the white boxes only. An empty box counts as not answered.')}</p><table class="flat strip open">${heads}<tbody>\n${rows}</tbody></table>`;
};

/**
 * Builds the section `To countersign`, which the factory signs. It lists the inferred values of the tables and of the
 * tailor brief, and the details that the construction lines do not give.
 */
export const buildCountersignSection = (tradeTables: TradeTables, brief: unknown): SheetSection => {
  const values = listInferredValues(tradeTables, brief);
  const lines = listSilentLines(tradeTables.tables);
  const relations = values.filter(({ relation }) => relation !== undefined).length;
  const relationCount = relations === 0 ? '' : ` and ${formatCount(relations, 'relation')}`;
  const content = html`<p class="note">${formatCount(values.length - relations, 'value')}${relationCount} inferred, counted on this page.${renderPhraseSlot('inferred values, counted on this page')} ${renderPhrase('A signature is the answer of the factory. The value stays inferred until the designer states it.')}</p>
${values.length === 0 ? emptyHtml : renderStrip(buildStripLines(values))}${lines.length === 0 ? emptyHtml : renderSilentLines(lines)}`;
  return { id: 'countersign', title: 'To countersign', content };
};

import { DEPARTMENT_NAMES, type Department, shortenDepartment } from '../../garment/departments.ts';
import { formatCount } from '../../garment/format-count.ts';
import { NO_PROVENANCE } from '../../garment/provenance-filter.ts';
import { PROVENANCE_WORDS } from '../../garment/stated-value.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { formatSeasonTotals, renderStyleFieldRuns } from '../views/season.ts';
import {
  buildSeasonLines,
  listStyleColumns,
  type SeasonData,
  type SeasonDesign,
  type SeasonLine,
  STYLE_FIELDS,
} from '../views/season-rows.ts';
import { formatReadTime } from '../views/view-header.ts';
import { renderDocumentHtml } from './document.ts';
import { renderLandscapeCss } from './page-margins.ts';
import { SHEET_CSS } from './sheet-css.ts';
import { renderMarksLegend } from './title-block.ts';
import { renderMarkHtml, renderRunsHtml, toCapitalized } from './value-html.ts';

/** The input of `renderSeasonHtml`: a season, options for its page, and a function that computes digests. */
export interface SeasonPageInput {
  readonly season: SeasonData;
  /** The departments that get a column with the number of their open questions; undefined for all departments. */
  readonly departments: readonly Department[] | undefined;
  readonly folderDigest: string;
  /** The time when the folder was read, in milliseconds since 1970. */
  readonly now: number;
  /** Computes the SHA-256 digest of a text in base64. */
  digest(text: string): string;
}

type TextColumn = readonly [head: string, cell: (design: SeasonDesign) => HtmlSafe];

/**
 * Lists the columns before the counts: style number, design, id, and each header field that at least one design has.
 */
const listTextColumns = (designs: readonly SeasonDesign[]): readonly TextColumn[] => {
  const styleColumns = listStyleColumns(designs).map(
    (column): TextColumn => [
      STYLE_FIELDS[column],
      ({ style }) =>
        html`<td class="${column}"><bdi>${renderRunsHtml(renderStyleFieldRuns(style[column]))}</bdi></td>`,
    ],
  );
  const isStyleNumber = ([head]: TextColumn): boolean => head === STYLE_FIELDS.style_number;
  // With more than two columns of header fields there may be too little room for a whole id, so the id may be
  // truncated.
  const id: TextColumn = [
    'id',
    ({ garment_id, design_id }) =>
      html`<td class="${styleColumns.length > 2 ? '' : 'whole'}"><bdi>${garment_id ?? design_id ?? ''}</bdi></td>`,
  ];
  return [
    ...styleColumns.filter(isStyleNumber),
    ['design', ({ name }) => html`<th scope="row"><bdi>${name}</bdi></th>`],
    // Paper has no room for both the id and the style number. So ids are printed only if some design has no style
    // number.
    ...(designs.every(({ style }) => style.style_number) ? [] : [id]),
    ...styleColumns.filter((column) => !isStyleNumber(column)),
  ];
};

const renderDesignRowHtml = (
  { design, open, departments, states }: SeasonLine,
  columns: readonly TextColumn[],
): HtmlSafe => {
  const counts = [open, ...departments, ...states].map((count) => html`<td class="n">${count ?? ''}</td>`);
  return html`<tr>${columns.map(([, cell]) => cell(design))}${counts}<td>${design.fetched?.slice(0, 10) ?? ''}</td></tr>\n`;
};

const SEASON_CSS = `.season { font-size: 8pt; line-height: 1.2; }
.season th, .season td { padding: 0 1mm; }
.season th, .season td, .season bdi { white-space: nowrap; }
.season tbody th, .season tbody td { max-width: 24mm; overflow: hidden; text-overflow: ellipsis; }
.season tbody th { width: auto; min-width: 38mm; max-width: 60mm; }
.season tbody .whole { max-width: none; }
.season tbody .style_number { min-width: 24mm; max-width: 34mm; }
.season .n { text-align: right; font-variant-numeric: tabular-nums; }
`;

const hasUnknownStates = ({ departments, brief }: SeasonDesign): boolean =>
  [...Object.values(departments).map(({ values }) => values), brief].some((counts) =>
    Object.keys(counts?.others ?? {}).some((word) => word !== NO_PROVENANCE),
  );

/** Renders a season as a landscape HTML document: totals of the open questions, then one line per design. */
export const renderSeasonHtml = (input: SeasonPageInput): string => {
  const { season, departments, folderDigest, now, digest } = input;
  const { dir, designs, totals, left_out: leftOut } = season;
  const chosen = departments ?? DEPARTMENT_NAMES;
  const heads = [
    ...['open', ...chosen.map(shortenDepartment)].map((name) => html`${toCapitalized(name)}`),
    ...PROVENANCE_WORDS.map(renderMarkHtml),
  ].map((head) => html`<th scope="col" class="n">${head}</th>`);
  const columns = listTextColumns(designs);
  const body = html`<header>
<p class="over">Season</p>
<h1><bdi>${dir}</bdi></h1>
<p class="ref">${formatCount(designs.length, 'design')}, read ${formatReadTime(now)}, data digest ${folderDigest}</p>
${renderMarksLegend(designs.some(hasUnknownStates))}</header>
<main>
<p class="note">Counted here: open questions, by who works from them, and values by state. ${formatSeasonTotals(totals)}.</p>
<table class="flat season"><thead><tr>${columns.map(([head]) => html`<th scope="col">${toCapitalized(head)}</th>`)}${heads}<th scope="col">Read</th></tr></thead><tbody>
${buildSeasonLines(designs, chosen).map((line) => renderDesignRowHtml(line, columns))}</tbody></table>
${leftOut === null ? emptyHtml : html`<p class="note">Left out: <bdi>${leftOut}</bdi></p>\n`}</main>`;
  const page = renderLandscapeCss({
    head: [dir],
    side: [`season   read ${formatReadTime(now)}`],
    digest: folderDigest,
  });
  const css = `${page}${SHEET_CSS}${SEASON_CSS}`;
  return renderDocumentHtml({ title: `Season ${dir}`, css, body: [body], digest }).parts.join('');
};

/** A season on one page: a table of designs, to print for a meeting. */

import type { ProvenanceCounts } from '../../garment/department-counts.ts';
import { DEPARTMENT_NAMES, type Department } from '../../garment/departments.ts';
import { formatCount } from '../../garment/format-count.ts';
import { NO_PROVENANCE } from '../../garment/provenance-filter.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/html.ts';
import { toScalarText } from '../../platform/json/json-values.ts';
import { NOT_PULLED } from '../views/diff.ts';
import { groupTrustCounts, renderDepartmentCountRuns, renderProvenanceCountRuns } from '../views/season.ts';
import type { SeasonData, SeasonDesign } from '../views/season-rows.ts';
import { renderDocumentHtml } from './document.ts';
import { renderLandscapeCss } from './page-margins.ts';
import { SHEET_CSS } from './sheet-css.ts';
import { formatReadTime, renderMarksLegend } from './title-block.ts';
import { formatKeyAsWords, renderRunsHtml, toCapitalized } from './value-html.ts';

/** The input of a season page. */
export interface SeasonPageInput {
  readonly season: SeasonData;
  readonly departments: readonly Department[] | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** SHA-256 in base64, for the content policy. */
  digest(text: string): string;
}

const NOT_PULLED_HTML = html`<span class="f">${NOT_PULLED}</span>`;

const renderDesignNameHtml = ({ name, garment_id, design_id, profile }: SeasonDesign): HtmlSafe => {
  const ids = [garment_id, design_id, profile].filter((id) => id !== null);
  const words = toScalarText(name) ?? '';
  return html`${words === '' ? html`<span class="f">(unnamed)</span>` : html`<bdi class="l">${words}</bdi>`}${ids.map((id) => html`<span class="id"><bdi>${id}</bdi></span>`)}`;
};

const renderBriefCountsHtml = (brief: ProvenanceCounts | null | undefined): HtmlSafe =>
  brief ? renderRunsHtml(renderProvenanceCountRuns(brief)) : NOT_PULLED_HTML;

const renderTrustCountsHtml = ({ trust }: SeasonDesign): HtmlSafe =>
  trust
    ? html`${groupTrustCounts(trust).map(([name, words]) => html`<div>${name === '' ? '' : html`<span class="k"><bdi>${formatKeyAsWords(name)}</bdi></span> `}<bdi>${words}</bdi></div>`)}`
    : NOT_PULLED_HTML;

const renderDesignRowHtml = (
  design: SeasonDesign,
  departments: readonly Department[],
  whole: boolean,
): HtmlSafe => {
  const cells = departments.map(
    (name) =>
      html`<td>${renderRunsHtml(renderDepartmentCountRuns(design.departments[name] ?? { values: null, open: null }))}</td>`,
  );
  const own = whole
    ? html`<td>${renderBriefCountsHtml(design.brief)}</td><td>${renderTrustCountsHtml(design)}</td>`
    : emptyHtml;
  return html`<tr><th scope="row">${renderDesignNameHtml(design)}</th>${cells}${own}</tr>\n`;
};

const hasUnknownStates = ({ departments, brief }: SeasonDesign): boolean =>
  [...Object.values(departments).map(({ values }) => values), brief].some((counts) =>
    Object.keys(counts?.others ?? {}).some((word) => word !== NO_PROVENANCE),
  );

/**
 * Renders a season as an HTML document. Everything is counted by design: nothing is added up or compared.
 */
export const renderSeasonHtml = ({ season, departments, now, digest }: SeasonPageInput): string => {
  const { dir, designs, left_out: left } = season;
  const chosen = departments ?? DEPARTMENT_NAMES;
  const whole = departments === undefined;
  const heads = [...chosen, ...(whole ? ['brief', 'Design Trust, as sent'] : [])].map(
    (name) => html`<th scope="col">${toCapitalized(name)}</th>`,
  );
  const body = html`<header>
<p class="over">Season</p>
<h1><bdi>${dir}</bdi></h1>
<p class="ref">${formatCount(designs.length, 'design')}, read ${formatReadTime(now)}</p>
${renderMarksLegend(designs.some(hasUnknownStates))}</header>
<main>
<p class="note">Counted here: values by state, and open questions, by who works from them. Design Trust is as the service gives it.</p>
<table class="flat season"><thead><tr><th scope="col">Design</th>${heads}</tr></thead><tbody>
${designs.map((design) => renderDesignRowHtml(design, chosen, whole))}</tbody></table>
${left === null ? emptyHtml : html`<p class="note">Left out: <bdi>${left}</bdi></p>\n`}</main>`;
  const page = renderLandscapeCss({ head: [dir], side: [`season   read ${formatReadTime(now)}`] });
  return renderDocumentHtml({ title: `Season ${dir}`, css: `${page}${SHEET_CSS}`, body, digest });
};

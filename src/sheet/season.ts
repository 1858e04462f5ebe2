/** A season on one page: a table of designs, to print and to take into a meeting. */

import { html, type Markup, none } from '../border/html.ts';
import { counted } from '../garment/counted.ts';
import type { StateCounts } from '../garment/department-counts.ts';
import { DEPARTMENTS, type Department } from '../garment/departments.ts';
import { NO_STATE } from '../garment/state-choice.ts';
import { scalarText } from '../json/values.ts';
import { countPieces, NOT_PULLED, stateCountPieces, trustWords } from '../view/season.ts';
import type { SeasonData, SeasonDesign } from '../view/season-rows.ts';
import { documentHtml } from './document.ts';
import { marksLegend, readAt } from './head.ts';
import { turnedPage } from './page-margins.ts';
import { style } from './style.ts';
import { capitalised, named, piecesHtml } from './value-html.ts';

export interface SeasonPage {
  readonly season: SeasonData;
  readonly departments: readonly Department[] | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** SHA-256 in base64, for the content policy. */
  digest(text: string): string;
}

const NONE = html`<span class="f">${NOT_PULLED}</span>`;

const nameHtml = ({ name, garment_id, design_id, profile }: SeasonDesign): Markup => {
  const ids = [garment_id, design_id, profile].filter((id) => id !== null);
  const words = scalarText(name) ?? '';
  return html`${words === '' ? html`<span class="f">(unnamed)</span>` : html`<bdi class="l">${words}</bdi>`}${ids.map((id) => html`<span class="id"><bdi>${id}</bdi></span>`)}`;
};

const briefHtml = (brief: StateCounts | null | undefined): Markup =>
  brief ? piecesHtml(stateCountPieces(brief)) : NONE;

const trustHtml = ({ trust }: SeasonDesign): Markup =>
  trust
    ? html`${trustWords(trust).map(([name, words]) => html`<div>${name === '' ? '' : html`<span class="k"><bdi>${named(name)}</bdi></span> `}<bdi>${words}</bdi></div>`)}`
    : NONE;

const rowHtml = (design: SeasonDesign, departments: readonly Department[], whole: boolean): Markup => {
  const cells = departments.map(
    (name) =>
      html`<td>${piecesHtml(countPieces(design.departments[name] ?? { values: null, open: null }))}</td>`,
  );
  const own = whole ? html`<td>${briefHtml(design.brief)}</td><td>${trustHtml(design)}</td>` : none;
  return html`<tr><th scope="row">${nameHtml(design)}</th>${cells}${own}</tr>\n`;
};

const hasStrangers = ({ departments, brief }: SeasonDesign): boolean =>
  [...Object.values(departments).map(({ values }) => values), brief].some((counts) =>
    Object.keys(counts?.others ?? {}).some((word) => word !== NO_STATE),
  );

/** One document that needs nothing else. What it counts it counts by design: nothing is added up or compared. */
export const seasonHtml = ({ season, departments, now, digest }: SeasonPage): string => {
  const { dir, designs, left_out: left } = season;
  const chosen = departments ?? DEPARTMENTS;
  const whole = departments === undefined;
  const heads = [...chosen, ...(whole ? ['brief', 'Design Trust, as sent'] : [])].map(
    (name) => html`<th scope="col">${capitalised(name)}</th>`,
  );
  const body = html`<header>
<p class="over">Season</p>
<h1><bdi>${dir}</bdi></h1>
<p class="ref">${counted(designs.length, 'design')}, read ${readAt(now)}</p>
${marksLegend(designs.some(hasStrangers))}</header>
<main>
<p class="note">Counted here: values by state, and open questions, by who works from them. Design Trust is as the service gives it.</p>
<table class="flat season"><thead><tr><th scope="col">Design</th>${heads}</tr></thead><tbody>
${designs.map((design) => rowHtml(design, chosen, whole))}</tbody></table>
${left === null ? none : html`<p class="note">Left out: <bdi>${left}</bdi></p>\n`}</main>`;
  const page = turnedPage({ head: [dir], side: `season   read ${readAt(now)}` });
  return documentHtml({ title: `Season ${dir}`, css: `${page}${style}`, body, digest });
};

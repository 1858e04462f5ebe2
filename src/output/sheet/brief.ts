import type { OpenBody } from '../../garment/open-body.ts';
import { isUnstatedWithoutDetails } from '../../garment/open-body.ts';
import type { Value } from '../../garment/value.ts';
import { html } from '../../platform/escape/markup.ts';
import type { WithChangeBar } from './change-bars.ts';
import type { SheetSection } from './index.ts';
import { renderPhrase } from './phrases.ts';
import { renderNamesHtml, renderValueHtml, renderValuePairHtml } from './value-html.ts';

/** Returns true for an unstated text without unit, details or change bar. One line lists the names of these texts. */
const canShareLine = (entry: Value & WithChangeBar): boolean =>
  entry.changed === undefined &&
  isUnstatedWithoutDetails(entry) &&
  (entry.unit ?? null) === null &&
  entry.otherMembers.length === 0 &&
  entry.member === undefined;

/** Builds the section `Tailor brief`. Unstated texts share one line; `all` adds members without provenance. */
export const buildBriefSection = ({ entries, others }: OpenBody, all: boolean): SheetSection => {
  const shown = [...entries, ...others.filter(({ role }) => all || role !== 'plain')];
  const bare = shown.filter(canShareLine);
  const [first] = bare;
  const rows = shown.filter((entry) => !canShareLine(entry)).map(renderValuePairHtml);
  const silent =
    first !== undefined
      ? html`<div><dt>${renderPhrase('the rest')}</dt><dd>${renderValueHtml(first)}: <bdi>${renderNamesHtml(bare.map(({ path }) => path))}</bdi></dd></div>`
      : '';
  const content =
    shown.length > 0
      ? html`<dl class="texts">${rows}${silent}</dl>`
      : html`<p class="note">${renderPhrase('The brief has no texts.')}</p>`;
  return { id: 'brief', title: 'Tailor brief', content };
};

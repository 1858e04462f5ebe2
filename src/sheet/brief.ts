/** The tailor brief on the sheet. */

import { html, type Markup } from '../border/html.ts';
import { isSilent, readBrief } from '../garment/brief.ts';
import type { Entry } from '../garment/entries.ts';
import type { Section } from './index.ts';
import { named, valueHtml, whyHtml } from './value-html.ts';

const row = (entry: Entry): Markup =>
  html`<div><dt><bdi>${named(entry.field)}</bdi></dt><dd>${valueHtml(entry)}${whyHtml(entry)}</dd></div>`;

export function briefSection(body: unknown): readonly Section[] {
  const { entries, others } = readBrief(body);
  const shown = [...entries, ...others.filter(({ role }) => role !== 'plain')];
  const bare = shown.filter(isSilent);
  const [first] = bare;
  const rows = shown.filter((entry) => !isSilent(entry)).map(row);
  const silent =
    first !== undefined
      ? html`<div><dt>the rest</dt><dd>${valueHtml(first)}: <bdi>${bare.map(({ field }) => named(field)).join(', ')}</bdi></dd></div>`
      : '';
  const content =
    shown.length > 0
      ? html`<dl class="texts">${rows}${silent}</dl>`
      : html`<p class="note">The brief holds no texts.</p>`;
  return [{ id: 'brief', title: 'Tailor brief', content }];
}

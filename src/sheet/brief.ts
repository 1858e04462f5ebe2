/** The tailor brief on the sheet. */

import { html, type Markup } from '../border/html.ts';
import type { Entry } from '../garment/entries.ts';
import { readBrief } from '../view/brief.ts';
import type { Section } from './index.ts';
import { named, valueHtml, whyHtml } from './value-html.ts';

const isBare = ({ state, value, basis }: Entry): boolean =>
  state === 'unstated' && (value ?? null) === null && (basis ?? null) === null;

const row = (entry: Entry): Markup =>
  html`<div><dt><bdi>${named(entry.field)}</bdi></dt><dd>${valueHtml(entry)}${whyHtml(entry)}</dd></div>`;

export function briefSection(body: unknown): readonly Section[] {
  const { entries, others } = readBrief(body);
  const shown = [...entries, ...others.filter(({ role }) => role !== 'plain')];
  const bare = shown.filter(isBare);
  const rows = shown.filter((entry) => !isBare(entry)).map(row);
  const silent =
    bare.length > 0
      ? html`<div><dt>the rest</dt><dd>${valueHtml({ ...(bare[0] as Entry), value: null })}: <bdi>${bare.map(({ field }) => named(field)).join(', ')}</bdi></dd></div>`
      : '';
  const content =
    shown.length > 0
      ? html`<dl class="texts">${rows}${silent}</dl>`
      : html`<p class="note">The brief holds no texts.</p>`;
  return [{ id: 'brief', title: 'Tailor brief', content }];
}

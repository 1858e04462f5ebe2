/** The tailor brief on the sheet. */

import { html } from '../border/html.ts';
import { isSilent, readBrief } from '../garment/brief.ts';
import type { Section } from './index.ts';
import { entryHtml, named, valueHtml } from './value-html.ts';

export function briefSection(body: unknown): readonly Section[] {
  const { entries, others } = readBrief(body);
  const shown = [...entries, ...others.filter(({ role }) => role !== 'plain')];
  const bare = shown.filter(isSilent);
  const [first] = bare;
  const rows = shown.filter((entry) => !isSilent(entry)).map(entryHtml);
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

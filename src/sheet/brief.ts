/** The tailor brief on the sheet. */

import { html } from '../border/html.ts';
import { isSilent } from '../garment/brief.ts';
import type { Entry } from '../garment/entries.ts';
import type { OpenBody } from '../garment/open-body.ts';
import type { Barred } from './change-bars.ts';
import type { Section } from './index.ts';
import { entryHtml, namesHtml, valueHtml } from './value-html.ts';
import { say } from './words.ts';

/** They can stand in one line, where nothing qualifies them. */
const isBare = (entry: Entry & Barred): boolean =>
  entry.changed === undefined &&
  isSilent(entry) &&
  (entry.unit ?? null) === null &&
  entry.extras.length === 0 &&
  entry.member === undefined;

export const briefSection = ({ entries, others }: OpenBody, all: boolean): Section => {
  const shown = [...entries, ...others.filter(({ role }) => all || role !== 'plain')];
  const bare = shown.filter(isBare);
  const [first] = bare;
  const rows = shown.filter((entry) => !isBare(entry)).map(entryHtml);
  const silent =
    first !== undefined
      ? html`<div><dt>${say('the rest')}</dt><dd>${valueHtml(first)}: <bdi>${namesHtml(bare.map(({ field }) => field))}</bdi></dd></div>`
      : '';
  const content =
    shown.length > 0
      ? html`<dl class="texts">${rows}${silent}</dl>`
      : html`<p class="note">${say('The brief holds no texts.')}</p>`;
  return { id: 'brief', title: 'Tailor brief', content };
};

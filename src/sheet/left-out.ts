/** What a sheet does not show, on its last page: counted, by name. */

import { html, type Markup } from '../border/html.ts';
import { counted } from '../garment/counted.ts';
import type { LeftOut } from '../garment/left-out.ts';
import type { Section } from './index.ts';
import { named } from './value-html.ts';
import { after, afterName } from './words.ts';

/** As it was sent: whoever misses it looks for it in the body. */
const nameHtml = ([name, times]: readonly [string, number]): Markup =>
  html`<bdi>${name === '' ? '(itself)' : name}</bdi>${afterName(named(name))}${times > 1 ? ` ${times}` : ''}`;

const leftHtml = ({ what, count, names }: LeftOut): Markup => {
  const each = [...names].map((name, at) => html`${at > 0 ? ', ' : ''}${nameHtml(name)}`);
  return html`<li><b>${counted(count, what)}</b>${afterName(what)}: ${each}</li>`;
};

export const leftOutSection = (
  left: readonly (readonly [string, readonly LeftOut[]])[],
): readonly Section[] => {
  const given = left.filter(([, list]) => list.length > 0);
  if (given.length === 0) return [];
  const content = html`<p class="note">The service sent these as well; they stand on no page of this sheet. --only, --kind and --all choose what does.${after('The service sent these as well; they stand on no page of this sheet.')}</p>
${given.map(([title, list]) => html`<h3>${title}${afterName(title)}</h3><ul class="left">${list.map(leftHtml)}</ul>`)}`;
  return [{ id: 'left-out', title: 'Left off this sheet', content }];
};

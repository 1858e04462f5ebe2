/** Design Trust on the sheet. */

import { html, type Markup, none } from '../border/html.ts';
import type { Entry } from '../garment/entries.ts';
import { isStateWord } from '../garment/stated.ts';
import { plainCount, type Trust } from '../garment/trust.ts';
import { type Barred, barHtml } from './change-bars.ts';
import type { Section } from './index.ts';
import { asideHtml, fieldHtml, markHtml, named, pairHtml, valueHtml } from './value-html.ts';
import { afterName, say } from './words.ts';

const shown = (entry: Entry & Barred): Markup => {
  const count = plainCount(entry);
  return html`${count === undefined ? valueHtml(entry) : html`${barHtml(entry)}${count}`}${asideHtml(entry)}`;
};

/** The parts of a name apart; a range of numbers, `0.9-1.0`, is one of them. */
const spaced = (field: string): string => field.replaceAll(/\.(?!\d)|(?<!\d)\./g, ' ');

const table = ({ columns, rows }: Trust): Markup => {
  const head = columns.map(
    (name) =>
      html`<th scope="col" class="num">${isStateWord(name) ? html`${markHtml(name)} ` : ''}${name}${afterName(name)}</th>`,
  );
  const lines = rows.map(({ name, cells }) => {
    const numbers = columns.map((column) => {
      const entry = cells.get(column);
      return html`<td class="num">${entry ? shown(entry) : html`<span class="f">${say('not given')}</span>`}</td>`;
    });
    return html`<tr><th scope="row">${fieldHtml(name)}</th>${numbers}</tr>`;
  });
  return html`<table class="narrow flat"><thead><tr><th scope="col">${say('of')}</th>${head}</tr></thead><tbody>${lines}</tbody></table>`;
};

export const trustSection = (trust: Trust, all: boolean): Section => {
  const beside = trust.others.filter(({ role }) => all || role !== 'plain');
  const rows = [
    ...trust.confidence.map(({ name, entry }) => [`confidence ${name}`, entry] as const),
    ...[...trust.rest, ...beside].map((entry) => [spaced(entry.field), entry] as const),
  ].map(([name, entry]) => pairHtml(named(name), shown(entry)));
  const content = html`<p class="note">${say('Counts as derived by the service over the rows of its own pack.')}</p>${
    trust.rows.length > 0 ? table(trust) : none
  }${rows.length > 0 ? html`<dl class="texts">${rows}</dl>` : none}${
    trust.entries.length + beside.length === 0
      ? html`<p class="note">${say('The body holds no counts.')}</p>`
      : none
  }`;
  return { id: 'trust', title: 'Design Trust', content };
};

/** Design Trust on the sheet: the service's own counts as they come. Nothing is added up, divided or judged. */

import { html, type Markup } from '../border/html.ts';
import type { Entry } from '../garment/entries.ts';
import { leaves } from '../garment/flatten-entry.ts';
import { readOpen } from '../garment/open-body.ts';
import { lexeme } from '../json/values.ts';
import type { Section } from './index.ts';
import { markHtml, named, valueHtml } from './value-html.ts';

const STATES = ['asserted', 'inferred', 'unstated'];

interface Count {
  readonly group: string;
  readonly name: string;
  readonly entry: Entry;
}

function split(entry: Entry): Count {
  const at = entry.field.lastIndexOf('.');
  return { group: at < 0 ? '' : entry.field.slice(0, at), name: entry.field.slice(at + 1), entry };
}

// A count is derived, so a mark on it would say nothing about the garment; anything else keeps its mark.
const isPlain = ({ value, state }: Entry): boolean =>
  /^\d+$/.test(lexeme(value) ?? '') && (state === undefined || state === 'inferred');

const shown = (entry: Entry): Markup =>
  isPlain(entry) ? html`${lexeme(entry.value) ?? ''}` : valueHtml(entry);

/** The counts of one list item can be told apart by a text among them: `{of: "callouts", rows: 3}`. */
function nameOf(group: string, counts: readonly Count[]): string {
  const text = counts.filter((count) => count.group === group).find(isName);
  return text ? String(text.entry.value) : named(group);
}

const isName = ({ entry: { value, state } }: Count): boolean =>
  typeof value === 'string' && value !== '' && state === undefined;

function table(groups: readonly string[], counts: readonly Count[]): Markup {
  const used = ['rows', ...STATES].filter((name) =>
    counts.some((count) => groups.includes(count.group) && count.name === name),
  );
  const head = used.map(
    (name) =>
      html`<th scope="col" class="num">${STATES.includes(name) ? html`${markHtml(name)} ` : ''}${name}</th>`,
  );
  const rows = groups.map((group) => {
    const cells = used.map((name) => {
      const count = counts.find((each) => each.group === group && each.name === name);
      return html`<td class="num">${count ? shown(count.entry) : html`<span class="f">not given</span>`}</td>`;
    });
    return html`<tr><th scope="row"><bdi>${named(nameOf(group, counts))}</bdi></th>${cells}</tr>`;
  });
  return html`<table class="narrow"><thead><tr><th scope="col">of</th>${head}</tr></thead><tbody>${rows}</tbody></table>`;
}

/** Groups in which every name is one of the table's, and stands once. */
function tabled(counts: readonly Count[]): readonly string[] {
  return [...new Set(counts.map(({ group }) => group))].filter((group) => {
    const own = counts.filter((count) => count.group === group);
    const texts = own.filter(isName);
    const numbers = own.filter((count) => !texts.includes(count));
    const names = numbers.map(({ name }) => name);
    return (
      group !== '' &&
      names.some((name) => STATES.includes(name)) &&
      texts.length <= 1 &&
      numbers.every(({ name, entry }) => (name === 'rows' || STATES.includes(name)) && isPlain(entry)) &&
      new Set(names).size === names.length
    );
  });
}

export function trustSection(body: unknown): readonly Section[] {
  const { entries, others } = readOpen(body, ['counts', 'design_trust', 'trust']);
  const all = [...entries.flatMap(leaves), ...others.filter(({ role }) => role !== 'plain')];
  const counts = all.map(split);
  const groups = tabled(counts);
  const rest = counts.filter(({ group }) => !groups.includes(group));
  const rows = rest.map(
    ({ entry }) =>
      html`<div><dt><bdi>${named(entry.field.replaceAll('.', ' '))}</bdi></dt><dd>${shown(entry)}</dd></div>`,
  );
  const content = html`<p class="note">Counts as derived by the service over the rows of its own pack.</p>${
    groups.length > 0 ? table(groups, counts) : ''
  }${rows.length > 0 ? html`<dl class="texts">${rows}</dl>` : ''}${
    counts.length === 0 ? html`<p class="note">The body holds no counts.</p>` : ''
  }`;
  return [{ id: 'trust', title: 'Design Trust', content }];
}

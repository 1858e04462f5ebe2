import { type DesignTrust, formatPlainCount } from '../../garment/design-trust.ts';
import { isProvenanceWord } from '../../garment/stated-value.ts';
import type { Value } from '../../garment/value.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { renderChangeBarHtml, type WithChangeBar } from './change-bars.ts';
import type { SheetSection } from './index.ts';
import { renderNameSlot, renderPhrase } from './phrases.ts';
import {
  formatKeyAsWords,
  renderFieldHtml,
  renderMarkHtml,
  renderOtherMembersHtml,
  renderPairHtml,
  renderValueHtml,
} from './value-html.ts';

const renderTrustValueHtml = (entry: Value & WithChangeBar): HtmlSafe => {
  const count = formatPlainCount(entry);
  return html`${count === undefined ? renderValueHtml(entry) : html`${renderChangeBarHtml(entry)}${count}`}${renderOtherMembersHtml(entry)}`;
};

/** Replaces the dots of a path by spaces, but not the decimal points of a range such as `0.9-1.0`. */
const splitFieldName = (field: string): string => field.replaceAll(/\.(?!\d)|(?<!\d)\./g, ' ');

const renderTrustTableHtml = ({ columns, rows }: DesignTrust): HtmlSafe => {
  const head = columns.map(
    (name) =>
      html`<th scope="col" class="num">${isProvenanceWord(name) ? html`${renderMarkHtml(name)} ` : ''}${name}${renderNameSlot(name)}</th>`,
  );
  const lines = rows.map(({ name, cells }) => {
    const numbers = columns.map((column) => {
      const entry = cells.get(column);
      return html`<td class="num">${entry ? renderTrustValueHtml(entry) : html`<span class="f">${renderPhrase('not given')}</span>`}</td>`;
    });
    return html`<tr><th scope="row">${renderFieldHtml(name)}</th>${numbers}</tr>`;
  });
  return html`<table class="narrow flat"><thead><tr><th scope="col">${renderPhrase('of')}</th>${head}</tr></thead><tbody>${lines}</tbody></table>`;
};

/** Builds the section `Design Trust`: a table of counts, then other counts. `all` adds members without provenance. */
export const buildTrustSection = (trust: DesignTrust, all: boolean): SheetSection => {
  const beside = trust.others.filter(({ role }) => all || role !== 'plain');
  const rows = [
    ...trust.confidence.map(({ name, value }) => [`confidence ${name}`, value] as const),
    ...[...trust.rest, ...beside].map((entry) => [splitFieldName(entry.path), entry] as const),
  ].map(([name, entry]) => renderPairHtml(formatKeyAsWords(name), renderTrustValueHtml(entry)));
  const content = html`<p class="note">${renderPhrase('Counts that the service derives from the rows of its own pack.')}</p>${
    trust.rows.length > 0 ? renderTrustTableHtml(trust) : emptyHtml
  }${rows.length > 0 ? html`<dl class="texts counts">${rows}</dl>` : emptyHtml}${
    trust.entries.length + beside.length === 0
      ? html`<p class="note">${renderPhrase('There are no counts.')}</p>`
      : emptyHtml
  }`;
  return { id: 'trust', title: 'Design Trust', content };
};

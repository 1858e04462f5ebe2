import { formatCount } from '../../garment/format-count.ts';
import type { LeftOut } from '../../garment/left-out.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import type { SheetSection } from './index.ts';
import { joinPhrases, renderNameSlot, renderPhrase, renderPhraseSlot, type SheetPhrase } from './phrases.ts';
import { formatKeyAsWords } from './value-html.ts';

const renderLeftOutName = ([name, times]: readonly [string, number]): HtmlSafe =>
  html`<bdi>${name === '' ? '(itself)' : name}</bdi>${renderNameSlot(formatKeyAsWords(name))}${times > 1 ? ` ${times}` : ''}`;

const renderLeftOutHtml = ({ what, count, names }: LeftOut): HtmlSafe => {
  const nameList = [...names].map((name, at) => html`${at > 0 ? ', ' : ''}${renderLeftOutName(name)}`);
  return html`<li><b>${formatCount(count, what)}</b>${renderNameSlot(what)}: ${nameList}</li>`;
};

/**
 * Builds the section `Left off this sheet`. Each item of `left` has the title of a part of the sheet, and the counts of
 * what this part leaves out. `notRead` names the bodies that were not read.
 */
export const buildLeftOutSection = (
  left: readonly (readonly [string, readonly LeftOut[]])[],
  notRead: readonly SheetPhrase[],
): readonly SheetSection[] => {
  const nonEmpty = left.filter(([, list]) => list.length > 0);
  if (nonEmpty.length === 0 && notRead.length === 0) return [];
  const bodies =
    notRead.length === 0
      ? emptyHtml
      : html`<p class="note">${renderPhrase('Not read for this page')}: ${joinPhrases(notRead)}.</p>`;
  const parts = nonEmpty.map(([title, list]) => {
    const head = title === '' ? emptyHtml : html`<h3>${title}${renderNameSlot(title)}</h3>`;
    return html`${head}<ul class="left">${list.map(renderLeftOutHtml)}</ul>`;
  });
  const counts =
    nonEmpty.length === 0
      ? emptyHtml
      : html`<p class="note">Not on any page of this sheet. --only, --kind and --all choose what is.${renderPhraseSlot('Not on any page of this sheet.')}</p>
${parts}`;
  return [{ id: 'left-out', title: 'Left off this sheet', content: html`${bodies}${counts}` }];
};

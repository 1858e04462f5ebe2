import { CHANGE_WORDS } from '../../garment/change-words.ts';
import type { BodyChange } from '../../garment/compare-bodies.ts';
import { formatCount } from '../../garment/format-count.ts';
import {
  emptyHtml,
  escapeCssString,
  type HtmlSafe,
  html,
  markCssSafe,
} from '../../platform/escape/markup.ts';
import {
  type DiffData,
  formatDiffDesignName,
  formatDiffSummary,
  formatOneSidedBody,
  groupChangesByClass,
} from './diff.ts';
import { formatChangeContext, formatChangeSide } from './diff-markdown.ts';

const STYLE = `
* { box-sizing: border-box; }
html { color: #111; background: #fff; font: 10.5pt/1.4 system-ui, "Helvetica Neue", Arial, "Noto Sans", sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.5rem; }
h1 { font-size: 1.4rem; margin: 0 0 .4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; break-after: avoid; }
/* All tables have the same column widths, because otherwise a long id makes the other columns too narrow. */
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th:nth-child(3), th:nth-child(4) { width: 12%; }
th:nth-child(1), th:nth-child(2) { width: 18%; }
th:nth-child(7) { width: 11%; }
th, td { border: 1px solid #999; padding: .2rem .4rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { background: #eee; font-weight: 600; }
small { color: #444; display: block; }
.below td { border-top: 0; color: #444; font-size: 9pt; padding-inline-start: 18%; }
tr:has(+ .below) { break-after: avoid; }
tr:has(+ .below) td { border-bottom: 0; }
dt { font-weight: 600; float: left; clear: left; width: 14rem; }
dd { margin: 0 0 0 14.5rem; }
@media print { body { max-width: none; padding: 0; } th { background: none; } }
`;

const renderPageRule = (digests: string): string =>
  `@page { size: A4 landscape; margin: 14mm;
  @bottom-left { font-size: 8pt; content: ${escapeCssString(digests)}; }
  @bottom-right { font-size: 8pt; content: "Page " counter(page) " of " counter(pages); } }
`;

const renderIsolatedText = (text: string): HtmlSafe => html`<bdi>${text}</bdi>`;

const renderNameCell = (name: string, id: string): HtmlSafe =>
  name === '' || name === id
    ? renderIsolatedText(id)
    : html`${renderIsolatedText(name)}${id === '' ? emptyHtml : html`<small>${renderIsolatedText(id)}</small>`}`;

const renderChangeRow = (design: HtmlSafe, change: BodyChange): HtmlSafe => {
  const { label, node_id, department, field, before, after, word, role } = change;
  const contextRows = formatChangeContext(change).map(
    (text) => html`<tr class="below"><td colspan="7">${renderIsolatedText(text)}</td></tr>
`,
  );
  return html`<tr><td>${design}</td><td>${renderNameCell(label, node_id)}</td><td>${department}</td><td>${renderIsolatedText(field)}</td><td>${renderIsolatedText(formatChangeSide(before, role))}</td><td>${renderIsolatedText(formatChangeSide(after, role))}</td><td>${word}</td></tr>
${contextRows}`;
};

const TABLE_HEAD = html`<thead><tr><th>design</th><th>where</th><th>department</th><th>field</th><th>before</th><th>after</th><th>what it is</th></tr></thead>`;

const renderWordList = ({ designs }: DiffData): HtmlSafe => {
  const usedWords = new Set(designs.flatMap(({ changes }) => changes.map(({ word }) => word)));
  const terms = Object.entries(CHANGE_WORDS).filter(([word]) => usedWords.has(word));
  if (terms.length === 0) return emptyHtml;
  return html`<h2>Words of a change</h2>
<dl>${terms.map(
    ([word, about]) => html`<dt>${word}</dt><dd>${about}</dd>
`,
  )}</dl>
`;
};

/**
 * Renders a comparison as a complete HTML page: the counts, the designs that only one version has, a table for each
 * class of changes (`CHANGE_CLASSES`), and the meanings of the change words.
 */
export const renderDiffHtml = (data: DiffData): string => {
  const { a, b, designs, digests = [] } = data;
  const oneSided = designs.filter(({ word }) => word !== '');
  const title = `${a} → ${b}`;
  const digestText = digests.join(' → ');
  const oneSidedRows = oneSided.map(
    (
      design,
    ) => html`<tr><td>${renderNameCell(formatDiffDesignName(design), design.id ?? '')}</td><td>${formatOneSidedBody(design)}</td></tr>
`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${markCssSafe(`${STYLE}${renderPageRule(digestText)}`)}</style>
</head>
<body>
<h1>${renderIsolatedText(a)} → ${renderIsolatedText(b)}</h1>
<p>${formatDiffSummary(data)}</p>${
    digestText === ''
      ? emptyHtml
      : html`
<p><small>data digests: ${digestText}</small></p>`
  }
${
  oneSided.length === 0
    ? emptyHtml
    : html`<h2>${formatCount(oneSided.length, 'design')} on one side only</h2>
<table><tbody>${oneSidedRows}</tbody></table>
`
}${groupChangesByClass(designs).map(
  ({ rank, title: about, rows }) => html`<h2>${rank === null ? '' : `${rank}  `}${about} (${rows.length})</h2>
<table>${TABLE_HEAD}<tbody>
${rows.map(({ design, change }) => renderChangeRow(renderNameCell(formatDiffDesignName(design), design.id ?? ''), change))}</tbody></table>
`,
)}${renderWordList(data)}</body>
</html>
`.markup;
};

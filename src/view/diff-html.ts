/** A comparison as one page, to be read, sent and printed: a whole season by what its changes cost when overlooked. */

import { html, type Markup, none, styleSheet } from '../border/html.ts';
import { WORDS } from '../garment/change.ts';
import { counted } from '../garment/counted.ts';
import { type DiffData, nameOf, summaryOf, wholeText } from './diff.ts';
import type { DiffChange } from './diff-changes.ts';
import { byClass } from './diff-cost.ts';
import { sideText } from './diff-markdown.ts';

const STYLE = styleSheet(`
* { box-sizing: border-box; }
html { color: #111; background: #fff; font: 10.5pt/1.4 system-ui, "Helvetica Neue", Arial, "Noto Sans", sans-serif; }
body { margin: 0 auto; max-width: 72rem; padding: 2rem 1.5rem; }
h1 { font-size: 1.4rem; margin: 0 0 .4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; break-after: avoid; }
/* Columns of one width on the whole page: a long id in one table would break the words beside it. */
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th:nth-child(3), th:nth-child(4) { width: 12%; }
th:nth-child(1), th:nth-child(2) { width: 18%; }
th:nth-child(7) { width: 11%; }
th, td { border: 1px solid #999; padding: .2rem .4rem; text-align: start; vertical-align: top; overflow-wrap: anywhere; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th { background: #eee; font-weight: 600; }
small { color: #444; display: block; }
dt { font-weight: 600; float: left; clear: left; width: 14rem; }
dd { margin: 0 0 0 14.5rem; }
@page { size: A4 landscape; margin: 14mm; }
@media print { body { max-width: none; padding: 0; } th { background: none; } }
`);

/** A name of a stranger's turns only itself. */
const own = (text: string): Markup => html`<bdi>${text}</bdi>`;

/** What a person calls it, and below it the id by which it is found. */
const called = (name: string, id: string): Markup =>
  name === '' || name === id
    ? own(id)
    : html`${own(name)}${id === '' ? none : html`<small>${own(id)}</small>`}`;

const heldText = ({ values = [] }: DiffChange): string =>
  values
    .filter(({ role }) => !['label', 'beside'].includes(role))
    .map((it) => `${it.field || '(itself)'} ${sideText(it)}`)
    .join('; ');

const changeRow = (design: Markup, change: DiffChange): Markup => {
  const { label, node_id, department, field, before, after, word } = change;
  const held = heldText(change);
  return html`<tr><td>${design}</td><td>${called(label, node_id)}</td><td>${department}</td><td>${own(field)}</td><td>${own(sideText(before))}</td><td>${own(sideText(after))}</td><td>${word}${held === '' ? none : html`<small>holds ${own(held)}</small>`}</td></tr>
`;
};

const HEAD = html`<thead><tr><th>design</th><th>where</th><th>department</th><th>field</th><th>before</th><th>after</th><th>what it is</th></tr></thead>`;

/** Only words that stand on the page are explained on it. */
const wordsOf = ({ designs }: DiffData): Markup => {
  const said = new Set(designs.flatMap(({ changes }) => changes.map(({ word }) => word)));
  const terms = Object.entries(WORDS).filter(([word]) => said.has(word));
  if (terms.length === 0) return none;
  return html`<h2>Words of a change</h2>
<dl>${terms.map(
    ([word, about]) => html`<dt>${word}</dt><dd>${about}</dd>
`,
  )}</dl>
`;
};

export const diffHtml = (data: DiffData): string => {
  const { a, b, designs } = data;
  const whole = designs.filter(({ word }) => word !== '');
  const title = `${a} → ${b}`;
  const lines = whole.map(
    (design) => html`<tr><td>${called(nameOf(design), design.id ?? '')}</td><td>${wholeText(design)}</td></tr>
`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${own(a)} → ${own(b)}</h1>
<p>${summaryOf(data)}</p>
${
  whole.length === 0
    ? none
    : html`<h2>${counted(whole.length, 'design')} on one side alone</h2>
<table><tbody>${lines}</tbody></table>
`
}${byClass(designs).map(
  ({ rank, title: about, rows }) => html`<h2>${rank === null ? '' : `${rank}  `}${about} (${rows.length})</h2>
<table>${HEAD}<tbody>
${rows.map(({ design, change }) => changeRow(called(nameOf(design), design.id ?? ''), change))}</tbody></table>
`,
)}${wordsOf(data)}</body>
</html>
`.markup;
};

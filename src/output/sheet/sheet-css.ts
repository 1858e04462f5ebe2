import type { SheetDictionary } from './translation.ts';

const SHEET_FONTS = 'system-ui, "Helvetica Neue", Arial, "Noto Sans", sans-serif';

/** The CSS of every sheet. `renderPagesCss` adds the rules for page margins. */
export const SHEET_CSS = `
* { box-sizing: border-box; }
html { color: #111; background: #fff; font: 10.5pt/1.4 ${SHEET_FONTS}; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.5rem 4rem; }
h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
header { border-top: 4px solid #111; padding-top: .6rem; }
.over { font-size: .75rem; letter-spacing: .14em; text-transform: uppercase; color: #444; }
h1 { font-size: 2.1rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; }
.ref { font-size: 1rem; overflow-wrap: anywhere; margin-top: .2rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 .4rem; padding-bottom: .2rem; border-bottom: 2px solid #111; break-after: avoid; }
h3 { font-size: .95rem; margin: 1.1rem 0 .3rem; break-after: avoid; overflow-wrap: anywhere; }
h3 .f { font-weight: 400; }
a { color: #111; }
nav { margin-top: 1rem; font-size: .85rem; }
nav li { display: inline-block; margin-right: 1.1em; }
.block { display: flex; flex-wrap: wrap; margin: .6rem 1px 1px 0; }
.block > div { flex: 1 1 9rem; min-height: 2.9rem; border: 1px solid #111; margin: 0 -1px -1px 0; padding: .2rem .4rem; overflow-wrap: anywhere; }
/* The main fabric gets twice the width, because its composition and weight make it the longest field. */
.block > .wide { flex: 2 1 18rem; }
dl.sign { margin-top: .4rem; }
.pen { display: block; height: 1.2em; }
dt { font-size: .89rem; color: #444; }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.6rem; margin-top: .7rem; font-size: .85rem; }
.m { padding: 0 .22em; border: 1px solid #111; border-radius: 2px; font: 700 .85em/1.2 ui-monospace, Menlo, Consolas, monospace; }
.m.a { border-color: transparent; }
.m.i { background: #fff; color: #111; border-style: dashed; }
.m.u { background: #fff; color: #111; border-style: dotted; border-width: 1.5px; }
.m.o { background: #fff; color: #111; border-style: double; border-width: 3px; margin: 0; font-weight: 400; }
bdi { white-space: pre-line; }
bdi.l { overflow-wrap: anywhere; }
bdi.a { font-weight: 600; }
bdi.i { text-decoration: underline dotted 1px; text-underline-offset: 2px; }
bdi.u { font-style: italic; }
.f, small, .id, .k { color: #444; }
small { display: block; font-size: .94em; line-height: 1.3; }
.id { display: block; font: .94em/1.3 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; font-weight: 400; }
.m-b { margin-right: .6em; }
.c { white-space: nowrap; margin-right: 1em; }
.in { padding-left: 1em; }
table { border-collapse: collapse; width: 100%; font-size: .89rem; line-height: 1.3; margin-bottom: .5rem; }
thead { display: table-header-group; }
th, td { text-align: left; vertical-align: top; padding: .26rem .4rem; border-bottom: 1px solid #999; overflow-wrap: break-word; }
thead th { overflow-wrap: normal; border-bottom: 1.5px solid #111; font-size: .89rem; font-weight: 600; color: #333; vertical-align: bottom; }
tbody th { font-weight: 400; min-width: 8em; width: 22%; }
tr, tbody { break-inside: avoid; }
/*
 * A page break leaves at least five rows at the top of a page and three at the bottom. The last row of a short table
 * has no break-after, because it would also forbid a break before the next heading.
 */
.trade > tbody:nth-last-of-type(-n+4), .flat tr:nth-last-child(-n+4) { break-before: avoid; }
.trade > tbody:nth-of-type(-n+2):not(:last-of-type), .flat tbody tr:nth-child(-n+2):not(:last-child), .sec { break-after: avoid; }
td.under { padding-top: 0; color: #111; }
tr.up td, tr.up th { border-bottom: none; }
.o { margin-right: .9em; }
.y { color: #444; margin-left: .35em; }
.o small, th small { display: inline; margin-left: .35em; }
table.flat tbody { break-inside: auto; }
.trade td, .trade th { min-width: 0; width: auto; }
.trade tbody th { width: 26%; }
.stacked tbody th { width: 42%; }
/* Grey with a dash. Hatching needs a gradient of two colours, which a browser prints slowly and as a large PDF. */
td.x, .x-box { background: #e6e6e6 linear-gradient(#888, #888) center / .8em 1px no-repeat; }
.x-box { display: inline-block; width: 1.6em; height: .9em; border: 1px solid #999; vertical-align: -.08em; }
.sec th { font-weight: 700; padding-top: .5rem; }
td.num { white-space: nowrap; font-variant-numeric: tabular-nums; }
/* In a column of numbers, bold type marks an asserted value. Its sign "=" is invisible, but screen readers read it. */
td.num .m.a { font-size: 0; padding: 0; border: 0; }
td.code, td.code bdi, td.num bdi { white-space: nowrap; }
td.base { background: #f0f0f0; }
.u-r { display: block; font-weight: 400; }
.u-r .o { margin-right: .6em; }
sup + sup::before { content: ", "; }
sup { font-size: .89rem; line-height: 0; vertical-align: .3em; margin-left: .15em; font-weight: 400; color: #444; }
.notes { columns: 2; column-gap: 1.6rem; margin: .2rem 0 .6rem; padding: 0; list-style: none; font-size: .89rem; line-height: 1.25; color: #333; }
.notes li { break-inside: avoid; overflow-wrap: anywhere; }
.notes small { display: inline; font-size: 1em; }
.bold { font-variant-numeric: tabular-nums; }
td.num, th.num { text-align: right; min-width: 0; }
table.narrow { width: auto; min-width: 50%; }
.texts { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; font-size: .92rem; }
.texts > div { display: contents; }
.texts dt, .texts dd { border-bottom: 1px solid #bbb; padding: .25rem .6rem .25rem 0; font-size: inherit; break-inside: avoid; overflow-wrap: anywhere; }
.counts { grid-template-columns: repeat(2, minmax(7rem, max-content) 1fr); }
.cb { display: inline-block; height: 1.1em; border-left: 3.5px solid #111; padding-left: .12em; font-size: .8em; font-weight: 700; line-height: 1.1; vertical-align: -.1em; margin-right: .3em; }
.gone td, .gone th { text-decoration: line-through; }
table.seen { width: auto; margin: .3rem 0; }
table.seen td { min-width: 9em; border: 1px solid #999; height: 1.7em; }
.was { table-layout: fixed; }
.was th:first-child { width: 20%; }
.was th.st { width: 13%; }
.was th.word { width: 14%; }
.sum { white-space: pre-wrap; font-weight: 600; margin: .4rem 0; }
tr.of th { width: auto; border-bottom: none; padding-bottom: 0; font-weight: 600; }
tr.of .id { display: inline; }
.was th, .was td { min-width: 0; overflow-wrap: anywhere; }
.was tbody tr:not(.of) th { padding-left: 1.2em; }
.box { display: inline-block; width: .85em; height: .85em; border: 1.2px solid #111; vertical-align: -.08em; margin-right: .3em; }
.offer { display: inline-block; margin: .15rem 1.2em 0 0; }
.answer { margin-top: .5rem; border-bottom: 1px solid #555; color: #444; font-size: .9em; }
.tick, tbody td.tick { width: 3em; min-width: 0; }
.no { width: 5.5em; min-width: 0; }
.about { width: 20%; }
.until { width: 24%; }
.ticks { display: grid; grid-template-columns: 1fr 1fr; column-gap: 2rem; font-size: .85rem; }
.ticks li:nth-last-child(-n+6) { break-before: avoid; }
.ticks li { break-inside: avoid; padding: .12rem 0 .12rem 1.2em; text-indent: -1.2em; overflow-wrap: anywhere; }
.left { font-size: .85rem; }
.left li { margin: .1rem 0; overflow-wrap: anywhere; }
.said .what { width: 16%; }
.said tbody tr:not(.of):not(:last-child) > * { border-bottom-color: #ccc; }
.said tbody tr:last-child > * { border-bottom: none; padding-bottom: .7rem; }
.strip tbody th { min-width: 0; width: 23%; }
.strip .h-why { width: 19%; }
.strip td, .strip thead th { min-width: 0; }
.strip .part th { font-weight: 700; border-bottom: 1px solid #111; padding-top: .5rem; break-after: avoid; }
.strip .pen-box { border: 1px solid #111; }
.strip .h-what { width: 10%; }
.strip .h-make { width: 13%; }
.strip .h-agree { width: 3.8em; }
.strip .h-initials, .strip .h-date { width: 5.5em; }
.cover ol { font-size: 1rem; padding-left: 1.6em; }
.cover li { display: list-item; margin: .3rem 0; overflow-wrap: anywhere; }
.note { font-size: .89rem; color: #333; margin: .3rem 0; break-inside: avoid; }
/* The notes about the translation begin no new page, because they may be only one line. */
.untranslated { break-before: avoid; }
h2 + .note, h3 + .note { break-after: avoid; }
figcaption { font-size: .89rem; color: #333; margin-bottom: .5rem; }
figure { margin: .6rem 0; break-inside: avoid; }
.sketch img { display: block; width: 100%; height: auto; max-height: 125mm; object-fit: contain; background: #fff; }
.callouts { columns: 3 14rem; column-gap: 1.4rem; margin: .4rem 0; padding: 0; list-style: none; font-size: .89rem; }
.callouts li { break-inside: avoid; padding: .12rem 0; overflow-wrap: anywhere; }
@media screen { body { box-shadow: 0 0 0 1px #ddd; } html { background: #f3f3f3; } body { background: #fff; } }
/* Dark colours for screens only; printed pages stay white. */
@media screen and (prefers-color-scheme: dark) {
  html { background: #16181b; color: #e8e8e8; }
  body { background: #1f2226; box-shadow: 0 0 0 1px #3a3f45; }
  header, h2, .block > div, thead th, .m, .box, .cb { border-color: #c8c8c8; }
  a, td.under, .m.i, .m.u, .m.o, .m { color: #f2f2f2; }
  .m.a { border-color: transparent; }
  .m.i, .m.u, .m.o { background: #1f2226; }
  td.base { background: #2a2e33; }
  td.x, .x-box { background: #33383e linear-gradient(#999, #999) center / .8em 1px no-repeat; }
  .notes, sup, .over, dt, .f, small, .id, .k, .y, .answer, thead th, .note, figcaption { color: #b9bec4; }
}
@media print {
  html { font-size: 9pt; }
  body { max-width: none; padding: 0; }
  nav:not(.cover) { display: none; }
  a { text-decoration: none; }
  /* Marks have no round corners, because a printer draws each corner as a separate shape, thousands of times. */
  .m { border-radius: 0; }
  .g { break-before: page; }
  .changes { break-after: page; }
  h2 { margin: 3mm 0 .3rem; }
  h3 { margin-top: .5rem; }
  th, td { padding: .1rem .3rem; }
  .texts { line-height: 1.3; }
  .texts dt, .texts dd { padding-block: .12rem; }
  .strip tbody tr:not(.part) { height: 7mm; }
  .left li { margin: 0; }
  h1 { font-size: 1.7rem; }
}
`;

/**
 * Returns the value of `font-family` for a text in both languages. The fonts of the second language come last, because
 * they would otherwise be used for Latin letters too.
 */
export const listSheetFonts = (language: SheetDictionary | undefined): string =>
  language === undefined ? SHEET_FONTS : SHEET_FONTS.replace('sans-serif', `${language.fonts}, sans-serif`);

/** Renders the CSS of the second language: smaller text, on its own line below names in table heads and lists. */
export const renderTranslationCss = (language: SheetDictionary): string => `
.tr { font-size: .92em; font-weight: 400; font-style: normal; color: #333; text-decoration: none; letter-spacing: normal; }
th .tr, td .tr, dt .tr { word-break: keep-all; }
.tr:lang(${language.tag}) { font-family: ${listSheetFonts(language)}; }
.tr::before { content: "\\b7\\a0"; content: "\\b7\\a0" / ""; }
dt .tr, thead .tr { display: block; font-size: 1em; }
dt .tr::before, thead .tr::before, h2 .tr::before, h3 .tr::before, .over .tr::before { content: none; }
.f .tr { margin-right: .35em; }
h1 .tr { font-size: .6em; }
@media screen and (prefers-color-scheme: dark) { .tr { color: #c8ccd0; } }
`;

/** The style sheet of a page that holds a drawing. */

import { SHEET_CSS } from './sheet-css.ts';

/**
 * The style sheet of a sheet, extended for a drawing: printed at its size, on a separate page, without
 * toile's fonts.
 */
export const SHEET_CSS_WITH_DRAWING = `${SHEET_CSS}
.framed { font: 16px/normal sans-serif; color: #000; overflow: hidden; }
.framed > svg { display: block; max-width: 100%; background: #fff; }
.rule { display: inline-block; vertical-align: middle; max-width: none; margin: 0 .4em; }
.to { font-size: .85em; color: #444; }
.names { columns: 3 11rem; column-gap: 1.4rem; font-size: .75rem; }
.names li { break-inside: avoid; padding: .12rem 0; overflow-wrap: anywhere; }
.names .id, .names small { display: inline; margin-left: .4em; }
@media screen { .framed > svg { height: auto; } }
@media screen and (prefers-color-scheme: dark) { .to { color: #b9bec4; } }
@media print { .drawn { break-before: page; } .drawn h2 { margin-top: 0; } .drawn .framed > svg { max-height: none; } }
`;

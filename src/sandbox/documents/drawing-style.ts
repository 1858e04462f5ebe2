/** Sizes and colours of a drawing, in millimetres. */

/** The margin of the sheet. */
export const SHEET_MARGIN = 10;
/** The size of text. */
export const SVG_FONT_SIZE = 3.2;
/** The fonts of text. */
export const SVG_FONT_FAMILY = 'Helvetica, Arial, sans-serif';
/** The colour of lines and text. */
export const INK_COLOR = '#000000';
/** The size of the frame that is drawn when no outline is known. */
export const EMPTY_FRAME = { width: 68, height: 100 };

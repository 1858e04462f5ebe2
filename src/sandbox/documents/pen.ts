/** What every part of a drawing is drawn with, in millimetres. */

export const MARGIN = 10;
export const SIZE = 3.2;
export const LETTERS = 'Helvetica, Arial, sans-serif';
export const INK = '#000000';
/** Of the frame that stands where no shape is known. */
export const FRAME = { width: 68, height: 100 };

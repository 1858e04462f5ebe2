/**
 * What `--help` prints, laid out by the build at the widths that most have, so that nothing else of help is loaded for
 * it. Where the sources run nothing is laid out.
 */

/** The width of whoever says none, and the widest. */
export const LAID_WIDTHS = [80, 100] as const;

/** Longer lines are hard to read. */
export const helpWidth = (columns: number): number => Math.min(columns, 100);

/** Undefined for what is no command and no group of them, and at every other width. */
export const laidHelp = (_path: string, _width: number): string | undefined => undefined;

/**
 * The texts of `--help`, which the build renders at the most common widths and inserts into this module, so that
 * `--help` loads no other code of the help.
 */

/** The widths of the prebuilt help texts in columns: the default width and the largest one. */
export const PREBUILT_WIDTHS = [80, 100] as const;

/** Returns the width of the help: at most 100 columns, because longer lines are hard to read. */
export const limitHelpWidth = (columns: number): number => Math.min(columns, 100);

/**
 * Returns the text of `--help` for a command or group if the build has stored it; undefined otherwise. The build
 * replaces this function by one that returns the stored texts.
 */
export const readPrebuiltHelp = (_path: string, _width: number): string | undefined => undefined;

/**
 * The texts of `--help`, rendered by the build at the most common widths, so that `--help` loads no other code of the
 * help. When toile runs from its sources, there are no such texts.
 */

/** The widths of the prebuilt help texts in columns: the default width and the largest one. */
export const PREBUILT_WIDTHS = [80, 100] as const;

/** Returns the width of the help: at most 100 columns, because longer lines are hard to read. */
export const limitHelpWidth = (columns: number): number => Math.min(columns, 100);

/** Returns the prebuilt text of a command or group. Undefined for other words and at other widths. */
export const readPrebuiltHelp = (_path: string, _width: number): string | undefined => undefined;

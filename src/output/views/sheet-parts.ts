/** The parts and languages of a printed sheet, as typed after `--only` and `--lang`. */

import type { ValueFilter } from '../../garment/value-filter.ts';

/** The parts of a sheet, in printed order, as typed after `--only`. */
export const SHEET_PARTS = [
  'materials',
  'measuring',
  'cutting',
  'sewing',
  'labels',
  'other',
  'facts',
  'brief',
  'questions',
  'trust',
  'countersign',
  'conflicts',
  'not-stated',
  'steps',
] as const;

/** The languages that a sheet can show in addition to English. */
export const SHEET_LANGUAGES = ['zh-Hans', 'zh-Hant', 'vi', 'tr', 'it', 'pt', 'es'] as const;

/** A language that a sheet can show in addition to English, for example `vi`. */
export type SheetLanguage = (typeof SHEET_LANGUAGES)[number];

/** Returns true for the tag of a sheet language, for example `tr`. */
export const isSheetLanguage = (word: string): word is SheetLanguage =>
  SHEET_LANGUAGES.some((language) => language === word);

/** A part of a printed sheet, for example `materials`. */
export type SheetPart = (typeof SHEET_PARTS)[number];

/** Returns true if the text is the name of a sheet part. */
export const isSheetPart = (word: string): word is SheetPart => SHEET_PARTS.some((part) => part === word);

const REPEATING_PARTS: readonly SheetPart[] = ['countersign', 'conflicts', 'not-stated', 'steps'];

/**
 * The parts of a sheet that are printed by default. Parts that only repeat values of other parts, for example
 * `conflicts`, are not printed by default.
 */
export const DEFAULT_SHEET_PARTS = SHEET_PARTS.filter((part) => !REPEATING_PARTS.includes(part));

/** The filter that selects the content of a sheet. */
export interface SheetFilter {
  /** The parts to print. Default: `DEFAULT_SHEET_PARTS`. */
  readonly parts: readonly SheetPart[] | undefined;
  /** The kinds of nodes to print, as the user typed them. If the list is empty, nodes of every kind are printed. */
  readonly kinds: readonly string[];
  /**
   * The filter of the values to print. The kinds of nodes are selected separately by `kinds`, so that the sheet can
   * name the kinds that it leaves out.
   */
  readonly values?: ValueFilter;
  /** True if ids, kinds, minor changes and members without provenance are printed too. */
  readonly all: boolean;
}

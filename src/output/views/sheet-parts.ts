/** The parts and languages of a printed sheet, by the words that select them. */

import type { ValueFilter } from '../../garment/value-filter.ts';
/** The parts of a sheet, in printed order. They are the words of `--only`. */
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

/** Languages that a sheet can show beside English. */
export const SHEET_LANGUAGES = ['zh-Hans', 'zh-Hant', 'vi', 'tr', 'it', 'pt', 'es'] as const;

/** A language that a sheet can show beside English. */
export type SheetLanguage = (typeof SHEET_LANGUAGES)[number];

/** Returns true for the tag of a sheet language, for example `tr`. */
export const isSheetLanguage = (word: string): word is SheetLanguage =>
  SHEET_LANGUAGES.some((language) => language === word);

/** A part of a printed sheet, for example `materials`. */
export type SheetPart = (typeof SHEET_PARTS)[number];

/** Returns true for the name of a sheet part. */
export const isSheetPart = (word: string): word is SheetPart => SHEET_PARTS.some((part) => part === word);

const REPEATING_PARTS: readonly SheetPart[] = ['countersign', 'conflicts', 'not-stated', 'steps'];

/** The parts that are printed unless others are chosen. The others repeat values of the tables. */
export const DEFAULT_SHEET_PARTS = SHEET_PARTS.filter((part) => !REPEATING_PARTS.includes(part));

/** Selects the content of a sheet. */
export interface SheetFilter {
  /** The parts to print. Default: `DEFAULT_SHEET_PARTS`. */
  readonly parts: readonly SheetPart[] | undefined;
  /** Only nodes of these kinds, as typed; empty for every kind. */
  readonly kinds: readonly string[];
  /** The filter of the values. Kinds are left to the sheet, which names those that it leaves out. */
  readonly values?: ValueFilter;
  /** Also members without provenance, and a diagram for each piece regardless of their number. */
  readonly all: boolean;
}

/** A filter that selects everything except members that need `--all`. */
export const UNFILTERED_SHEET: SheetFilter = { parts: undefined, kinds: [], all: false };

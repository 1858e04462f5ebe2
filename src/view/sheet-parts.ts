/** The parts of a printed sheet, in its order, by the words that choose them. */

export const SHEET_PARTS = [
  'materials',
  'cutting',
  'sewing',
  'measuring',
  'labels',
  'other',
  'facts',
  'brief',
  'trust',
  'questions',
  'not-stated',
] as const;

/** Languages that a sheet can have beside its English. */
export const SHEET_LANGUAGES = ['zh-Hans', 'zh-Hant', 'vi', 'tr', 'it', 'pt', 'es'] as const;

export type SheetLanguage = (typeof SHEET_LANGUAGES)[number];

export const isSheetLanguage = (word: string): word is SheetLanguage =>
  SHEET_LANGUAGES.some((language) => language === word);

export type SheetPart = (typeof SHEET_PARTS)[number];

export const isSheetPart = (word: string): word is SheetPart => SHEET_PARTS.some((part) => part === word);

/** What is wanted of a sheet. */
export interface SheetChoice {
  /** All of them unless said. */
  readonly parts: readonly SheetPart[] | undefined;
  /** Kinds of nodes, as typed; every kind where there are none. */
  readonly kinds: readonly string[];
  /** Members without a state as well. */
  readonly all: boolean;
}

export const EVERYTHING: SheetChoice = { parts: undefined, kinds: [], all: false };

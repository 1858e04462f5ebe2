import type { SheetFilter } from '../../src/output/views/sheet-parts.ts';

/** The filter of a sheet without flags: the default parts, without members that need `--all`. */
export const UNFILTERED_SHEET: SheetFilter = { parts: undefined, kinds: [], all: false };

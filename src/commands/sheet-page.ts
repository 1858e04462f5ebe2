import type { SheetOf } from '../sheet/index.ts';
import type { SheetLanguage } from '../view/sheet-parts.ts';

/** A page, and what stands on it beside the English. */
export interface PageOf extends Omit<SheetOf, 'digest' | 'beside'> {
  readonly lang?: SheetLanguage | undefined;
  readonly terms?: ReadonlyMap<string, string> | undefined;
}

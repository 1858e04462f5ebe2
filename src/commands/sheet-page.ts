import type { PageDrawing, SheetOf } from '../sheet/index.ts';
import type { SheetLanguage } from '../view/sheet-parts.ts';

/** A page, and what stands on it beside the English. */
export interface PageOf extends Omit<SheetOf, 'digest' | 'beside'> {
  readonly lang?: SheetLanguage | undefined;
  readonly terms?: ReadonlyMap<string, string> | undefined;
}

/** Drawings for such a page; an error for what cannot stand on one. */
export interface Drawings {
  /** In a file that the user named. */
  drawingFile(file: string): Promise<PageDrawing>;
  /** What the service exported. */
  drawingText(text: string): Promise<PageDrawing>;
}

import type { PageDrawing } from '../garment/page-drawing.ts';
import type { SheetInput } from '../output/sheet/index.ts';
import type { SheetLanguage } from '../output/views/sheet-parts.ts';

/** Input of a sheet page, with the second language and its terms. */
export interface SheetPageInput extends Omit<SheetInput, 'digest' | 'beside'> {
  readonly lang?: SheetLanguage | undefined;
  readonly terms?: ReadonlyMap<string, string> | undefined;
}

/** Drawings for a sheet page. Both methods throw for a drawing that a page cannot contain. */
export interface SheetDrawingContext {
  /** Reads the drawing in a file that the user named. */
  readDrawingFile(file: string): Promise<PageDrawing>;
  /** Parses a drawing that the service exported. */
  parseExportedDrawing(text: string): Promise<PageDrawing>;
}

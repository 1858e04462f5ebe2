import { renderSheetParts, type SheetInput } from '../../src/output/sheet/index.ts';

/** Renders a sheet as the text of an HTML document. */
export const renderSheetHtml = (input: SheetInput): string => renderSheetParts(input).join('');

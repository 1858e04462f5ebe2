/** Reads the text of a drawing for a page. */

import { readDrawingTree } from '../../garment/drawing-tree.ts';
import { countLeftOutCapped } from '../../garment/left-out.ts';
import { listRemovedContent, type PageDrawing } from './drawing.ts';
import { fitDrawing } from './drawing-size.ts';

/**
 * Reads a drawing: its tree, its size, and what will be removed from it. Returns the reason in words where
 * it cannot be printed.
 */
export const readPageDrawing = (text: string, file: string | undefined): PageDrawing | string => {
  const tree = readDrawingTree(text);
  if (typeof tree === 'string') return tree;
  const { root, layers, unsupportedStyles, instructions } = tree;
  const size = fitDrawing(root);
  if (size === undefined) return 'it has neither a size nor a viewBox, so its extent is unknown';
  const taken = [
    ...listRemovedContent(root),
    ...countLeftOutCapped('style', unsupportedStyles),
    ...countLeftOutCapped('instruction', instructions),
  ];
  return { root, size, layers, file, removed: taken };
};

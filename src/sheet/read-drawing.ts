/** A drawing for a page, as text: read and measured, with what will be taken out of it. */

import { drawingTree } from '../garment/drawing-tree.ts';
import { leavingFew } from '../garment/left-out.ts';
import { type PageDrawing, takenFrom } from './drawing.ts';
import { fitted } from './drawing-size.ts';

/** Why it cannot stand on a page, in words; or the drawing. */
export const readDrawing = (text: string, file: string | undefined): PageDrawing | string => {
  const tree = drawingTree(text);
  if (typeof tree === 'string') return tree;
  const { root, layers, unsaid, instructions } = tree;
  const size = fitted(root);
  if (size === undefined) return 'it says neither its size nor its viewBox, so nobody knows where it ends';
  const taken = [
    ...takenFrom(root),
    ...leavingFew('style', unsaid),
    ...leavingFew('instruction', instructions),
  ];
  return { root, size, layers, file, taken };
};

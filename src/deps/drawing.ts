import { readText, stat } from '../border/files.ts';
import { namedPath } from '../border/path.ts';
import type { Drawing } from '../drawing/index.ts';

/** A drawing is read as a whole; beyond this it is somebody else's. */
const LARGEST = 20 * 1024 * 1024;

/** What a file on disk holds as a drawing; undefined for one that is too large. */
export const drawingIn = async (cwd: string, file: string): Promise<Drawing | undefined> => {
  const path = namedPath(cwd, file);
  if ((await stat(path)).size > LARGEST) return undefined;
  const { readDrawing } = await import('../drawing/index.ts');
  return readDrawing(await readText(path));
};

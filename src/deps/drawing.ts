import { open } from '../border/files.ts';
import { namedPath } from '../border/path.ts';
import type { Drawing } from '../garment/drawing-layers.ts';
import { DRAWING } from '../size-limits.ts';

/** Bytes that are read and parsed at a time: nothing else happens meanwhile, and a signal waits for no longer. */
const PIECE = 32 * 1024;

/** What a file on disk holds as a drawing; undefined for one that is too large. Rejects with the signal's reason. */
export const drawingIn = async (
  cwd: string,
  file: string,
  signal: AbortSignal,
): Promise<Drawing | undefined> => {
  const { drawingReader } = await import('../garment/drawing-layers.ts');
  const handle = await open(namedPath(cwd, file), 'r');
  try {
    if ((await handle.stat()).size > DRAWING.bytes) return undefined;
    const reader = drawingReader();
    const decoder = new TextDecoder();
    const piece = Buffer.alloc(PIECE);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(piece, 0, PIECE);
      const isLast = bytesRead === 0;
      const text = decoder.decode(piece.subarray(0, bytesRead), { stream: !isLast });
      if (!reader.take(text) || isLast) return reader.end();
    }
  } finally {
    await handle.close();
  }
};

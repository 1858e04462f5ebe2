import type { DrawingSummary } from '../../garment/drawing-reader.ts';
import { open } from '../../platform/files/safe-fs.ts';
import { resolveUserPath } from '../../platform/files/safe-path.ts';
import { DRAWING_LIMITS } from '../../platform/size-limits.ts';
import type { RunSettings } from '../../platform/system/host-system.ts';

/** The number of bytes that are read and parsed at once. Ctrl-C is handled between two chunks. */
const CHUNK_BYTES = 32 * 1024;

/** Reads the size, the layers and the warnings of an SVG file. Returns undefined for a file that is too large. */
export const readDrawingLayers = async (
  { system, signal }: Pick<RunSettings, 'system' | 'signal'>,
  file: string,
): Promise<DrawingSummary | undefined> => {
  const { createDrawingReader } = await import('../../garment/drawing-reader.ts');
  const handle = await open(resolveUserPath(system.platform.cwd, file), 'r');
  try {
    if ((await handle.stat()).size > DRAWING_LIMITS.bytes) return undefined;
    const reader = createDrawingReader();
    const decoder = new TextDecoder();
    const piece = new Uint8Array(CHUNK_BYTES);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await handle.read(piece, 0, CHUNK_BYTES);
      const isLast = bytesRead === 0;
      const text = decoder.decode(piece.subarray(0, bytesRead), { stream: !isLast });
      if (!reader.write(text) || isLast) return reader.end();
    }
  } finally {
    await handle.close();
  }
};

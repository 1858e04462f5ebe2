import type { Painter } from '../terminal/paint.ts';
import type { View } from '../view/model.ts';

/** A view as text. What measures and lays out text takes longer to load than most answers, and pipes need none of it. */
export const drawn = async (view: View, paint: Painter, columns: number): Promise<string> =>
  (await import('../terminal/render.ts')).render(view, paint, columns);

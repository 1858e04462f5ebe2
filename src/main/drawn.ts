import type { Painter } from '../paint/painter.ts';
import type { View } from '../view/model.ts';

/** A view as text. What measures and lays out text takes longer to load than most answers, and pipes need none of it. */
export const drawn = async (
  view: View,
  paint: Painter,
  columns: number,
  around: <T>(work: () => T) => T,
): Promise<string> => {
  const { render } = await import('../paint/render.ts');
  return around(() => render(view, paint, columns));
};

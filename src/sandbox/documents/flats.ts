import { insides } from './insides.ts';
import { outline, stroke } from './outline.ts';
import type { Face } from './places.ts';
import { type Drawn, INK } from './rows.ts';
import { LETTERS, type Sheet, SIZE } from './sheet.ts';
import { ofKind } from './specification.ts';
import { element, text } from './xml.ts';

/** Lettering within a layer whose own look is that of lines. */
const CAPTION = {
  'text-anchor': 'middle',
  'font-size': SIZE,
  fill: INK,
  stroke: 'none',
  'font-family': LETTERS,
};

/** The outline of one face with what makes it readable, or a frame that says nobody stated a shape. */
export function flat(sheet: Sheet, face: Face): Drawn {
  const place = sheet.place(face);
  const name = face === 'front' ? 'Front' : 'Back';
  const [x, y] = place([0, 0]);
  const caption = text(x, y - 3, name.toUpperCase(), CAPTION);
  if (!sheet.body) {
    const frame = element('rect', {
      id: sheet.id(`${name}_outline`),
      x: x - 34,
      y: y + 4,
      width: 68,
      height: 100,
      'stroke-dasharray': '3 2',
      'stroke-width': 0.35,
    });
    const words = text(x, y + 54, '? outline not stated', CAPTION);
    return { content: caption + frame + words, bottom: 0 };
  }
  const shape = element('path', {
    id: sheet.id(`${name}_outline`),
    d: outline(sheet.body, face, place),
    'stroke-linejoin': 'round',
  });
  const parts = ofKind(sheet.spec, 'piece', 'closure').map(({ label }) => label);
  const has = (words: RegExp) => parts.some((label) => words.test(label));
  const inner = insides(sheet.body, face, has).map((points) => stroke(points, place, 'both'));
  const lines =
    inner.length > 0
      ? element('path', {
          id: sheet.id(`${name}_details`),
          d: inner.join(' '),
          'stroke-width': 0.35,
          'stroke-linejoin': 'round',
        })
      : '';
  return { content: caption + shape + lines, bottom: 0 };
}

import type { Body, Point } from './body.ts';
import { between } from './outline.ts';
import type { Face } from './places.ts';

/**
 * What makes a flat readable: where sleeves and waistband begin, the collar, the opening, the pockets.
 * `has` tells what the garment says of itself; nothing is drawn that it does not name.
 */
export function insides(body: Body, face: Face, has: (words: RegExp) => boolean): Point[][] {
  const { neck, shoulder, cuff, underarm, waist, hem, crotch, drop = 8 } = body;
  const found: Point[][] = [];
  if (shoulder && cuff && underarm)
    found.push([shoulder, [shoulder[0] - 3, between(shoulder, underarm)[1] + 4], underarm]);
  if (!neck)
    found.push([
      [0, waist[1] + 4.5],
      [waist[0] + 0.5, waist[1] + 4],
    ]);
  if (neck && has(/\bcollar/i)) {
    const tip: Point = [neck[0] * 0.9, neck[1] + drop + 5];
    if (face === 'front') found.push([neck, [neck[0] + 3.5, neck[1] + 4], tip, [0, neck[1] + drop]]);
    else found.push([neck, [neck[0] + 2.5, neck[1] + 3], [0, neck[1] + 6]]);
  }
  const opens = neck && !crotch && has(/centre-front|front (button|zip|ties)/i);
  if (face === 'front' && opens)
    found.push([
      [1.8, neck[1] + drop + 0.5],
      [1.8, hem[1] + 1],
    ]);
  if (face === 'back' && crotch && has(/back pocket/i)) {
    const y = waist[1] + 12;
    found.push([
      [4, y],
      [14, y - 0.6],
      [14, y + 11],
      [9, y + 13],
      [4, y + 11],
      [4, y],
    ]);
  }
  return found;
}

import type { Body, Point } from './body.ts';

export const between = (a: Point, b: Point, at = 0.5): Point => [
  a[0] + (b[0] - a[0]) * at,
  a[1] + (b[1] - a[1]) * at,
];

/** One corner of the outline with the control point of the curve that leads to it, if it is no straight line. */
interface Corner {
  readonly to: Point;
  readonly by?: Point;
}

/** The right half of the outline, from the centre of the top to the centre of the bottom. */
function half(body: Body, face: 'front' | 'back'): Corner[] {
  const { neck, shoulder, cuff, underarm, waist, hip, hem, crotch, inside } = body;
  const corners: Corner[] = [];
  const drop = face === 'front' ? (body.drop ?? 8) : 2.5;
  if (neck && shoulder) {
    corners.push(
      { to: [0, neck[1] + drop] },
      { to: neck, by: [neck[0] * 0.8, neck[1] + drop] },
      { to: shoulder },
    );
    if (cuff && underarm)
      corners.push(
        { to: cuff[0], by: [shoulder[0] + 8, shoulder[1] + 8] },
        { to: cuff[1] },
        { to: underarm },
      );
    else if (underarm) corners.push({ to: underarm, by: [shoulder[0] - 2, underarm[1] - 4] });
    corners.push({ to: waist, by: [waist[0] + 0.5, between(underarm ?? shoulder, waist)[1]] });
  } else corners.push({ to: [0, waist[1] + (face === 'front' ? 1.2 : 0)] }, { to: waist });
  if (hip) corners.push({ to: hip, by: [waist[0] + (hip[0] - waist[0]) * 0.75, between(waist, hip)[1]] });
  corners.push({ to: hem });
  if (crotch && inside) corners.push({ to: inside }, { to: crotch, by: [1.5, crotch[1] + 8] });
  else corners.push({ to: [0, hem[1] + 1.5], by: [hem[0] * 0.5, hem[1] + 1.5] });
  return corners;
}

export type Place = (point: Point) => Point;

const put = (place: Place, point: Point): string =>
  place(point)
    .map((n) => Number(n.toFixed(2)))
    .join(' ');
const mirror = ([x, y]: Point): Point => [-x, y];

/** The closed outline of one face, drawn once around. */
export function outline(body: Body, face: 'front' | 'back', place: Place): string {
  const right = half(body, face);
  const line = (corner: Corner, to: Point, turn: Place) =>
    corner.by ? `Q ${put(place, turn(corner.by))} ${put(place, to)}` : `L ${put(place, to)}`;
  const [start, ...rest] = right;
  if (!start) return '';
  const down = rest.map((corner) => line(corner, corner.to, (point) => point));
  const up = right
    .slice(1)
    .reverse()
    .map((corner, at) => {
      const previous = right[right.length - 2 - at] ?? start;
      return line(corner, mirror(previous.to), mirror);
    });
  return ['M', put(place, start.to), ...down, ...up, 'Z'].join(' ');
}

/** A line through points, on one side or, mirrored, on both. */
export function stroke(points: readonly Point[], place: Place, sides: 'one' | 'both' = 'one'): string {
  const draw = (turn: Place) =>
    points.map((point, at) => `${at === 0 ? 'M' : 'L'} ${put(place, turn(point))}`).join(' ');
  return sides === 'both' ? `${draw((point) => point)} ${draw(mirror)}` : draw((point) => point);
}

/** A point from the centre line of a flat, in millimetres: x to the wearer's left, y down from the top. */
export type Point = readonly [x: number, y: number];

/** Where a garment turns. Whatever it has not is absent: a skirt has no neck, a vest no cuff. */
export interface Body {
  readonly neck?: Point;
  readonly shoulder?: Point;
  readonly cuff?: readonly [outer: Point, inner: Point];
  readonly underarm?: Point;
  readonly waist: Point;
  readonly hip?: Point;
  readonly hem: Point;
  /** Where legs part; `hem` is then the outer end of a leg and `inside` the inner one. */
  readonly crotch?: Point;
  readonly inside?: Point;
  /** Depth of the front neckline below the neck point. */
  readonly drop?: number;
}

const SLEEVE = [
  [43, 63],
  [34, 66],
] as const;
const JACKET: Body = {
  neck: [9, 4],
  shoulder: [25, 9],
  cuff: [
    [43, 68],
    [34, 71],
  ],
  underarm: [26, 35],
  waist: [24, 56],
  hem: [26, 86],
  drop: 14,
};

/** By words of a category, which is free text; the first row that matches. */
const BODIES: readonly (readonly [category: RegExp, body: Body])[] = [
  [
    /kimono|hanten/i,
    {
      neck: [9, 4],
      shoulder: [26, 5],
      cuff: [
        [50, 8],
        [50, 40],
      ],
      underarm: [26, 42],
      waist: [26, 58],
      hem: [26, 88],
      drop: 30,
    },
  ],
  [
    /vest|gilet/i,
    { neck: [9, 4], shoulder: [20, 9], underarm: [25, 36], waist: [24, 56], hem: [25, 82], drop: 9 },
  ],
  [
    /abaya|kaftan|thobe/i,
    {
      neck: [8, 4],
      shoulder: [23, 9],
      cuff: [
        [52, 60],
        [41, 80],
      ],
      underarm: [27, 46],
      waist: [28, 66],
      hem: [38, 132],
      drop: 16,
    },
  ],
  [
    /jumpsuit|romper|dungaree|overall/i,
    {
      neck: [8, 4],
      shoulder: [22, 9],
      cuff: [
        [38, 44],
        [30, 48],
      ],
      underarm: [23, 32],
      waist: [18, 54],
      hip: [22, 70],
      hem: [20, 128],
      crotch: [0, 82],
      inside: [6, 128],
      drop: 10,
    },
  ],
  [
    /coat|parka|outerwear/i,
    {
      neck: [9, 4],
      shoulder: [25, 9],
      cuff: [
        [43, 70],
        [34, 73],
      ],
      underarm: [26, 36],
      waist: [25, 58],
      hip: [27, 78],
      hem: [31, 122],
      drop: 16,
    },
  ],
  [/jacket|blazer/i, JACKET],
  [/swim|short|brief/i, { waist: [18, 6], hip: [22, 24], hem: [24, 52], crotch: [0, 38], inside: [3, 54] }],
  [
    /trouser|jean|pant|chino/i,
    { waist: [17, 6], hip: [22, 30], hem: [19, 124], crotch: [0, 42], inside: [7, 124] },
  ],
  [/skirt|kilt/i, { waist: [15, 6], hip: [22, 28], hem: [29, 88] }],
  [
    /slip/i,
    {
      neck: [10, 4],
      shoulder: [11.5, 4],
      underarm: [18, 30],
      waist: [14, 52],
      hip: [20, 72],
      hem: [27, 124],
      drop: 22,
    },
  ],
  [
    /dress|gown/i,
    {
      neck: [8, 4],
      shoulder: [18, 8],
      underarm: [19, 31],
      waist: [14, 52],
      hip: [20, 70],
      hem: [29, 124],
      drop: 12,
    },
  ],
  [
    /shirt|blouse|tee|top|knit|sweater|polo|underwear/i,
    {
      neck: [9, 4],
      shoulder: [25, 9],
      cuff: SLEEVE,
      underarm: [25, 34],
      waist: [24, 56],
      hem: [25, 84],
      drop: 8,
    },
  ],
];

/** The body of a category, or undefined where it says nothing of a shape: no outline is better than a wrong one. */
export const bodyOf = (category: string): Body | undefined =>
  BODIES.find(([words]) => words.test(category))?.[1];

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
  if (hip) corners.push({ to: hip, by: [hip[0], between(waist, hip)[1]] });
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

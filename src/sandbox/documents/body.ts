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

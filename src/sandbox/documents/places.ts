import { type Body, between, type Point } from './body.ts';

export type Face = 'front' | 'back';

/** A line to draw on a flat. */
export interface Trace {
  readonly face: Face;
  readonly points: readonly Point[];
  readonly sides: 'one' | 'both';
}

type Rule<T> = readonly [words: RegExp, find: (body: Body) => T | undefined];

const top = (body: Body): Point => [0, (body.neck?.[1] ?? body.waist[1]) + (body.drop ?? 0)];
const bottom = (body: Body): Point => [0, body.crotch?.[1] ?? body.hem[1]];
const side = (body: Body): Point[] => [
  ...(body.underarm ? [body.underarm] : []),
  body.waist,
  ...(body.hip ? [body.hip] : []),
  body.hem,
];
const trace = (
  face: Face,
  points: readonly (Point | undefined)[],
  sides: Trace['sides'] = 'one',
): Trace | undefined => {
  const known = points.filter((point) => point !== undefined);
  return known.length === points.length && known.length > 1 ? { face, points: known, sides } : undefined;
};
const across = (face: Face, at: Point | undefined): Trace | undefined =>
  at ? trace(face, [[-at[0], at[1]], at]) : undefined;
const lower = (point: Point | undefined, by: number): Point | undefined => point && [point[0], point[1] + by];

/** Where seams lie, by the words of their names. */
const SEAMS: readonly Rule<Trace>[] = [
  [/yoke/i, ({ shoulder }) => across('back', shoulder && [shoulder[0] + 1, shoulder[1] + 8])],
  [
    /cuff/i,
    ({ cuff, shoulder }) =>
      cuff &&
      shoulder &&
      trace('front', [between(cuff[0], shoulder, 0.1), between(cuff[1], shoulder, 0.1)], 'both'),
  ],
  [
    /sleeve hem/i,
    ({ cuff, shoulder }) =>
      cuff &&
      shoulder &&
      trace('front', [between(cuff[0], shoulder, 0.05), between(cuff[1], shoulder, 0.05)], 'both'),
  ],
  [
    /sleeve|underarm/i,
    ({ cuff, underarm }) =>
      cuff && trace('back', [cuff[1], underarm && between(underarm, cuff[1], 0.02)], 'both'),
  ],
  [
    /armhole/i,
    ({ shoulder, underarm }) =>
      shoulder &&
      underarm &&
      trace('front', [shoulder, [shoulder[0] - 3, between(shoulder, underarm)[1] + 4], underarm], 'both'),
  ],
  [
    /shoulder|strap/i,
    ({ neck, shoulder }) => trace('back', [lower(neck, 1.2), lower(shoulder, 1.2)], 'both'),
  ],
  [/inseam/i, ({ crotch, inside }) => trace('back', [crotch, inside], 'both')],
  [/rise|fly/i, ({ waist, crotch }) => trace('front', [[0, waist[1]], crotch])],
  [/waistband|waist/i, ({ waist }) => across('front', [waist[0] - 0.2, waist[1] + 4])],
  [
    /centre back|cb\b|vent/i,
    (body) => trace('back', [[0, (body.neck?.[1] ?? body.waist[1]) + 2.5], bottom(body)]),
  ],
  [
    /hem/i,
    ({ hem, inside }) =>
      inside
        ? trace(
            'front',
            [
              [hem[0], hem[1] - 3],
              [inside[0], inside[1] - 3],
            ],
            'both',
          )
        : across('front', [hem[0] - 0.4, hem[1] - 2.5]),
  ],
  [
    /collar|neck|hood/i,
    ({ neck, drop = 8 }) =>
      neck &&
      trace(
        'front',
        [
          [0, neck[1] + drop + 2],
          [neck[0] + 2, neck[1] + 1],
        ],
        'both',
      ),
  ],
  [
    /pocket|welt|flap/i,
    ({ waist, hem, crotch }) => {
      const y = crotch ? waist[1] + 12 : between(waist, hem, 0.25)[1];
      return trace(
        'front',
        [
          [7, y],
          [15, y - 1.5],
        ],
        'both',
      );
    },
  ],
  [/front|facing|placket|zip|edge/i, (body) => trace('front', [top(body), bottom(body)])],
  [
    /side|outseam/i,
    (body) =>
      trace(
        'back',
        side(body).map(([x, y]): Point => [x - 1.2, y]),
        'both',
      ),
  ],
];

/** How lengths are taken, by the words of their names. */
const MEASURES: readonly Rule<Trace>[] = [
  [
    /thigh/i,
    ({ crotch, hip }) =>
      crotch &&
      hip &&
      trace('front', [
        [1.5, crotch[1] + 3],
        [hip[0], crotch[1] + 3],
      ]),
  ],
  [
    /knee/i,
    ({ crotch, hem, inside }) =>
      crotch &&
      inside &&
      trace('front', [
        [5, between(crotch, inside)[1]],
        [hem[0] + 0.8, between(crotch, inside)[1]],
      ]),
  ],
  [/leg opening/i, ({ hem, inside }) => inside && trace('front', [inside, hem])],
  [/inseam/i, ({ crotch, inside }) => trace('front', [crotch, inside])],
  [
    /outseam/i,
    ({ waist, hem }) =>
      trace('front', [
        [waist[0] + 4, waist[1]],
        [hem[0] + 6, hem[1]],
      ]),
  ],
  [/rise/i, ({ waist, crotch }) => trace('front', [[2, waist[1]], crotch && [2, crotch[1]]])],
  [/chest|bust|pit/i, ({ underarm }) => across('front', lower(underarm, 2.5))],
  [
    /across back/i,
    ({ shoulder, underarm }) =>
      across('back', shoulder && underarm && [shoulder[0] - 3, between(shoulder, underarm)[1]]),
  ],
  [
    /across front/i,
    ({ shoulder, underarm }) =>
      across('front', shoulder && underarm && [shoulder[0] - 3, between(shoulder, underarm)[1]]),
  ],
  [
    /bicep/i,
    ({ underarm, shoulder, cuff }) =>
      cuff &&
      underarm &&
      shoulder &&
      trace('front', [between(underarm, cuff[1], 0.08), between(shoulder, cuff[0], 0.35)]),
  ],
  [
    /elbow/i,
    ({ underarm, shoulder, cuff }) =>
      cuff &&
      underarm &&
      shoulder &&
      trace('front', [between(underarm, cuff[1]), between(shoulder, cuff[0], 0.66)]),
  ],
  [/cuff/i, ({ cuff }) => cuff && trace('front', [cuff[1], cuff[0]])],
  [
    /sleeve/i,
    ({ neck, shoulder, cuff }) => cuff && trace('back', [neck && [0, neck[1] + 2.5], shoulder, cuff[0]]),
  ],
  [/armhole/i, ({ shoulder, underarm }) => trace('back', [shoulder, underarm])],
  [
    /body length|hps to|^length/i,
    ({ neck, waist, hem }) =>
      trace('back', [
        [neck?.[0] ?? 0, neck?.[1] ?? waist[1]],
        [neck?.[0] ?? 0, hem[1] + 1],
      ]),
  ],
  [/hip/i, ({ hip }) => across('front', hip)],
  [/waist/i, ({ waist }) => across('front', waist)],
  [/hem|sweep/i, ({ hem }) => across('back', hem)],
  [/shoulder/i, ({ neck, shoulder }) => trace('front', [neck, shoulder])],
  [/neck|collar/i, ({ neck }) => across('back', neck)],
];

/** What a callout points at, by the words of what it says. */
const SPOTS: readonly Rule<readonly [Face, Point]>[] = [
  [/yoke|across back/i, ({ shoulder }) => shoulder && ['back', [shoulder[0] * 0.4, shoulder[1] + 8]]],
  [/sleeve|cuff/i, ({ cuff }) => cuff && ['front', between(cuff[0], cuff[1], 0.5)]],
  [/armhole|gusset|underarm/i, ({ underarm }) => underarm && ['front', underarm]],
  [
    /collar|neck|chin|hood/i,
    ({ neck, drop = 8 }) => neck && ['front', [neck[0] * 0.5, neck[1] + drop * 0.6]],
  ],
  [/shoulder|strap/i, ({ shoulder }) => shoulder && ['front', shoulder]],
  [
    /pocket|welt|flap/i,
    ({ waist, hem, crotch }) => ['front', [11, crotch ? waist[1] + 12 : between(waist, hem, 0.25)[1]]],
  ],
  [/belt|waist/i, ({ waist }) => ['front', [waist[0] * 0.6, waist[1] + 2]]],
  [/fly|rise|pleat/i, ({ waist }) => ['front', [4, waist[1] + 10]]],
  [/hem|level/i, ({ hem }) => ['front', [hem[0] * 0.55, hem[1] - 2]]],
  [/\bcb\b|back|vent/i, (body) => ['back', [0, between([0, body.waist[1]], bottom(body), 0.2)[1]]]],
  [/./, (body) => ['front', [0, between(top(body), bottom(body), 0.45)[1]]]],
];

const first = <T>(rules: readonly Rule<T>[], words: string, body: Body | undefined): T | undefined => {
  if (!body) return undefined;
  for (const [about, find] of rules) {
    const found = about.test(words) ? find(body) : undefined;
    if (found) return found;
  }
  return undefined;
};

export const seamTrace = (body: Body | undefined, name: string): Trace | undefined =>
  first(SEAMS, name, body);
export const measureTrace = (body: Body | undefined, name: string): Trace | undefined =>
  first(MEASURES, name, body);
export const spotOf = (body: Body | undefined, words: string): readonly [Face, Point] | undefined =>
  first(SPOTS, words, body);

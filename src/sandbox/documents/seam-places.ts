import type { Body, Point } from './body.ts';
import { between } from './outline.ts';
import { across, bottom, first, lower, type Rule, side, type Trace, top, trace } from './places.ts';

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

export const seamTrace = (body: Body | undefined, name: string): Trace | undefined =>
  first(SEAMS, name, body);

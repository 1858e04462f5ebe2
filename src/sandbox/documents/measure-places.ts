import type { Body } from './body.ts';
import { between } from './outline.ts';
import { across, first, lower, type Rule, type Trace, trace } from './places.ts';

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

export const measureTrace = (body: Body | undefined, name: string): Trace | undefined =>
  first(MEASURES, name, body);

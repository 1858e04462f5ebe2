import type { Body, Point } from './body.ts';
import { between } from './outline.ts';

export type Face = 'front' | 'back';

/** A line to draw on a flat. */
export interface Trace {
  readonly face: Face;
  readonly points: readonly Point[];
  readonly sides: 'one' | 'both';
}

export type Rule<T> = readonly [words: RegExp, find: (body: Body) => T | undefined];

export const top = (body: Body): Point => [0, (body.neck?.[1] ?? body.waist[1]) + (body.drop ?? 0)];
export const bottom = (body: Body): Point => [0, body.crotch?.[1] ?? body.hem[1]];
export const side = (body: Body): Point[] => [
  ...(body.underarm ? [body.underarm] : []),
  body.waist,
  ...(body.hip ? [body.hip] : []),
  body.hem,
];
export const trace = (
  face: Face,
  points: readonly (Point | undefined)[],
  sides: Trace['sides'] = 'one',
): Trace | undefined => {
  const known = points.filter((point) => point !== undefined);
  return known.length === points.length && known.length > 1 ? { face, points: known, sides } : undefined;
};
export const across = (face: Face, at: Point | undefined): Trace | undefined =>
  at ? trace(face, [[-at[0], at[1]], at]) : undefined;
export const lower = (point: Point | undefined, by: number): Point | undefined =>
  point && [point[0], point[1] + by];

export const first = <T>(rules: readonly Rule<T>[], words: string, body: Body | undefined): T | undefined => {
  if (!body) return undefined;
  for (const [about, find] of rules) {
    const found = about.test(words) ? find(body) : undefined;
    if (found) return found;
  }
  return undefined;
};

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

export const spotOf = (body: Body | undefined, words: string): readonly [Face, Point] | undefined =>
  first(SPOTS, words, body);

/** Checks the law of conservation with random bodies, most of them short. */

import fc from 'fast-check';
import { toJsonText } from '../../src/platform/json/json-values.ts';
import { parseJson } from '../../src/platform/json/parse-json.ts';
import { anyGraph, anySmallGraph } from '../support/arbitrary-bodies.ts';
import { renameUnknown } from './canaries.ts';
import { findLosses } from './find-losses.ts';

const writeBodies = (bodies: fc.Arbitrary<unknown>, longest: number): fc.Arbitrary<string> =>
  bodies.map((body) => toJsonText(renameUnknown(body))).filter((json) => json.length <= longest);

const body = fc.oneof(
  { weight: 24, arbitrary: writeBodies(anySmallGraph, 800) },
  { weight: 1, arbitrary: writeBodies(anyGraph, 4_000) },
);

/** One body in this number is also rendered in slow forms. */
export const SLOW_SHARE = 10;

/** Creates the property. Calls `seen` with each body. */
export const createProperty = (
  seen?: (json: string, dear: boolean) => void,
): fc.IProperty<[string, number]> =>
  fc.property(body, fc.noShrink(fc.nat(SLOW_SHARE - 1)), (json, chance) => {
    const dear = chance === 0;
    seen?.(json, dear);
    const gone = findLosses(parseJson(json), dear);
    if (gone.length > 0) throw new Error(`lost:\n${gone.slice(0, 20).join('\n')}`);
  });

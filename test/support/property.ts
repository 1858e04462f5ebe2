/**
 * Property tests. `npm test` tries the same few cases every time, so that it fails only because of a change;
 * `npm run test:thorough` tries many more, with a new seed in each run.
 */
import { EFFORT, isQuick } from './effort.ts';
import * as fc from './kept-examples.ts';

const SEED = Number(process.env.TOILE_TEST_SEED ?? 20_261_121);

/** Half of the cases find most regressions quickly; `test:thorough` runs many more. */
const PART = isQuick ? 0.5 : EFFORT;

/** Scales a number of cases by the effort. */
export const scaleCases = (number: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(number * PART),
});

fc.configureGlobal({ seed: SEED, ...scaleCases(100) });

export default fc;

/**
 * Properties of made-up inputs. `npm test` tries the same few cases every time, so that it is red only for what was
 * changed; `npm run test:thorough` tries many times as many, others in each run.
 */
import { EFFORT, isQuick } from './effort.ts';
import * as fc from './kept-examples.ts';

const SEED = Number(process.env.TOILE_TEST_SEED ?? 20_261_121);

/** Half of them are enough to see at once what was broken by a change; the rest is for what nobody thought of. */
const PART = isQuick ? 0.5 : EFFORT;

/** So many cases, as far as there is time for them. */
export const scaleCases = (number: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(number * PART),
});

fc.configureGlobal({ seed: SEED, ...scaleCases(100) });

export default fc;

/**
 * Properties of made-up inputs. `npm test` tries the same cases every time, so that it is red only for what was
 * changed; `npm run test:thorough` tries many more, others in each run.
 */
import { TIMES } from './effort.ts';
import * as fc from './kept-examples.ts';

const SEED = Number(process.env.TOILE_TEST_SEED ?? 20_261_121);

fc.configureGlobal({ seed: SEED, numRuns: 100 * TIMES });

/** So many cases in `npm test`. */
export const cases = (number: number): { readonly numRuns: number } => ({ numRuns: number * TIMES });

export default fc;

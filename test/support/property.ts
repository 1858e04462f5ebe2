/**
 * Properties of made-up inputs. `npm test` tries the same cases every time, so that it is red only for what was
 * changed; `npm run test:properties` tries many times as many, others in each run.
 */
import fc from 'fast-check';

const TIMES = Number(process.env.TOILE_TEST_TIMES ?? 1);
const SEED = Number(process.env.TOILE_TEST_SEED ?? 20_261_121);

fc.configureGlobal({ seed: SEED, numRuns: 100 * TIMES });

/** Whether this is `npm test`, which has no time for the largest inputs. */
export const isQuick = TIMES === 1;

/** So many cases in `npm test`. */
export const cases = (number: number): { readonly numRuns: number } => ({ numRuns: number * TIMES });

export default fc;

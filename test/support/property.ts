/**
 * Properties of made-up inputs. `npm test` tries the same few cases every time, so that it is red only for what was
 * changed; `npm run test:thorough` tries many times as many, others in each run.
 */
import { isQuick, TIMES } from './effort.ts';
import * as fc from './kept-examples.ts';

const SEED = Number(process.env.TOILE_TEST_SEED ?? 20_261_121);

/** Half of them are enough to see at once what was broken by a change; the rest is for what nobody thought of. */
const PART = isQuick ? 0.5 : TIMES;

/** So many cases, as far as there is time for them. */
export const cases = (number: number): { readonly numRuns: number } => ({
  numRuns: Math.ceil(number * PART),
});

fc.configureGlobal({ seed: SEED, ...cases(100) });

const BELOW_SURROGATES = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/**
 * Any sign that is no half of one, as `unit: 'binary'` has them: that makes a table of a million signs first, for each
 * process, to know them again.
 */
export const anySign = fc.integer({ min: 0, max: LAST - SURROGATES }).map(
  (at) => String.fromCodePoint(at < BELOW_SURROGATES ? at : at + SURROGATES),
  (sign) => {
    const code = typeof sign === 'string' ? sign.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== sign) throw new Error('not one sign');
    return code < BELOW_SURROGATES ? code : code - SURROGATES;
  },
);

export default fc;

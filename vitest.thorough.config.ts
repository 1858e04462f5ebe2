import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Whatever tries more where there is time for it, wherever it stands: none can be forgotten here. */
const include = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !/^(attacks|faults|lab|long)\b/.test(name))
  .map((name) => `test/${name.replaceAll('\\', '/')}`)
  .filter((file) => /support\/(effort|property|open-bodies)\.ts/.test(readFileSync(file, 'utf8')));

const { TOILE_TEST_SEED = String(Date.now() % 1e9), TOILE_TEST_TIMES = '10' } = process.env;
process.stdout.write(`thorough: TOILE_TEST_SEED=${TOILE_TEST_SEED} TOILE_TEST_TIMES=${TOILE_TEST_TIMES}\n`);

/** `npm run test:thorough`: what `npm test` tries a little of, at length, and with other made-up inputs in each run. */
export default defineConfig({
  test: {
    include,
    env: { TOILE_TEST_SEED, TOILE_TEST_TIMES },
    maxWorkers: '100%',
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});

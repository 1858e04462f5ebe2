/** The factor for the number of cases: 1 in `npm test`, more in `npm run test:thorough`. */
export const EFFORT = Number(process.env.TOILE_TEST_TIMES ?? 1);

export const isQuick = EFFORT === 1;

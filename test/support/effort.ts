/** How much is tried: in `npm test` what there is time for, in `npm run test:thorough` many times as much. */
export const EFFORT = Number(process.env.TOILE_TEST_TIMES ?? 1);

export const isQuick = EFFORT === 1;

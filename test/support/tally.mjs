/**
 * What a long run has to say at its end. What could not be had is skipped by name; under CI that fails the run, and
 * so does one in which nothing was tried.
 */

const say = (line) => process.stdout.write(`${line}\n`);

export const tally = () => {
  const inCi = process.env.CI === 'true';
  let [held, wrong] = [0, 0];
  const skipped = [];
  return {
    held: () => {
      held += 1;
    },
    wrong: () => {
      wrong += 1;
    },
    skip: (name, how) => {
      skipped.push(name);
      say(`${name}: skipped; ${how}`);
    },
    /** Prints the sum and sets the exit code. */
    end: () => {
      if (held + wrong === 0) say('nothing was tried');
      else say(wrong === 0 ? `all ${held} hold` : `${wrong} of ${held + wrong} do not hold`);
      if (skipped.length > 0) say(`skipped: ${skipped.join(', ')}`);
      if (wrong > 0 || (inCi && (skipped.length > 0 || held === 0))) process.exitCode = 1;
    },
  };
};

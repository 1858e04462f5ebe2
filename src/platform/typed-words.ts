/** Returns true if an environment variable is set to any text except an empty one, `0`, `false` and `no`. */
export const isSwitchedOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());

/** The maximum length of a word that is compared, because comparing long words is slow. */
const MAX_WORD_LENGTH = 60;

/**
 * Returns true if `typed` becomes `known` by at most `maxDistance` edits. An edit changes, adds or removes a letter, or
 * swaps two neighbours: `naem` is one edit from `name`. Returns false if `typed` is longer than MAX_WORD_LENGTH.
 */
export const isLikelyTypo = (typed: string, known: string, maxDistance: number): boolean => {
  if (Math.abs(typed.length - known.length) > maxDistance || typed.length > MAX_WORD_LENGTH) return false;
  const letters = [...typed];
  let rowBeforePrevious: number[] = [];
  let previousRow = Array.from({ length: known.length + 1 }, (_, at) => at);
  for (const [row, letter] of letters.entries()) {
    const currentRow = [row + 1];
    for (let at = 1; at <= known.length; at++) {
      const cost = known[at - 1] === letter ? 0 : 1;
      const isSwapped = letter === known[at - 2] && letters[row - 1] === known[at - 1];
      currentRow.push(
        Math.min(
          (currentRow[at - 1] ?? 0) + 1,
          (previousRow[at] ?? 0) + 1,
          (previousRow[at - 1] ?? 0) + cost,
          ...(isSwapped ? [(rowBeforePrevious[at - 2] ?? 0) + 1] : []),
        ),
      );
    }
    [rowBeforePrevious, previousRow] = [previousRow, currentRow];
  }
  return (previousRow.at(-1) ?? maxDistance + 1) <= maxDistance;
};

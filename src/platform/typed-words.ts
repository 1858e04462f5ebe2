/** Returns true if an environment variable is on: any text except an empty one, `0`, `false` and `no`. */
export const isSwitchedOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false', 'no'].includes(value.toLowerCase());

/** The maximum length of a word that is compared, because comparing long words is slow. */
const MAX_WORD_LENGTH = 60;

/**
 * Returns true if the words differ in at most `maxDistance` changed, added or removed letters; false for long words.
 */
export const isLikelyTypo = (typed: string, known: string, maxDistance: number): boolean => {
  if (Math.abs(typed.length - known.length) > maxDistance || typed.length > MAX_WORD_LENGTH) return false;
  let above = Array.from({ length: known.length + 1 }, (_, at) => at);
  for (const [row, sign] of [...typed].entries()) {
    const line = [row + 1];
    for (let at = 1; at <= known.length; at++) {
      const same = known[at - 1] === sign ? 0 : 1;
      line.push(Math.min((line[at - 1] ?? 0) + 1, (above[at] ?? 0) + 1, (above[at - 1] ?? 0) + same));
    }
    above = line;
  }
  return (above.at(-1) ?? maxDistance + 1) <= maxDistance;
};

/** Slips of whoever types: a word that is nearly another. */

/** Longer words are nobody's slip of the other, and would take long. */
const LONGEST = 60;

/** Whether one becomes the other by at most so many letters typed wrong, left out or put in. */
export const slips = (typed: string, known: string, most: number): boolean => {
  if (Math.abs(typed.length - known.length) > most || typed.length > LONGEST) return false;
  let above = Array.from({ length: known.length + 1 }, (_, at) => at);
  for (const [row, sign] of [...typed].entries()) {
    const line = [row + 1];
    for (let at = 1; at <= known.length; at++) {
      const same = known[at - 1] === sign ? 0 : 1;
      line.push(Math.min((line[at - 1] ?? 0) + 1, (above[at] ?? 0) + 1, (above[at - 1] ?? 0) + same));
    }
    above = line;
  }
  return (above.at(-1) ?? most + 1) <= most;
};

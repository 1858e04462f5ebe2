/**
 * Functions for lists of any length. A call with a spread list as arguments puts all its items on the stack, which has
 * room for about 100,000. A body can have more values than that.
 */

/** Appends all items to a list. */
export const appendAll = <T>(list: T[], items: readonly T[]): void => {
  for (let at = 0; at < items.length; at++) list.push(items[at] as T);
};

/** Returns the largest number of a list. Returns `least` if no number in the list is larger than `least`. */
export const findLargest = (numbers: Iterable<number>, least = Number.NEGATIVE_INFINITY): number => {
  let largest = least;
  for (const number of numbers) largest = Math.max(largest, number);
  return largest;
};

/** Returns the smallest number of a list, but at most `most`. Returns `most` for an empty list. */
export const findSmallest = (numbers: Iterable<number>, most = Number.POSITIVE_INFINITY): number => {
  let smallest = most;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
};

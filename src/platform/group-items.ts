/** Groups items in a map of lists, in order of first appearance. (`Map.groupBy` needs Node 21.) */

/** Adds an item to the list of a key. The first item of a key creates the list. */
export const addToGroup = <K, T>(groups: Map<K, T[]>, key: K, item: T): void => {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
};

/** Returns a map from each key that `keyOf` returns to the list of its items. */
export const groupByKey = <K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  for (const item of items) addToGroup(groups, keyOf(item), item);
  return groups;
};

/** Looks up the change of a value, for pages that mark changed values where they are shown. */

import { toJsonText } from '../platform/json/json-values.ts';
import { listComparables } from './comparable-value.ts';
import type { Value } from './value.ts';
import type { ValueChange } from './value-change.ts';

/** Finds the word of the change for a value or a node. */
export interface ChangeLookup {
  /**
   * Returns the word of the change of this value; undefined when it did not change. For a value outside all
   * nodes the id is empty.
   */
  findWord(node: string, entry: Value): string | undefined;
  /** Returns the word of the change of a node: it was added, its kind changed, or it lost a value. */
  findNodeWord(node: string): string | undefined;
}

/** Returns a key of node, provenance, value and unit. Values with the same path differ in it. */
const buildValueKey = (
  node: string,
  said: { readonly state?: unknown; readonly value?: unknown; readonly unit?: unknown },
) => toJsonText([node, said.state ?? null, said.value ?? null, said.unit ?? null]);

/** Returns true for equal paths, and for a path without the name of its group: `hem` and `brief.hem`. */
const isSameField = (whole: string, field: string): boolean => whole === field || whole.endsWith(`.${field}`);

/** Creates a lookup over the changes of one comparison. */
export const createChangeLookup = (changes: readonly ValueChange[]): ChangeLookup => {
  const byValue = new Map<string, ValueChange[]>();
  const nodes = new Map<string, string>();
  for (const change of changes) {
    const { node_id: node, role, field, after, word } = change;
    const ofWhole = role === 'node' || after === null || (role === 'plain' && field === 'kind');
    if (ofWhole && node !== '' && !nodes.has(node)) nodes.set(node, word);
    if (role === 'node' || after === null) continue;
    const key = buildValueKey(node, after);
    byValue.set(key, [...(byValue.get(key) ?? []), change]);
  }
  return {
    findWord: (node, entry) => {
      if (byValue.size === 0) return undefined;
      for (const atom of listComparables(entry)) {
        const found = byValue
          .get(buildValueKey(node, atom))
          ?.find(({ field }) => isSameField(field, atom.path));
        if (found) return found.word;
      }
      return undefined;
    },
    findNodeWord: (node) => nodes.get(node),
  };
};

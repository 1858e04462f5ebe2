/** Which values of a body are not what they were: what a change is beside, wherever the value is shown. */

import { jsonText } from '../json/values.ts';
import type { Change } from './change.ts';
import { atomsOf } from './comparable.ts';
import type { Entry } from './entries.ts';

export interface ChangedValues {
  /** The word of the change that a value of this node has seen; of what stands in none, for an empty id. */
  of(node: string, entry: Entry): string | undefined;
  /** The same of a node itself: it came, is another thing now, or no longer has a value. */
  ofNode(node: string): string | undefined;
}

/** Values that share a place are told apart by what they say. */
const keyOf = (
  node: string,
  said: { readonly state?: unknown; readonly value?: unknown; readonly unit?: unknown },
) => jsonText([node, said.state ?? null, said.value ?? null, said.unit ?? null]);

/** A reader that knows a group of values leaves its name out of their fields: `brief.hem` is `hem` to it. */
const isField = (whole: string, field: string): boolean => whole === field || whole.endsWith(`.${field}`);

export const changedValues = (changes: readonly Change[]): ChangedValues => {
  const byValue = new Map<string, Change[]>();
  const nodes = new Map<string, string>();
  for (const change of changes) {
    const { node_id: node, role, field, after, word } = change;
    const ofWhole = role === 'node' || after === null || (role === 'plain' && field === 'kind');
    if (ofWhole && node !== '' && !nodes.has(node)) nodes.set(node, word);
    if (role === 'node' || after === null) continue;
    const key = keyOf(node, after);
    byValue.set(key, [...(byValue.get(key) ?? []), change]);
  }
  return {
    of: (node, entry) => {
      if (byValue.size === 0) return undefined;
      for (const atom of atomsOf(entry)) {
        const found = byValue.get(keyOf(node, atom))?.find(({ field }) => isField(field, atom.field));
        if (found) return found.word;
      }
      return undefined;
    },
    ofNode: (node) => nodes.get(node),
  };
};

/** Nodes by kind, in order of first appearance, and which kinds the user's words mean. */

import type { GraphNode } from './graph.ts';

const plainly = (kind: string): string => kind.toLowerCase().replace(/[-_\s]/g, '');

/** `--kind construction-note`, `Construction_Note` and `constructionnotes` all mean `construction_note`. */
export const means = (typed: string, kind: string): boolean => {
  const [word, name] = [plainly(typed), plainly(kind)];
  return word === name || (name !== '' && word === `${name}s`);
};

export const byKind = (nodes: readonly GraphNode[]): ReadonlyMap<string, readonly GraphNode[]> => {
  const kinds = new Map<string, GraphNode[]>();
  for (const node of nodes) {
    const group = kinds.get(node.kind);
    if (group) group.push(node);
    else kinds.set(node.kind, [node]);
  }
  return kinds;
};

export const wanted = (kind: string, typed: readonly string[] | undefined): boolean =>
  typed === undefined || typed.length === 0 || typed.some((word) => means(word, kind));

/** A heading for a kind: capitals for a plain word, as written for anything else. */
export const kindHeading = (kind: string): string =>
  kind === '' ? 'NO KIND GIVEN' : /^[a-z_ -]+$/.test(kind) ? kind.toUpperCase().replaceAll('_', ' ') : kind;

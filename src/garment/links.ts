/** Relations between nodes, in the forms that bodies give them. */

import { isRecord, own, scalarText } from '../json/values.ts';
import { below, type Entry, entriesOf, plain, statedEntries } from './entries.ts';
import { type Stated, stated, stateText } from './stated.ts';

const LISTS: readonly string[] = ['links', 'relations', 'relationships'];
const RELATION = ['rel', 'relation', 'type', 'kind'];
const TARGET = ['to', 'target', 'node'];

const textOf = (value: unknown): string | undefined => scalarText(stated(value)?.value ?? value);

const firstOf = (item: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined => {
  return keys.find((key) => Object.hasOwn(item, key));
};

const linkEntries = (item: unknown, loose: boolean): readonly Entry[] | undefined => {
  if (!isRecord(item)) return undefined;
  const rel = firstOf(item, loose ? RELATION : RELATION.slice(0, 1));
  const to = firstOf(item, loose ? TARGET : TARGET.slice(0, 1));
  const field = rel === undefined ? undefined : textOf(own(item, rel));
  if (rel === undefined || to === undefined || field === undefined) return undefined;

  const word = stateText(own(item, 'state'));
  const target = own(item, to);
  const inner = stated(target);
  const hasOwn = word !== undefined;
  const apart = ['unit', 'basis', 'confidence', 'state'];
  const used = hasOwn || !inner ? [rel, to, ...apart.slice(0, hasOwn ? 4 : 3)] : [rel, to];
  const extras = Object.entries(item).filter(([key]) => !used.includes(key));
  const [unit, basis, confidence] = ['unit', 'basis', 'confidence'].map((key) => own(item, key));
  const beside: Stated = {
    state: undefined,
    value: undefined,
    member: undefined,
    unit,
    basis,
    confidence,
    extras,
  };
  // A target that is itself a stated value lends its state to a link that has none of its own.
  const read: Stated = hasOwn
    ? { ...beside, state: word, value: target }
    : inner
      ? { ...inner, extras: [...inner.extras, ...extras] }
      : { ...beside, value: target };
  // A relation is in no unit: whatever is called so says something beside it.
  const link =
    read.unit === undefined
      ? read
      : { ...read, unit: undefined, extras: [['unit', read.unit], ...read.extras] as const };
  const relation = typeof own(item, rel) === 'object' ? entriesOf(own(item, rel), below(field, rel)) : [];
  return [...statedEntries(link, 'link', field), ...relation.filter(({ role }) => role !== 'plain')];
};

const isReference = (value: unknown): value is string => scalarText(value) !== undefined;

/** A list of ids under the name of its relation, as in `between: ["n1", "n3"]`. */
const bareLinks = (value: unknown, rel: string): readonly Entry[] | undefined => {
  const targets = Array.isArray(value) ? value : [value];
  return targets.length > 0 && targets.every(isReference)
    ? targets.map((target) => plain(rel, target, 'link'))
    : undefined;
};

/**
 * The links in one member of a node, or undefined when it holds none. Links are lists of `{rel, to, state}` under any name,
 * the members of `links`, and lists of ids that `known` says are nodes (or that are named `between`).
 */
export const linksOf = (
  key: string,
  value: unknown,
  known: ReadonlySet<string>,
): readonly Entry[] | undefined => {
  const loose = LISTS.includes(key);
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const ids = value.every((item) => known.has(scalarText(item) ?? ''));
    if (ids || key === 'between') return bareLinks(value, key);
    const each = value.map((item) => linkEntries(item, loose));
    if (each.every((links) => links === undefined)) return undefined;
    return each.flatMap((links, at) => links ?? entriesOf(value[at], `${key}[${at}]`));
  }
  if (!loose || !isRecord(value) || stated(value)) return undefined;
  const each = Object.entries(value).map(([rel, to]) => bareLinks(to, rel) ?? entriesOf(to, below(key, rel)));
  return each.length > 0 ? each.flat() : undefined;
};

/** Reads relations between nodes (links), which bodies write in several forms. */

import { getOwnMember, isRecord, toScalarText } from '../platform/json/json-values.ts';
import { readMemberText, readStated, type StatedValue, toProvenanceText } from './stated-value.ts';
import { createBareValue, expandStated, joinValuePath, readValues, type Value } from './value.ts';

const LINK_LIST_NAMES: readonly string[] = ['links', 'relations', 'relationships'];
/** The members that can hold relation and target, in a list such as `links`. Other lists use `STRICT_KEYS`. */
const LOOSE_KEYS = { relation: ['rel', 'relation', 'type', 'kind'], target: ['to', 'target', 'node'] };
const STRICT_KEYS = { relation: ['rel'], target: ['to'] };
const BESIDE_KEYS: readonly string[] = ['unit', 'basis', 'confidence'];

const findKey = (item: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined =>
  keys.find((key) => Object.hasOwn(item, key));

const readLink = (item: unknown, loose: boolean): readonly Value[] | undefined => {
  if (!isRecord(item)) return undefined;
  const keys = loose ? LOOSE_KEYS : STRICT_KEYS;
  const rel = findKey(item, keys.relation);
  const to = findKey(item, keys.target);
  const field = rel === undefined ? undefined : readMemberText(getOwnMember(item, rel));
  if (rel === undefined || to === undefined || field === undefined) return undefined;

  const word = toProvenanceText(getOwnMember(item, 'state'));
  const target = getOwnMember(item, to);
  const inner = readStated(target);
  const hasOwn = word !== undefined;
  const extras = Object.entries(item).filter(
    ([key]) =>
      key !== rel &&
      key !== to &&
      !(hasOwn && key === 'state') &&
      !((hasOwn || !inner) && BESIDE_KEYS.includes(key)),
  );
  const beside: StatedValue = {
    state: word,
    value: target,
    member: undefined,
    unit: getOwnMember(item, 'unit'),
    basis: getOwnMember(item, 'basis'),
    confidence: getOwnMember(item, 'confidence'),
    otherMembers: extras,
  };
  // If the link and its target both have a member `note`, the member of the target gets the path `to.note`.
  const nameApart = ([key, member]: readonly [string, unknown]): readonly [string, unknown] =>
    extras.some(([other]) => other === key) ? [joinValuePath(to, key), member] : [key, member];
  // If the target has provenance and the link has none, the link gets the provenance of the target.
  const read: StatedValue =
    !hasOwn && inner ? { ...inner, otherMembers: [...inner.otherMembers.map(nameApart), ...extras] } : beside;
  // A relation has no unit, so `unit` becomes one of its other members.
  const link =
    read.unit === undefined
      ? read
      : { ...read, unit: undefined, otherMembers: [['unit', read.unit], ...read.otherMembers] as const };
  const links = expandStated(link, 'link', field);
  const relation = getOwnMember(item, rel);
  if (typeof relation !== 'object') return links;
  const nested = readValues(relation, joinValuePath(field, rel));
  return [...links, ...nested.filter(({ role }) => role !== 'plain')];
};

const isReference = (value: unknown): value is string => toScalarText(value) !== undefined;

/**
 * Reads an id or a list of ids as links. The name of the member names the relation, as in `between: ["n1", "n3"]`.
 * Returns undefined for any other value.
 */
const readIdLinks = (value: unknown, rel: string): readonly Value[] | undefined => {
  const targets = Array.isArray(value) ? value : [value];
  return targets.length > 0 && targets.every(isReference)
    ? targets.map((target) => createBareValue(rel, target, 'link'))
    : undefined;
};

/**
 * Returns the links in the member `key` of a node, and the values of its other items; undefined if it has no links.
 * Links are: objects `{rel, to}` in a list, the members of `links: {joins: "n2"}`, a list of ids that are in `known`
 * (the ids of all nodes), and a list named `between`.
 */
export const readLinks = (
  key: string,
  value: unknown,
  known: ReadonlySet<string>,
): readonly Value[] | undefined => {
  const loose = LINK_LIST_NAMES.includes(key);
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const ids = value.every((item) => known.has(toScalarText(item) ?? ''));
    if (ids || key === 'between') return readIdLinks(value, key);
    const each = value.map((item) => readLink(item, loose));
    if (each.every((links) => links === undefined)) return undefined;
    return each.flatMap((links, at) => links ?? readValues(value[at], `${key}[${at}]`));
  }
  if (!loose || !isRecord(value) || readStated(value)) return undefined;
  const each = Object.entries(value).map(
    ([rel, to]) => readIdLinks(to, rel) ?? readValues(to, joinValuePath(key, rel)),
  );
  return each.length > 0 ? each.flat() : undefined;
};

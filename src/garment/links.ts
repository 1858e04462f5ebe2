/** Reads relations between nodes (links), which bodies write in several forms. */

import { getOwnMember, isRecord, type JsonObject, toScalarText } from '../platform/json/json-values.ts';
import { readMemberText, readStated, type StatedValue, toProvenanceText } from './stated-value.ts';
import { createBareValue, expandStated, joinValuePath, readValues, type Value } from './value.ts';

const LINK_LIST_NAMES: readonly string[] = ['links', 'relations', 'relationships'];
/**
 * The possible names of two members of a link: `relation` for its name, and `target` for its target node. LOOSE_KEYS
 * apply in lists that certainly contain links, such as `links`. STRICT_KEYS apply in all other lists, because their
 * items may not be links.
 */
const LOOSE_KEYS = { relation: ['rel', 'relation', 'type', 'kind'], target: ['to', 'target', 'node'] };
const STRICT_KEYS = { relation: ['rel'], target: ['to'] };
const BESIDE_KEYS: readonly string[] = ['unit', 'basis', 'confidence'];

const findKey = (item: JsonObject, keys: readonly string[]): string | undefined =>
  keys.find((key) => Object.hasOwn(item, key));

const readLink = (item: unknown, isLoose: boolean): readonly Value[] | undefined => {
  if (!isRecord(item)) return undefined;
  const keys = isLoose ? LOOSE_KEYS : STRICT_KEYS;
  const relationKey = findKey(item, keys.relation);
  const targetKey = findKey(item, keys.target);
  const relationName =
    relationKey === undefined ? undefined : readMemberText(getOwnMember(item, relationKey));
  if (relationKey === undefined || targetKey === undefined || relationName === undefined) return undefined;

  const state = toProvenanceText(getOwnMember(item, 'state'));
  const target = getOwnMember(item, targetKey);
  const statedTarget = readStated(target);
  const hasOwnState = state !== undefined;
  const isExtra = (key: string): boolean =>
    key !== relationKey &&
    key !== targetKey &&
    !(hasOwnState && key === 'state') &&
    !((hasOwnState || !statedTarget) && BESIDE_KEYS.includes(key));
  const extraMembers: (readonly [string, unknown])[] = [];
  for (const key of Object.keys(item)) if (isExtra(key)) extraMembers.push([key, item[key]]);
  const ownStatement: StatedValue = {
    state,
    value: target,
    member: undefined,
    unit: getOwnMember(item, 'unit'),
    basis: getOwnMember(item, 'basis'),
    confidence: getOwnMember(item, 'confidence'),
    otherMembers: extraMembers,
  };
  // A link and its target can both have a member with the same name, for example `note`. The member of the target then
  // gets the path `to.note`, so that the paths of the two members differ.
  const renameDuplicate = ([key, member]: readonly [string, unknown]): readonly [string, unknown] =>
    extraMembers.some(([other]) => other === key) ? [joinValuePath(targetKey, key), member] : [key, member];
  // If the target has provenance and the link has none, the link gets the provenance of the target.
  const statement: StatedValue =
    !hasOwnState && statedTarget
      ? {
          ...statedTarget,
          otherMembers: [...statedTarget.otherMembers.map(renameDuplicate), ...extraMembers],
        }
      : ownStatement;
  // A link has no unit, so a member `unit` of a link is moved to its `otherMembers`.
  const link =
    statement.unit === undefined
      ? statement
      : {
          ...statement,
          unit: undefined,
          otherMembers: [['unit', statement.unit], ...statement.otherMembers] as const,
        };
  const links = expandStated(link, 'link', relationName);
  const relation = getOwnMember(item, relationKey);
  if (typeof relation !== 'object') return links;
  const nested = readValues(relation, joinValuePath(relationName, relationKey));
  return [...links, ...nested.filter(({ role }) => role !== 'plain')];
};

const isReference = (value: unknown): value is string => toScalarText(value) !== undefined;

/**
 * Reads an id or a list of ids as links to the nodes with these ids. `relationName` is the name of the member, such as
 * `between` in `between: ["n1", "n3"]`. Returns undefined for any other value.
 */
const readIdLinks = (value: unknown, relationName: string): readonly Value[] | undefined => {
  const targets = Array.isArray(value) ? value : [value];
  return targets.length > 0 && targets.every(isReference)
    ? targets.map((target) => createBareValue(relationName, target, 'link'))
    : undefined;
};

/**
 * Reads the member `key` of a node as links to other nodes, for example a list of objects `{rel, to}` or a list of node
 * ids. Returns the links and any other items of the member in one list. Returns undefined if the member contains no
 * links.
 */
export const readLinks = (
  key: string,
  value: unknown,
  nodeIds: ReadonlySet<string>,
): readonly Value[] | undefined => {
  const isLoose = LINK_LIST_NAMES.includes(key);
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    const isIdList = value.every((item) => nodeIds.has(toScalarText(item) ?? ''));
    if (isIdList || key === 'between') return readIdLinks(value, key);
    const linksByItem = value.map((item) => readLink(item, isLoose));
    if (linksByItem.every((links) => links === undefined)) return undefined;
    return linksByItem.flatMap((links, at) => links ?? readValues(value[at], `${key}[${at}]`));
  }
  if (!isLoose || !isRecord(value) || readStated(value)) return undefined;
  const linksByName = Object.entries(value).map(
    ([rel, to]) => readIdLinks(to, rel) ?? readValues(to, joinValuePath(key, rel)),
  );
  return linksByName.length > 0 ? linksByName.flat() : undefined;
};

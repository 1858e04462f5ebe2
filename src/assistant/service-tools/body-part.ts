import { readStated } from '../../garment/stated-value.ts';
import { getOwnMember, isRecord, toJsonText } from '../../platform/json/json-values.ts';

/**
 * Describes what is missing in one part of a long body: the items that come after this part, and items that are too
 * large for any part. An item is an element of a list or a member of an object.
 */
interface PartRemainder {
  /** The number of items of the body that come after this part. */
  readonly left_out: number;
  /** The index of the item with which the next part begins; missing in the last part. */
  readonly after?: number;
  /**
   * The paths of items that are left out, because each of them is larger than the maximum size of a part. At most 20
   * paths are listed.
   */
  readonly too_large?: readonly string[];
}

/** A whole body, or a part of a body if the member `more` is present. */
interface BodyPart {
  readonly value: Readonly<Record<string, unknown>>;
  readonly more?: PartRemainder;
}

type PathStep = string | number;

/** An item of a body, with its path in the body. A part of a body contains an item completely or not at all. */
interface PartItem {
  readonly path: readonly PathStep[];
  readonly value: unknown;
  readonly bytes: number;
}

/**
 * The maximum size in bytes of a short top-level member, for example `garment_id`. A large body is returned in parts,
 * and each part repeats the short members, because they describe the whole body.
 */
const SMALL_MEMBER_BYTES = 512;
/** The number of bytes that are added to the size of each item for separators such as commas and brackets. */
const ITEM_OVERHEAD_BYTES = 16;

const encoder = new TextEncoder();
/** Returns the number of UTF-8 bytes of a value as JSON text. */
export const countJsonBytes = (value: unknown): number => encoder.encode(toJsonText(value)).length;
const countNameBytes = (path: readonly PathStep[]): number =>
  path.reduce<number>(
    (sum, step) => sum + (typeof step === 'string' ? countJsonBytes(step) : 0),
    ITEM_OVERHEAD_BYTES,
  );

const listMembers = (value: unknown): readonly (readonly [PathStep, unknown])[] | undefined => {
  if (Array.isArray(value)) return value.map((item, index) => [index, item] as const);
  // An object with provenance is one value, so it is not split into its members, even if it is long.
  return isRecord(value) && !readStated(value) ? Object.entries(value) : undefined;
};

/**
 * Splits a value into its members if its JSON has more than `maxBytes` bytes. Splits a member again if the JSON of the
 * member has more than `budget` bytes. A value with provenance is never split.
 */
const splitIntoItems = (
  value: unknown,
  path: readonly PathStep[],
  maxBytes: number,
  budget: number,
): readonly PartItem[] => {
  const bytes = countJsonBytes(value) + countNameBytes(path);
  const members = bytes > maxBytes && path.length < 8 ? listMembers(value) : undefined;
  if (members === undefined || members.length === 0) return [{ path, value, bytes }];
  return members.flatMap(([step, member]) => splitIntoItems(member, [...path, step], budget, budget));
};

/**
 * Rebuilds lists and objects from the items of one response part. A list that spans several parts has only the elements
 * of this part.
 */
const assembleItems = (
  items: readonly PartItem[],
  source: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const root: Record<string, unknown> = {};
  const containers = new Map<string, unknown[] | Record<string, unknown>>();
  const putValue = (container: unknown[] | Record<string, unknown>, step: PathStep, value: unknown): void => {
    if (Array.isArray(container)) container.push(value);
    // `Object.defineProperty` is used instead of an assignment, because a body may have a member `__proto__`.
    else
      Object.defineProperty(container, step, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const { path, value } of items) {
    let container: unknown[] | Record<string, unknown> = root;
    let original: unknown = source;
    for (const [depth, step] of path.slice(0, -1).entries()) {
      original = Array.isArray(original)
        ? original[Number(step)]
        : getOwnMember(original as Record<string, unknown>, String(step));
      const key = JSON.stringify(path.slice(0, depth + 1));
      let child = containers.get(key);
      if (child === undefined) {
        child = Array.isArray(original) ? [] : {};
        containers.set(key, child);
        putValue(container, step, child);
      }
      container = child;
    }
    putValue(container, path.at(-1) ?? '', value);
  }
  return root;
};

/** Formats a path, for example `nodes[3].label`. */
const formatItemPath = (path: readonly PathStep[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

/**
 * Returns the whole body if its JSON text fits into `budget` bytes. Otherwise returns a part of its items (list
 * elements or members, for example `nodes[3]`), beginning with item number `after`. Returns undefined if this item does
 * not exist. `too_large` names the items that fit into no part.
 */
export const takeBodyPart = (body: unknown, budget: number, after = 0): BodyPart | undefined => {
  const value = isRecord(body) ? body : { value: body };
  if (after === 0 && countJsonBytes(value) <= budget) return { value };
  const smallMembers = Object.entries(value).filter(
    ([key, member]) => countJsonBytes(member) + countJsonBytes(key) <= SMALL_MEMBER_BYTES,
  );
  const repeatedNames =
    countJsonBytes(Object.fromEntries(smallMembers)) <= budget / 4
      ? new Set(smallMembers.map(([key]) => key))
      : new Set();
  const allItems = Object.entries(value).flatMap(([key, member]): readonly PartItem[] =>
    repeatedNames.has(key)
      ? [{ path: [key], value: member, bytes: countJsonBytes(member) + countNameBytes([key]) }]
      : splitIntoItems(member, [key], SMALL_MEMBER_BYTES, budget),
  );
  const isRepeated = ({ path }: PartItem): boolean => repeatedNames.has(path[0]);
  const items = allItems.filter((item) => !isRepeated(item));
  if (after > 0 && after >= items.length) return undefined;

  const maxItemBytes = allItems.filter(isRepeated).reduce((left, { bytes }) => left - bytes, budget);
  let bytesLeft = maxItemBytes;
  const takenItems = new Set<PartItem>();
  const tooLarge: string[] = [];
  let index = after;
  for (; index < items.length; index++) {
    const item = items[index] as PartItem;
    if (item.bytes > maxItemBytes) {
      tooLarge.push(formatItemPath(item.path));
      continue;
    }
    if (item.bytes > bytesLeft) break;
    bytesLeft -= item.bytes;
    takenItems.add(item);
  }
  const part = allItems.filter((item) => isRepeated(item) || takenItems.has(item));
  return {
    value: assembleItems(part, value),
    more: {
      left_out: items.length - index,
      ...(index < items.length && { after: index }),
      ...(tooLarge.length > 0 && { too_large: tooLarge.slice(0, 20) }),
    },
  };
};

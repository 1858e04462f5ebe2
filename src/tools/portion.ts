import { stated } from '../garment/stated.ts';
import { isRecord, jsonText, own } from '../json/values.ts';

/** What a part says about the rest; its member `_more`. */
interface More {
  /** Items that follow. */
  readonly left_out: number;
  /** Goes on from this item; absent where nothing follows. */
  readonly after?: number;
  /** Paths of what does not fit into any result. */
  readonly too_large?: readonly string[];
}

interface Portion {
  readonly value: Readonly<Record<string, unknown>>;
  readonly more?: More;
}

type Step = string | number;

/** Something that is in a result whole or not at all. */
interface Item {
  readonly path: readonly Step[];
  readonly value: unknown;
  readonly bytes: number;
}

/** Members below this many bytes say what the rest belongs to, and are in every part. */
const SMALL = 512;
/** Bytes that may separate and name an item beside its own. */
const AROUND = 16;

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(jsonText(value)).length;
const nameSize = (path: readonly Step[]): number =>
  path.reduce<number>((sum, step) => sum + (typeof step === 'string' ? sizeOf(step) : 0), AROUND);

const membersOf = (value: unknown): readonly (readonly [Step, unknown])[] | undefined => {
  if (Array.isArray(value)) return value.map((item, at) => [at, item] as const);
  // A value with its state is one thing, however long.
  return isRecord(value) && !stated(value) ? Object.entries(value) : undefined;
};

/** Divides what is larger than `whole` into its members, and those again, down to what cannot be divided. */
const divide = (value: unknown, path: readonly Step[], whole: number, budget: number): readonly Item[] => {
  const bytes = sizeOf(value) + nameSize(path);
  const members = bytes > whole && path.length < 8 ? membersOf(value) : undefined;
  if (members === undefined || members.length === 0) return [{ path, value, bytes }];
  return members.flatMap(([step, member]) => divide(member, [...path, step], budget, budget));
};

/** Holes in lists close up: the elements of a part follow one another. */
const assemble = (
  items: readonly Item[],
  source: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const root: Record<string, unknown> = {};
  const made = new Map<string, unknown[] | Record<string, unknown>>();
  const put = (into: unknown[] | Record<string, unknown>, step: Step, value: unknown): void => {
    if (Array.isArray(into)) into.push(value);
    // Defined, not assigned: a body may name a member `__proto__`.
    else Object.defineProperty(into, step, { value, enumerable: true, configurable: true, writable: true });
  };
  for (const { path, value } of items) {
    let into: unknown[] | Record<string, unknown> = root;
    let from: unknown = source;
    for (const [depth, step] of path.slice(0, -1).entries()) {
      from = Array.isArray(from) ? from[Number(step)] : own(from as Record<string, unknown>, String(step));
      const key = JSON.stringify(path.slice(0, depth + 1));
      let next = made.get(key);
      if (next === undefined) {
        next = Array.isArray(from) ? [] : {};
        made.set(key, next);
        put(into, step, next);
      }
      into = next;
    }
    put(into, path.at(-1) ?? '', value);
  }
  return root;
};

const written = (path: readonly Step[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

/**
 * As much of a body as fits into `budget` bytes of JSON, in whole items, from the item `after` on. An item is an
 * element of a list or a member of an object; nothing inside of one is cut. Undefined where `after` is past the end.
 */
export const portion = (body: unknown, budget: number, after = 0): Portion | undefined => {
  const value = isRecord(body) ? body : { value: body };
  if (after === 0 && sizeOf(value) <= budget) return { value };
  const small = Object.entries(value).filter(([key, member]) => sizeOf(member) + sizeOf(key) <= SMALL);
  const heads =
    sizeOf(Object.fromEntries(small)) <= budget / 4 ? new Set(small.map(([key]) => key)) : new Set();
  const top = Object.entries(value).map(([key, member]) =>
    heads.has(key)
      ? [{ path: [key], value: member, bytes: sizeOf(member) + nameSize([key]) }]
      : divide(member, [key], SMALL, budget),
  );
  const all = top.flat();
  const items = all.filter(({ path }) => !heads.has(path[0]));
  if (after > 0 && after >= items.length) return undefined;

  let room =
    budget - all.filter((item) => heads.has(item.path[0])).reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = room;
  const taken = new Set<Item>();
  const tooLarge: string[] = [];
  let at = after;
  for (; at < items.length; at++) {
    const item = items[at] as Item;
    if (item.bytes > largest) {
      tooLarge.push(written(item.path));
      continue;
    }
    if (item.bytes > room) break;
    room -= item.bytes;
    taken.add(item);
  }
  const part = all.filter((item) => heads.has(item.path[0]) || taken.has(item));
  return {
    value: assemble(part, value),
    more: {
      left_out: items.length - at,
      ...(at < items.length && { after: at }),
      ...(tooLarge.length > 0 && { too_large: tooLarge.slice(0, 20) }),
    },
  };
};

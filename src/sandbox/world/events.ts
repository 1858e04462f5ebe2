/** What can happen in the sandbox, as lines of its journal. Times are milliseconds of the sandbox's clock. */

import { isDriver, isProfile } from './forms.ts';

type Check<T> = (value: unknown) => value is T;
type Shape = Readonly<Record<string, Check<unknown>>>;
type Fitting<S> = { readonly [Member in keyof S]: S[Member] extends Check<infer T> ? T : never };

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';
const number = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const truth = (value: unknown): value is boolean => typeof value === 'boolean';
/** The last millisecond of the year 9999: later ones are no ISO timestamps. */
export const LAST_INSTANT = 253_402_300_799_999;
const time = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= LAST_INSTANT;
const object = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const scope = (value: unknown): value is 'read' | 'export' => value === 'read' || value === 'export';
const listOf =
  <T>(check: Check<T>): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(check);
const either =
  <T, N extends null | undefined>(check: Check<T>, none: N): Check<T | N> =>
  (value): value is T | N =>
    value === none || check(value);
const shaped =
  <S extends Shape>(shape: S): Check<Fitting<S>> =>
  (value): value is Fitting<S> =>
    object(value) && Object.entries(shape).every(([member, check]) => check(Reflect.get(value, member)));

/** How a pack gets composed, settled when its composition starts: a later scenario does not reach back. */
const composition = shaped({ at: time, takes: time, fails: truth });

const SHAPES = {
  /** The first event of a world. The secret signs its links, so links outlive the process. */
  began: { world: text, secret: text },
  /** The clock was moved ahead. */
  advanced: { ms: time },
  scenario: { name: either(text, null), at: time },
  revoked: { key: text },
  exported: { id: text, design: text, owner: text, profile: isProfile, driver: isDriver, at: time },
  requested: {
    ...{ id: text, pack: text, design: text, owner: text, at: time },
    /** Null where the plan's allowance covers it. */
    amount: either(number, null),
    request: object,
    /** There where the allowance covers it: composition starts at once. */
    composition: either(composition, undefined),
  },
  paid: { id: text, composition },
  cancelled: { id: text, at: time },
  /** A program registered itself, to sign people in. */
  registered: { id: text, name: text, redirects: listOf(text), at: time },
  /** Somebody let a program in, and its first tokens were issued; tokens stand as digests. */
  granted: {
    ...{ id: text, client: text, user: text, scopes: listOf(scope) },
    ...{ access: text, refresh: text, until: time, at: time },
  },
  /** A refresh token was turned into new tokens, and is used up. */
  refreshed: { grant: text, access: text, refresh: text, until: time },
  withdrawn: { grant: text },
} as const satisfies Record<string, Shape>;

type Type = keyof typeof SHAPES;
type Events = { readonly [T in Type]: { readonly type: T } & Fitting<(typeof SHAPES)[T]> };

export type Event = Events[Type];
export type Exported = Events['exported'];
export type Requested = Events['requested'];
export type Cancelled = Events['cancelled'];
export type Registered = Events['registered'];
export type Granted = Events['granted'];
export type Composition = Events['paid']['composition'];

const isEvent: Check<Event> = (value): value is Event => {
  const type: unknown = object(value) ? Reflect.get(value, 'type') : undefined;
  return typeof type === 'string' && Object.hasOwn(SHAPES, type) && shaped(SHAPES[type as Type])(value);
};

/** Undefined for a line that is no event: half a line after a crash, or one of a later version. */
export const parseEvent = (line: string): Event | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** What can happen in the sandbox, as lines of its journal. Times are milliseconds of the sandbox's clock. */

import { type Driver, isDriver, isProfile, type Profile } from './forms.ts';

/** The first event of a world. The secret signs its links, so links outlive the process. */
interface Began {
  readonly type: 'began';
  readonly world: string;
  readonly secret: string;
}

/** The clock was moved ahead. */
interface Advanced {
  readonly type: 'advanced';
  readonly ms: number;
}

interface ScenarioChosen {
  readonly type: 'scenario';
  readonly name: string | null;
  readonly at: number;
}

interface Revoked {
  readonly type: 'revoked';
  readonly key: string;
}

export interface Exported {
  readonly type: 'exported';
  readonly id: string;
  readonly design: string;
  readonly owner: string;
  readonly profile: Profile;
  readonly driver: Driver;
  readonly at: number;
}

/** How a pack gets composed, settled when its composition starts: a later scenario does not reach back. */
export interface Composition {
  readonly at: number;
  readonly takes: number;
  readonly fails: boolean;
}

export interface Requested {
  readonly type: 'requested';
  readonly id: string;
  readonly pack: string;
  readonly design: string;
  readonly owner: string;
  readonly at: number;
  /** Null where the plan's allowance covers it. */
  readonly amount: number | null;
  readonly request: object;
  /** Present where the allowance covers it: composition starts at once. */
  readonly composition?: Composition;
}

interface Paid {
  readonly type: 'paid';
  readonly id: string;
  readonly composition: Composition;
}

export interface Cancelled {
  readonly type: 'cancelled';
  readonly id: string;
  readonly at: number;
}

/** A program registered itself, to sign people in. */
export interface Registered {
  readonly type: 'registered';
  readonly id: string;
  readonly name: string;
  readonly redirects: readonly string[];
  readonly at: number;
}

/** Somebody let a program in, and its first tokens were issued; tokens stand as digests. */
export interface Granted {
  readonly type: 'granted';
  readonly id: string;
  readonly client: string;
  readonly user: string;
  readonly scopes: readonly ('read' | 'export')[];
  readonly access: string;
  readonly refresh: string;
  readonly until: number;
  readonly at: number;
}

/** A refresh token was turned into new tokens, and is used up. */
interface Refreshed {
  readonly type: 'refreshed';
  readonly grant: string;
  readonly access: string;
  readonly refresh: string;
  readonly until: number;
}

interface Withdrawn {
  readonly type: 'withdrawn';
  readonly grant: string;
}

export type Event =
  | Began
  | Advanced
  | ScenarioChosen
  | Revoked
  | Exported
  | Requested
  | Paid
  | Cancelled
  | Registered
  | Granted
  | Refreshed
  | Withdrawn;

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string' && value !== '';
const number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
/** The last millisecond of the year 9999: later ones are no ISO timestamps. */
export const LAST_INSTANT = 253_402_300_799_999;
const time: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= LAST_INSTANT;
const object: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const composition: Check = (value) =>
  object(value) && fits(value as object, { at: time, takes: time, fails: (v) => typeof v === 'boolean' });

const SHAPES: Record<Event['type'], Record<string, Check>> = {
  began: { world: text, secret: text },
  advanced: { ms: time },
  scenario: { name: orNull(text), at: time },
  revoked: { key: text },
  exported: {
    id: text,
    design: text,
    owner: text,
    profile: isProfile,
    driver: isDriver,
    at: time,
  },
  requested: {
    id: text,
    pack: text,
    design: text,
    owner: text,
    at: time,
    amount: orNull(number),
    request: object,
    composition: (value) => value === undefined || composition(value),
  },
  paid: { id: text, composition },
  cancelled: { id: text, at: time },
  registered: { id: text, name: text, redirects: listOf(text), at: time },
  granted: {
    id: text,
    client: text,
    user: text,
    scopes: listOf((value) => value === 'read' || value === 'export'),
    access: text,
    refresh: text,
    until: time,
    at: time,
  },
  refreshed: { grant: text, access: text, refresh: text, until: time },
  withdrawn: { grant: text },
};

const fits = (value: object, shape: Record<string, Check>): boolean => {
  return Object.entries(shape).every(([member, check]) => check(Reflect.get(value, member)));
};

/** Undefined for a line that is no event: half a line after a crash, or one of a later version. */
export const parseEvent = (line: string): Event | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!object(value)) return undefined;
  const type = Reflect.get(value as object, 'type');
  if (typeof type !== 'string' || !Object.hasOwn(SHAPES, type)) return undefined;
  return fits(value as object, SHAPES[type as Event['type']]) ? (value as Event) : undefined;
};

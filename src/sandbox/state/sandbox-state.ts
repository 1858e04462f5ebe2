/**
 * The events that the sandbox records in its journal, and the state that results from them. Times are milliseconds of
 * the sandbox clock.
 */

import type { OAuthGrant } from '../oauth/oauth-state.ts';
import { isSandboxDriver, isSandboxProfile } from './profiles-and-drivers.ts';

type TypeGuard<T> = (value: unknown) => value is T;
type EventShape = Readonly<Record<string, TypeGuard<unknown>>>;
type ShapedValue<S> = { readonly [Member in keyof S]: S[Member] extends TypeGuard<infer T> ? T : never };

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
/** The last millisecond of the year 9999. Later times have no ISO timestamp with a year of four digits. */
const MAX_TIME_MS = 253_402_300_799_999;
const isTime = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= MAX_TIME_MS;
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isOAuthScope = (value: unknown): value is 'read' | 'export' => value === 'read' || value === 'export';
const createListGuard =
  <T>(check: TypeGuard<T>): TypeGuard<readonly T[]> =>
  (value): value is readonly T[] =>
    Array.isArray(value) && value.every(check);
const createOptionalGuard =
  <T, N extends null | undefined>(check: TypeGuard<T>, none: N): TypeGuard<T | N> =>
  (value): value is T | N =>
    value === none || check(value);
const createShapeGuard =
  <S extends EventShape>(shape: S): TypeGuard<ShapedValue<S>> =>
  (value): value is ShapedValue<S> =>
    isPlainObject(value) &&
    Object.entries(shape).every(([member, check]) => check(Reflect.get(value, member)));

/**
 * Checks the data that are stored when the creation of a Tech Pack starts: its start time, its duration, and whether it
 * will fail.
 */
const isPackComposition = createShapeGuard({ at: isTime, takes: isTime, fails: isBoolean });

/** The members of each type of event, with the type guards that check them. */
const EVENT_SHAPES = {
  /**
   * The first event of a journal. `secret` is the key that signs download links. It is stored, so that these links are
   * still valid after a restart of the sandbox.
   */
  began: { world: isText, secret: isText },
  advanced: { ms: isTime },
  scenario: { name: createOptionalGuard(isText, null), at: isTime },
  revoked: { key: isText },
  exported: {
    id: isText,
    design: isText,
    owner: isText,
    profile: isSandboxProfile,
    driver: isSandboxDriver,
    at: isTime,
  },
  requested: {
    id: isText,
    pack: isText,
    design: isText,
    owner: isText,
    at: isTime,
    /** The price in EUR; null if the plan of the user includes the Tech Pack. */
    amount: createOptionalGuard(isFiniteNumber, null),
    request: isPlainObject,
    /**
     * The start and duration of the creation of the Tech Pack, and whether it will fail. Present if the plan of the
     * user includes this Tech Pack. Absent if the user has to pay, because the creation then starts only after the
     * payment.
     */
    composition: createOptionalGuard(isPackComposition, undefined),
  },
  paid: { id: isText, composition: isPackComposition },
  cancelled: { id: isText, at: isTime },
  /** A program registered as an OAuth client. */
  registered: { id: isText, name: isText, redirects: createListGuard(isText), at: isTime },
  /**
   * Records that a user allowed an OAuth client to sign in. Of the first tokens of the client, only the digests are
   * stored.
   */
  granted: {
    id: isText,
    client: isText,
    user: isText,
    scopes: createListGuard(isOAuthScope),
    access: isText,
    refresh: isText,
    until: isTime,
    at: isTime,
  },
  /** Records that a client exchanged a refresh token for new tokens. The old refresh token cannot be used again. */
  refreshed: { grant: isText, access: isText, refresh: isText, until: isTime },
  /** A grant (the permission that a user gave to an OAuth client) was revoked, with all its tokens. */
  withdrawn: { grant: isText },
} as const satisfies Record<string, EventShape>;

type EventType = keyof typeof EVENT_SHAPES;
type EventByType = {
  readonly [T in EventType]: { readonly type: T } & ShapedValue<(typeof EVENT_SHAPES)[T]>;
};

/** An event of the journal, stored as one line of JSON, for example `{"type":"advanced","ms":60000}`. */
export type SandboxEvent = EventByType[EventType];
/** The event that records the creation of an export. */
export type ExportEvent = EventByType['exported'];
/**
 * The event that records a request for a Tech Pack. `amount`, the price, is null if the plan of the user includes the
 * Tech Pack.
 */
export type PackRequestEvent = EventByType['requested'];
type CancellationEvent = EventByType['cancelled'];
type ClientEvent = EventByType['registered'];
/** The event that a user allowed a client to sign in. It contains the digests of the first tokens. */
export type GrantEvent = EventByType['granted'];
type PackComposition = EventByType['paid']['composition'];

const isSandboxEvent: TypeGuard<SandboxEvent> = (value): value is SandboxEvent => {
  const type: unknown = isPlainObject(value) ? Reflect.get(value, 'type') : undefined;
  return (
    typeof type === 'string' &&
    Object.hasOwn(EVENT_SHAPES, type) &&
    createShapeGuard(EVENT_SHAPES[type as EventType])(value)
  );
};

/**
 * Parses a line of the journal. Returns undefined if the line is not an event, for example because a crash cut it off.
 */
export const parseJournalLine = (line: string): SandboxEvent | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isSandboxEvent(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** A Tech Pack purchase. `computePurchaseState` computes its status at a given time. */
export interface SandboxPurchase {
  readonly requestEvent: PackRequestEvent;
  composition: PackComposition | undefined;
  /** The time of the payment; null if the purchase is not paid yet, or if the plan covers it. */
  paidAt: number | null;
  cancelled: CancellationEvent | undefined;
  /** The number of this purchase among those of the same design: 1 for the first, 2 for the second. */
  readonly version: number;
}

/** The state of the sandbox, computed from the events of its journal. */
export interface SandboxState {
  /** The id of the journal, empty before the first event. A reset creates a new journal with a new id. */
  worldId: string;
  secret: string;
  /** Milliseconds by which the clock was moved ahead. */
  offset: number;
  scenario: { readonly name: string; readonly at: number } | undefined;
  readonly revoked: Set<string>;
  readonly exports: Map<string, ExportEvent>;
  readonly purchases: Map<string, SandboxPurchase>;
  readonly clients: Map<string, ClientEvent>;
  readonly grants: Map<string, OAuthGrant>;
}

/** Creates the state of an empty journal. `applyEvent` then changes it. */
export const createEmptyState = (): SandboxState => ({
  worldId: '',
  secret: '',
  offset: 0,
  scenario: undefined,
  revoked: new Set(),
  exports: new Map(),
  purchases: new Map(),
  clients: new Map(),
  grants: new Map(),
});

/** Changes `state` by one event. An impossible event, for example a second payment, changes nothing. */
export const applyEvent = (state: SandboxState, event: SandboxEvent): void => {
  switch (event.type) {
    case 'began':
      if (state.worldId === '') {
        state.worldId = event.world;
        state.secret = event.secret;
      }
      return;
    case 'advanced':
      state.offset = Math.min(state.offset + event.ms, MAX_TIME_MS);
      return;
    case 'scenario':
      state.scenario = event.name === null ? undefined : { name: event.name, at: event.at };
      return;
    case 'revoked':
      state.revoked.add(event.key);
      return;
    case 'exported':
      state.exports.set(event.id, event);
      return;
    case 'requested':
      if (!state.purchases.has(event.id)) state.purchases.set(event.id, createPurchase(state, event));
      return;
    case 'paid': {
      const purchase = state.purchases.get(event.id);
      if (purchase === undefined || purchase.composition !== undefined || purchase.cancelled) return;
      purchase.composition = event.composition;
      purchase.paidAt = event.composition.at;
      return;
    }
    case 'cancelled': {
      const purchase = state.purchases.get(event.id);
      if (purchase !== undefined && purchase.composition === undefined) purchase.cancelled ??= event;
      return;
    }
    case 'registered':
      state.clients.set(event.id, event);
      return;
    case 'granted':
      if (state.grants.has(event.id)) return;
      state.grants.set(event.id, {
        grantEvent: event,
        accessTokens: new Map([[event.access, event.until]]),
        refreshToken: event.refresh,
        usedRefreshTokens: new Set(),
        revoked: false,
      });
      return;
    case 'refreshed': {
      const grant = state.grants.get(event.grant);
      if (grant === undefined) return;
      grant.usedRefreshTokens.add(grant.refreshToken);
      grant.refreshToken = event.refresh;
      grant.accessTokens.set(event.access, event.until);
      return;
    }
    case 'withdrawn': {
      const grant = state.grants.get(event.grant);
      if (grant !== undefined) grant.revoked = true;
      return;
    }
  }
};

const createPurchase = (state: SandboxState, event: PackRequestEvent): SandboxPurchase => {
  const earlier = [...state.purchases.values()].filter(
    (purchase) => purchase.requestEvent.design === event.design,
  );
  return {
    requestEvent: event,
    composition: event.composition,
    paidAt: null,
    cancelled: undefined,
    version: earlier.length + 1,
  };
};

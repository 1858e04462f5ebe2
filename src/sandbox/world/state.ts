import type { Grant } from '../oauth/grants.ts';
import {
  type Cancelled,
  type Composition,
  type Event,
  type Exported,
  LAST_INSTANT,
  type Registered,
  type Requested,
} from './events.ts';

/** A Tech Pack purchase as far as its events tell; what it amounts to at an instant is in `purchase.ts`. */
export interface Purchase {
  readonly requested: Requested;
  composition: Composition | undefined;
  /** Null where the allowance paid. */
  paidAt: number | null;
  cancelled: Cancelled | undefined;
  /** Counts the packs of the same design, from 1. */
  readonly version: number;
}

/** The world between two events. */
export interface State {
  /** Empty until the world began. */
  world: string;
  secret: string;
  offset: number;
  scenario: { readonly name: string; readonly at: number } | undefined;
  readonly revoked: Set<string>;
  readonly exports: Map<string, Exported>;
  readonly purchases: Map<string, Purchase>;
  /** Programs that registered themselves. */
  readonly clients: Map<string, Registered>;
  readonly grants: Map<string, Grant>;
}

export const emptyState = (): State => {
  return {
    world: '',
    secret: '',
    offset: 0,
    scenario: undefined,
    revoked: new Set(),
    exports: new Map(),
    purchases: new Map(),
    clients: new Map(),
    grants: new Map(),
  };
};

/** Changes `state` by one event. Events that make no sense (paid twice, another beginning) change nothing. */
export const apply = (state: State, event: Event): void => {
  switch (event.type) {
    case 'began':
      if (state.world === '') {
        state.world = event.world;
        state.secret = event.secret;
      }
      return;
    case 'advanced':
      state.offset = Math.min(state.offset + event.ms, LAST_INSTANT);
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
      if (!state.purchases.has(event.id)) state.purchases.set(event.id, purchased(state, event));
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
        granted: event,
        access: new Map([[event.access, event.until]]),
        refresh: event.refresh,
        used: new Set(),
        revoked: false,
      });
      return;
    case 'refreshed': {
      const grant = state.grants.get(event.grant);
      if (grant === undefined) return;
      grant.used.add(grant.refresh);
      grant.refresh = event.refresh;
      grant.access.set(event.access, event.until);
      return;
    }
    case 'withdrawn': {
      const grant = state.grants.get(event.grant);
      if (grant !== undefined) grant.revoked = true;
      return;
    }
  }
};

const purchased = (state: State, requested: Requested): Purchase => {
  const before = [...state.purchases.values()].filter((one) => one.requested.design === requested.design);
  return {
    requested,
    composition: requested.composition,
    paidAt: null,
    cancelled: undefined,
    version: before.length + 1,
  };
};

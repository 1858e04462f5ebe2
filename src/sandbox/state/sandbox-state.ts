import type { OAuthGrant } from '../oauth/oauth-grants.ts';
import {
  type CancellationEvent,
  type ClientEvent,
  type ExportEvent,
  MAX_TIME_MS,
  type PackComposition,
  type PackRequestEvent,
  type SandboxEvent,
} from './sandbox-event.ts';

/**
 * A Tech Pack purchase as its events describe it. `computePurchaseState` computes its state at a given
 * time.
 */
export interface SandboxPurchase {
  readonly requestEvent: PackRequestEvent;
  composition: PackComposition | undefined;
  /** Milliseconds; null when the allowance covers the purchase. */
  paidAt: number | null;
  cancelled: CancellationEvent | undefined;
  /** Numbers the packs of one design, from 1. */
  readonly version: number;
}

/** The state of the sandbox after some events. */
export interface SandboxState {
  /** The id of this state; empty before the first event. */
  worldId: string;
  secret: string;
  offset: number;
  scenario: { readonly name: string; readonly at: number } | undefined;
  readonly revoked: Set<string>;
  readonly exports: Map<string, ExportEvent>;
  readonly purchases: Map<string, SandboxPurchase>;
  /** Programs that registered as OAuth clients. */
  readonly clients: Map<string, ClientEvent>;
  readonly grants: Map<string, OAuthGrant>;
}

/** Creates the state before the first event. */
export const createEmptyState = (): SandboxState => {
  return {
    worldId: '',
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

/**
 * Applies one event to the state. An event that makes no sense, for example a second payment, changes
 * nothing.
 */
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
        consent: event,
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

/** Creates the purchase of a request. Counts the earlier purchases of the same design. */
const createPurchase = (state: SandboxState, requested: PackRequestEvent): SandboxPurchase => {
  const before = [...state.purchases.values()].filter((one) => one.requestEvent.design === requested.design);
  return {
    requestEvent: requested,
    composition: requested.composition,
    paidAt: null,
    cancelled: undefined,
    version: before.length + 1,
  };
};

/** What machines that use one key keep together, on a Valkey or Redis of the team's own: requests, purchases. */
export { createPurchases } from '../purchases/store.ts';
export { addressWithStore, type EngineAddress, engineAddress } from './address.ts';
export { connectTo, type Engine, type Limits } from './connection.ts';
export { ledgerOn } from './ledger.ts';
export { type SharedLimiter, sharedLimiter } from './limiter.ts';
export { type Link, linkBy } from './link.ts';
export { createStoreFragment, type LedgerNames, namesFor, storeNames } from './names.ts';
export { createOrderStore, LEASE_MS, refuseNoId, touchStore } from './order-store.ts';
export { createSharedPurchases } from './purchases.ts';
export { EngineAway } from './replies.ts';

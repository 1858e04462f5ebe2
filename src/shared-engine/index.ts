/** What machines that use one key keep together, on a Valkey or Redis of the team's own: requests, purchases. */
export { createPurchases } from '../purchases/store.ts';
export { type EngineAddress, engineAddress } from './address.ts';
export { agreeing, type Whose } from './agree.ts';
export { connectTo, type Engine, type Limits } from './connection.ts';
export { journalOn, LEASE_MS } from './journal.ts';
export { ledgerOn } from './ledger.ts';
export { type SharedLimiter, sharedLimiter } from './limiter.ts';
export { type Link, linkBy } from './link.ts';
export { type Names, namesFor } from './names.ts';
export { sharedPurchases } from './purchases.ts';
export { EngineAway } from './replies.ts';

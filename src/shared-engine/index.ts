/** The rate limit and order records that machines share through a Valkey or Redis server of the team. */

/** What machines that use one key keep together, on a Valkey or Redis of the team's own: requests, purchases. */
export { createOrderRecords } from '../purchases/store.ts';
export { type EngineAddress, parseEngineAddress, setStoreId } from './address.ts';
export { type ConnectionOptions, connectToEngine, type EngineConnection } from './connection.ts';
export { createRequestLedger } from './ledger.ts';
export { createSharedLimiter, type SharedLimiter } from './limiter.ts';
export { createEngineLink, type EngineLink } from './link.ts';
export { createLedgerNames, createStoreFragment, createStoreNames, type LedgerNames } from './names.ts';
export { checkStoreId, createMissingIdError, createSharedOrderStore, LEASE_MS } from './order-store.ts';
export { createSharedOrderRecords } from './purchases.ts';
export { EngineUnavailableError } from './replies.ts';

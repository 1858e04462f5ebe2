/** The rate limit and order records that machines share through a Valkey or Redis server of the team. */

export { createOrderRecords } from '../tech-packs/order-records.ts';
export { type EngineAddress, parseEngineAddress, setStoreId } from './engine-address.ts';
export { type ConnectionOptions, connectToEngine, type EngineConnection } from './engine-connection.ts';
export { createEngineLink, type EngineLink } from './engine-link.ts';
export { EngineUnavailableError } from './engine-replies.ts';
export { createLedgerNames, createStoreFragment, createStoreNames, type LedgerNames } from './key-names.ts';
export { createRequestLedger } from './request-ledger.ts';
export { createSharedLimiter, type SharedLimiter } from './shared-limiter.ts';
export { createSharedOrderRecords } from './shared-order-records.ts';
export {
  checkStoreId,
  createMissingIdError,
  createSharedOrderStore,
  LEASE_MS,
} from './shared-order-store.ts';

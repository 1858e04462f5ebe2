/**
 * The part of the context that opens the record of orders: of this machine, or of all machines that share
 * an engine.
 */

import type { OrderContext } from '../../commands/command-context.ts';
import { Failure, NotSignedIn, UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import type { Routes } from '../../service/client/index.ts';
import { cacheResult } from './cache-result.ts';
import type { SharedEngine } from './connect-shared-engine.ts';
import type { ContextInput } from './context-input.ts';
import type { HttpStack } from './http-stack.ts';
import type { Identity } from './identity.ts';
import type { StorageContext } from './storage.ts';

/**
 * Creates the functions of the context that open and set up the record of orders. With TOILE_SHARED the
 * record is shared with the other machines of the same user.
 */
export const createOrderContext = (
  { system: { env } }: ContextInput,
  kept: StorageContext,
  { isSandbox, target, readSignIn }: Identity,
  { shared }: HttpStack,
  api: () => Promise<Routes>,
): Pick<OrderContext, 'openOrders' | 'initStore' | 'findStore' | 'guardLocally'> => {
  /** Returns the service's id of the caller. A machine requests it once for each key. */
  const userId = async (): Promise<string> => {
    const [{ baseUrl }, { credential }] = await Promise.all([target(), readSignIn()]);
    const { findUserId } = await import('./engine-memory.ts');
    const { createLogName } = await import('../../service/rate-limit/rate-limiter.ts');
    return findUserId(kept, createLogName(new URL(baseUrl).origin, credential), async () => {
      const { value } = await (await api()).me().withResponse();
      const id: unknown = Reflect.get(Object(value), 'user_id');
      if (typeof id === 'string' && id !== '' && id.length <= 200) return id;
      throw new Failure('the service sent no user id for this key, so its requests cannot be shared');
    });
  };
  let isInsisted = false;
  const purchases = cacheResult(async () => {
    const engine = await shared();
    if (engine === undefined) return kept.openOrders(isSandbox);
    const [{ baseUrl, account }, id] = await Promise.all([target(), userId()]);
    return engine.openOrders({ baseUrl, account, userId: id }, () => isInsisted);
  });
  const engineNamed = async (): Promise<SharedEngine> => {
    const engine = await shared();
    if (engine !== undefined) return engine;
    throw new UsageError('TOILE_SHARED names no engine', {
      hint: shellText`set it to the address of a Valkey or Redis: TOILE_SHARED=rediss://host:6379`,
    });
  };
  return {
    /** Opens the record of this machine when there is no key, because the shared record needs a caller. */
    openOrders: async () =>
      purchases().catch((error: unknown) => {
        if (error instanceof NotSignedIn) return kept.openOrders(isSandbox);
        throw error;
      }),
    initStore: async (keep: boolean) => (await engineNamed()).initStore(keep),
    findStore: async () => (await engineNamed()).findStore(),
    guardLocally: () => {
      if (isSandbox || !env.TOILE_SHARED) {
        throw new UsageError('--local-guard changes nothing where TOILE_SHARED names no engine');
      }
      isInsisted = true;
    },
  };
};

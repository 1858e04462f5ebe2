/** The record of what was bought: of this machine, or of all that share a key. */

import { typeable } from '../border/shell.ts';
import type { Routes } from '../client/index.ts';
import type { Shop } from '../commands/facets.ts';
import { Failure, NotSignedIn, UsageError } from '../errors.ts';
import type { Made } from './made.ts';
import { once } from './once.ts';
import type { Sending } from './sending.ts';
import type { SharedEngine } from './shared-engine.ts';
import type { Storage } from './storage.ts';
import type { Whom } from './whom.ts';

export const bought = (
  { outside: { env } }: Made,
  kept: Storage,
  { sandboxed, target, signIn }: Whom,
  { shared }: Sending,
  api: () => Promise<Routes>,
): Pick<Shop, 'purchases' | 'initStore' | 'findStore' | 'guardLocally'> => {
  /** The service's id of the caller; a key is asked about once on a machine. */
  const userId = async (): Promise<string> => {
    const [{ baseUrl }, { credential }] = await Promise.all([target(), signIn()]);
    const { rememberUser } = await import('./engine-memory.ts');
    const { sharedLogName } = await import('../rate-limit/rate-limiter.ts');
    return rememberUser(kept, sharedLogName(new URL(baseUrl).origin, credential), async () => {
      const { value } = await (await api()).me().whole();
      const id: unknown = Reflect.get(Object(value), 'user_id');
      if (typeof id === 'string' && id !== '' && id.length <= 200) return id;
      throw new Failure('the service does not say whose key this is, so its requests cannot be shared');
    });
  };
  let isInsisted = false;
  const purchases = once(async () => {
    const engine = await shared();
    if (engine === undefined) return kept.purchases();
    const [{ baseUrl, account }, id] = await Promise.all([target(), userId()]);
    return engine.purchases({ baseUrl, account, userId: id }, () => isInsisted);
  });
  const engineNamed = async (): Promise<SharedEngine> => {
    const engine = await shared();
    if (engine !== undefined) return engine;
    throw new UsageError('TOILE_SHARED names no engine', {
      hint: typeable`set it to the address of a Valkey or Redis: TOILE_SHARED=rediss://host:6379`,
    });
  };
  return {
    /** Without a key nobody can be found who shares it, and this machine's own record is all there is. */
    purchases: async () =>
      purchases().catch((error: unknown) => {
        if (error instanceof NotSignedIn) return kept.purchases();
        throw error;
      }),
    initStore: async (keep: boolean) => (await engineNamed()).initStore(keep),
    findStore: async () => (await engineNamed()).findStore(),
    guardLocally: () => {
      if (sandboxed || !env.TOILE_SHARED) {
        throw new UsageError('--local-guard changes nothing where TOILE_SHARED names no engine');
      }
      isInsisted = true;
    },
  };
};

/** The record of what was bought: of this machine, or of all that share a key. */

import { NotSignedIn, UsageError } from '../errors.ts';
import type { Made } from './made.ts';
import { once } from './once.ts';
import type { Sending } from './sending.ts';
import type { Storage } from './storage.ts';
import type { Whom } from './whom.ts';

export const bought = (
  { outside: { env } }: Made,
  kept: Storage,
  { sandboxed, target, signIn }: Whom,
  { shared }: Sending,
) => {
  let isInsisted = false;
  const purchases = once(async () => {
    const engine = await shared();
    if (engine === undefined) return kept.purchases();
    const [{ baseUrl, account }, { credential, kind }] = await Promise.all([target(), signIn()]);
    return engine.purchases({ baseUrl, account, credential, isKey: kind === 'api_key' }, () => isInsisted);
  });
  return {
    /** Without a key nobody can be found who shares it, and this machine's own record is all there is. */
    purchases: async () =>
      purchases().catch((error: unknown) => {
        if (error instanceof NotSignedIn) return kept.purchases();
        throw error;
      }),
    guardLocally: () => {
      if (sandboxed || !env.TOILE_SHARED) {
        throw new UsageError('--local-guard changes nothing where TOILE_SHARED names no engine');
      }
      isInsisted = true;
    },
  };
};

import { createHash } from 'node:crypto';
import type { Fetch } from '../client/index.ts';
import type { Clock } from '../commands/define.ts';
import type { Bundle } from '../keys/bundle.ts';
import type { Keyring } from '../keys/index.ts';
import type { Storage } from './storage.ts';

interface Around {
  readonly kept: Pick<Storage, 'exclusively'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  fetch(): Promise<Fetch>;
}

/** What a sign-in left, and whether its token still holds; undefined for a key, which needs none of this. */
const bundleIn = async (secret: string | undefined, now: number): Promise<[Bundle, boolean] | undefined> => {
  if (!secret?.startsWith('{')) return undefined;
  const { readBundle, isFresh } = await import('../keys/bundle.ts');
  const bundle = readBundle(secret);
  return bundle && [bundle, isFresh(bundle, now)];
};

/** Keeps those signed in who signed in by the browser: tokens end after an hour, and new ones are fetched unasked. */
export interface Renewal {
  /** A keyring that gives the token out of what a sign-in left there. */
  unwrap(raw: Keyring): Keyring;
  /** Sends again, with a new token, what was refused for an old one. */
  around(send: Fetch): Fetch;
}

export const renewal = ({ kept, clock, signal, fetch }: Around): Renewal => {
  let last: { readonly raw: Keyring; readonly name: string } | undefined;
  const replaced = new Map<string, string>();

  /** One process at a time: a refresh token is good for one use, and its second ends the whole sign-in. */
  const token = (raw: Keyring, name: string, refused?: string): Promise<string | undefined> => {
    const lock = `sign-in-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`;
    return kept.exclusively(lock, async () => {
      const secret = await raw.get(name);
      const found = await bundleIn(secret, clock.now());
      if (found === undefined) return secret;
      const [bundle, isFresh] = found;
      // Somebody else may have been here while this one waited.
      const isGood = isFresh && bundle.access_token !== refused;
      if (isGood || bundle.refresh_token === undefined) return bundle.access_token;
      const [{ refreshed }, { webFetch }, { writeBundle }] = await Promise.all([
        import('../mcp/refresh.ts'),
        import('../mcp/web-fetch.ts'),
        import('../keys/bundle.ts'),
      ]);
      const next = await refreshed(bundle, webFetch(await fetch(), signal), clock.now());
      await raw.set(name, writeBundle(next));
      return next.access_token;
    });
  };

  return {
    unwrap: (raw) => ({
      ...raw,
      storage: raw.storage,
      place: raw.place,
      async get(name) {
        const secret = await raw.get(name);
        const found = await bundleIn(secret, clock.now());
        if (found === undefined) return secret;
        last = { raw, name };
        const [bundle, isFresh] = found;
        return isFresh ? bundle.access_token : token(raw, name);
      },
    }),
    around: (send) => async (url, init) => {
      const { authorization } = init.headers;
      const typed = authorization?.replace(/^Bearer /, '');
      if (typed === undefined || last === undefined) return send(url, init);
      const using = replaced.get(typed) ?? typed;
      const as = (one: string) => ({ ...init, headers: { ...init.headers, authorization: `Bearer ${one}` } });
      const answer = await send(url, as(using));
      // A 401 says that nothing was done, so even what writes may be sent again.
      if (answer.status !== 401) return answer;
      const next = await token(last.raw, last.name, using);
      if (next === undefined || next === using) return answer;
      replaced.set(typed, next);
      return send(url, as(next));
    },
  };
};

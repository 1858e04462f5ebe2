/** Where requests go, and as whom. */

import type { Account } from '../account/accounts.ts';
import type { ChosenAccount } from '../account/chosen-account.ts';
import type { Keyring, SignIn } from '../account/sign-in.ts';
import { advice, shellWord, toType } from '../border/shell.ts';
import type { Target } from '../commands/facet-types.ts';
import type { Given } from '../commands/typed.ts';
import { NotSignedIn } from '../errors.ts';
import type { Made } from './made.ts';
import { once } from './once.ts';
import { type Embedded, embedded } from './sandbox.ts';
import { checkedAddress, serviceAddress } from './service-address.ts';
import type { Storage } from './storage.ts';

export interface Whom {
  readonly sandboxed: boolean;
  /** The account that was typed. */
  readonly accountFlag: string | undefined;
  /** The sandbox inside toile. */
  world(): Promise<Embedded>;
  chosenAccount(): Promise<ChosenAccount>;
  account(): Promise<Account | undefined>;
  /** Throws NotSignedIn where no address is known. */
  target(): Promise<Target>;
  signIn(): Promise<SignIn>;
  caller(): Promise<{ readonly origin: string; readonly credential: string }>;
  /** The credential in use, if anything asked for it. */
  knownSignIn(): SignIn | undefined;
  forget(): void;
}

const typed = (flags: Given, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** `unwrap` gives a keyring that takes the token out of what a sign-in by the browser left there. */
export const whom = (
  { outside, everywhere, tell }: Made,
  kept: Storage,
  unwrap: (raw: Keyring) => Keyring,
): Whom => {
  const { env } = outside;
  const from = typed(everywhere, 'sandbox-from');
  const sandboxed = everywhere.sandbox === true || from !== undefined;
  const accountFlag = typed(everywhere, 'account');
  const world = once(() => embedded(outside, kept, from, (text) => tell({ kind: 'note', text })));
  let signedIn: SignIn | undefined;

  const chosenAccount = async () =>
    (await import('../account/chosen-account.ts')).chosenAccount(accountFlag, env);
  const account = once(async (): Promise<Account | undefined> => {
    const { named } = await chosenAccount();
    return (await kept.accounts()).chosen(named);
  });

  const target = once(async (): Promise<Target> => {
    if (sandboxed) {
      const { baseUrl } = await world();
      return { baseUrl, account: accountFlag, sandbox: true };
    }
    const { baseUrl, own } = await serviceAddress(everywhere, env, account);
    if (baseUrl === undefined) {
      // After logging out of the current account none is, also where others are signed in.
      const [other, ...more] = await (await kept.accounts()).list();
      if (other !== undefined) {
        const names = [other, ...more].map(({ name }) => name).join(', ');
        throw new NotSignedIn(`no account is the current one; signed in: ${names}`, {
          code: 'no_address',
          hint: advice`${toType`toile accounts use ${shellWord(other.name)}`}, or --account NAME`,
        });
      }
      throw new NotSignedIn('no address of the service is known: it has no published one', {
        code: 'no_address',
        hint: advice`${toType`toile login`}, or set TOILE_BASE_URL; without a key: toile --sandbox ...`,
      });
    }
    return {
      baseUrl: checkedAddress(baseUrl, everywhere['insecure-http'] === true),
      account: own?.name,
      sandbox: false,
    };
  });

  const signIn = once(async (): Promise<SignIn> => {
    const { baseUrl } = await target();
    signedIn = sandboxed
      ? await (await world()).signIn(accountFlag)
      : await kept.credential(baseUrl, accountFlag, unwrap);
    return signedIn;
  });

  return {
    sandboxed,
    accountFlag,
    world,
    chosenAccount,
    account,
    target,
    signIn,
    caller: async () => {
      const [{ baseUrl }, { credential }] = await Promise.all([target(), signIn()]);
      return { origin: new URL(baseUrl).origin, credential };
    },
    knownSignIn: () => signedIn,
    forget: () => {
      for (const known of [account, target, signIn]) known.forget();
    },
  };
};

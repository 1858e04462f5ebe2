import { createHash } from 'node:crypto';
import type { Accounts } from '../account/accounts.ts';
import type { Given } from '../commands/define.ts';
import { addressFrom } from './service-address.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * To whom the names belong that a command sees or completion shows: account and address, as a credential for the
 * same words would be found, but without reading one. Undefined where no credential would be found.
 */
export const nameOwner = async (
  everywhere: Given,
  env: Env,
  accounts: () => Promise<Accounts>,
): Promise<string | undefined> => {
  const flagged = typeof everywhere.account === 'string' ? everywhere.account || undefined : undefined;
  if (everywhere['sandbox-from'] !== undefined) return undefined;
  if (everywhere.sandbox === true) return `sandbox ${flagged ?? ''}`;
  const [{ SECRET_VARIABLES }, { keyName, storedFor }] = await Promise.all([
    import('../account/credential-chain.ts'),
    import('../account/stored-account.ts'),
  ]);
  const named = flagged ?? (env.TOILE_ACCOUNT || undefined);
  const { flag, variable } = addressFrom(everywhere, env);
  const known = await accounts();
  const own = named === undefined ? await known.current() : await known.find(named);
  const first = SECRET_VARIABLES.find((name) => env[name] !== undefined);
  const baseUrl = flag ?? (flagged !== undefined || variable === undefined ? own?.base_url : variable);
  if (baseUrl === undefined) return undefined;
  if (flagged === undefined && first !== undefined) {
    const value = createHash('sha256')
      .update(env[first] ?? '')
      .digest('hex');
    return `${first} ${value}@${baseUrl}`;
  }
  const stored = await storedFor({ account: named, baseUrl, accounts: known }).catch(() => undefined);
  return stored && keyName(stored);
};

import type { Accounts } from '../account/accounts.ts';
import type { Given } from '../commands/typed.ts';
import { ToileError } from '../errors.ts';
import { serviceAddress } from './service-address.ts';

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
  const [{ chosenAccount }, { keyName, storedFor }, { lightSha256 }] = await Promise.all([
    import('../account/chosen-account.ts'),
    import('../account/stored-account.ts'),
    import('../system/light-sha256.ts'),
  ]);
  const { named, inUse } = chosenAccount(flagged, env);
  try {
    const { baseUrl } = await serviceAddress(everywhere, env, async () => (await accounts()).chosen(named));
    if (baseUrl === undefined) return undefined;
    if (inUse !== undefined) {
      return `${inUse} ${lightSha256(env[inUse] ?? '')}@${baseUrl}`;
    }
    const stored = await storedFor({ account: named, baseUrl, accounts: await accounts() });
    return stored && keyName(stored);
  } catch (error) {
    if (error instanceof ToileError) return undefined;
    throw error;
  }
};

import type { AccountStore } from '../../auth/account-store.ts';
import { resolveServiceAddress } from '../../auth/identity.ts';
import { ToileError } from '../../platform/errors.ts';
import type { GlobalFlags } from '../../platform/shared-types.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';

/**
 * Returns the key under which design names are cached for completion. It names the account and address that a command
 * line selects, for example `default@https://api.example.com`. Returns undefined for `--sandbox-from`, and if there is
 * no credential.
 */
export const findCompletionScope = async (
  globalFlags: GlobalFlags,
  env: HostSystem['env'],
  accounts: () => Promise<AccountStore>,
): Promise<string | undefined> => {
  const accountFlag = typeof globalFlags.account === 'string' ? globalFlags.account || undefined : undefined;
  if (globalFlags['sandbox-from'] !== undefined) return undefined;
  if (globalFlags.sandbox === true) return `sandbox ${accountFlag ?? ''}`;
  const [{ resolveAccountChoice, formatSecretName, findStoredAccount }, { computeSha256Fast }] =
    await Promise.all([
      import('../../auth/find-stored-account.ts'),
      import('../../platform/state/cached-names.ts'),
    ]);
  const { requestedName, activeVariable } = resolveAccountChoice(accountFlag, env);
  try {
    const { baseUrl } = await resolveServiceAddress(globalFlags, env, async () =>
      (await accounts()).resolveAccount(requestedName),
    );
    if (baseUrl === undefined) return undefined;
    if (activeVariable !== undefined) {
      return `${activeVariable} ${computeSha256Fast(env[activeVariable] ?? '')}@${baseUrl}`;
    }
    const stored = await findStoredAccount(requestedName, baseUrl, await accounts());
    return stored && formatSecretName(stored);
  } catch (error) {
    if (error instanceof ToileError) return undefined;
    throw error;
  }
};

import type { AccountStore } from '../../auth/account-store.ts';
import type { FlagValues } from '../../commands/argument-spec.ts';
import { ToileError } from '../../platform/errors.ts';
import { resolveServiceAddress } from './service-address.ts';

type EnvVariables = Readonly<Record<string, string | undefined>>;

/**
 * Returns the scope of stored names, for example `default@https://api.example.com`: the account and address
 * that a command line selects. Reads no credential. Returns undefined when no credential would be found.
 */
export const findCompletionScope = async (
  globalFlags: FlagValues,
  env: EnvVariables,
  accounts: () => Promise<AccountStore>,
): Promise<string | undefined> => {
  const flagged = typeof globalFlags.account === 'string' ? globalFlags.account || undefined : undefined;
  if (globalFlags['sandbox-from'] !== undefined) return undefined;
  if (globalFlags.sandbox === true) return `sandbox ${flagged ?? ''}`;
  const [{ resolveAccountChoice }, { formatSecretName, findStoredAccount }, { computeSha256Fast }] =
    await Promise.all([
      import('../../auth/account-choice.ts'),
      import('../../auth/find-stored-account.ts'),
      import('../../platform/system/fast-sha256.ts'),
    ]);
  const { requestedName, activeVariable } = resolveAccountChoice(flagged, env);
  try {
    const { baseUrl } = await resolveServiceAddress(globalFlags, env, async () =>
      (await accounts()).resolveAccount(requestedName),
    );
    if (baseUrl === undefined) return undefined;
    if (activeVariable !== undefined) {
      return `${activeVariable} ${computeSha256Fast(env[activeVariable] ?? '')}@${baseUrl}`;
    }
    const stored = await findStoredAccount({ account: requestedName, baseUrl, accounts: await accounts() });
    return stored && formatSecretName(stored);
  } catch (error) {
    if (error instanceof ToileError) return undefined;
    throw error;
  }
};

import type { AccountStore } from '../../auth/account-store.ts';
import { resolveServiceAddress } from '../../auth/identity.ts';
import type { CommandContext } from '../../commands/command-context.ts';
import { ToileError } from '../../platform/errors.ts';
import type { GlobalFlags } from '../../platform/shared-types.ts';
import type { HostSystem } from '../../platform/system/host-system.ts';
import type { DesignSummary } from '../../service/client/index.ts';

/**
 * Returns the key under which design names are cached for completion: the account and address that a command line
 * selects, for example `default@https://api.example.com`. Undefined for `--sandbox-from`, and without a credential.
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

const toTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Saves the ids and names of designs for completion. Writes nothing without a credential or without new names. */
export const saveCompletionNames = async (
  {
    system,
    globalFlags,
    storage,
    accounts,
  }: Pick<CommandContext, 'system' | 'globalFlags' | 'storage' | 'accounts'>,
  designs: readonly DesignSummary[],
): Promise<void> => {
  const { createNameCache } = await import('../../platform/state/name-cache.ts');
  const owner = await findCompletionScope(globalFlags, system.env, accounts);
  if (owner === undefined) return;
  const seen = designs.flatMap((design) =>
    typeof design?.id === 'string'
      ? [{ id: design.id, name: toTextOrNull(design.name), garment: toTextOrNull(design.sgg_garment_id) }]
      : [],
  );
  const names = createNameCache((await storage.resolveFolders()).cache, owner, storage.processInfo);
  // Reading needs no lock, and most calls find nothing to add.
  const knownNames = new Map((await names.read()).map((each) => [each.id, each]));
  const hasNewNames = seen.some(({ id, name, garment }) => {
    const known = knownNames.get(id);
    return known?.name !== name || known.garment !== garment;
  });
  if (hasNewNames) await names.add(seen);
};

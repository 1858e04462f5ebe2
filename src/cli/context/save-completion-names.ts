import type { AccountStore } from '../../auth/account-store.ts';
import type { FlagValues } from '../../commands/argument-spec.ts';
import type { SafePath } from '../../platform/files/safe-path.ts';
import type { ProcessInfo } from '../../platform/system/process-info.ts';
import type { DesignSummary } from '../../service/client/index.ts';
import { findCompletionScope } from './completion-scope.ts';

/** The part of the context that `saveCompletionNames` needs. */
interface NameStorage {
  readonly everywhere: FlagValues;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: ProcessInfo;
  readonly cache: SafePath;
  accounts(): Promise<AccountStore>;
}

const toTextOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Saves the ids and names of designs for completion. Writes only when a name is new, because most lists
 * repeat known names.
 */
export const saveCompletionNames = async (
  { everywhere: globalFlags, env, host, cache, accounts }: NameStorage,
  designs: readonly DesignSummary[],
): Promise<void> => {
  const { createNameCache } = await import('../../platform/state/name-cache.ts');
  const owner = await findCompletionScope(globalFlags, env, accounts);
  if (owner === undefined) return;
  const seen = designs.flatMap((design) =>
    typeof design?.id === 'string'
      ? [{ id: design.id, name: toTextOrNull(design.name), garment: toTextOrNull(design.sgg_garment_id) }]
      : [],
  );
  const names = createNameCache(cache, owner, host);
  // Usually the list has not changed, which is found out with one read and without a lock.
  const old = new Map((await names.read()).map((each) => [each.id, each]));
  const news = seen.some(({ id, name, garment }) => {
    const known = old.get(id);
    return known?.name !== name || known.garment !== garment;
  });
  if (news) await names.add(seen);
};

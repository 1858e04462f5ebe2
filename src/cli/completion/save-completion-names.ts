import type { CommandContext } from '../../commands/command-context.ts';
import type { DesignSummary } from '../../service/client/index.ts';
import { findCompletionScope } from './completion-scope.ts';

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
  // The cached names are first read without a lock, because most calls find nothing to add.
  const knownNames = new Map((await names.read()).map((each) => [each.id, each]));
  const hasNewNames = seen.some(({ id, name, garment }) => {
    const known = knownNames.get(id);
    return known?.name !== name || known.garment !== garment;
  });
  if (hasNewNames) await names.add(seen);
};

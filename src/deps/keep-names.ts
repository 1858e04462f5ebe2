import type { Accounts } from '../account/accounts.ts';
import type { Path } from '../border/path.ts';
import type { DesignSummary } from '../client/index.ts';
import type { Given } from '../commands/typed.ts';
import type { Host } from '../system/host.ts';
import { nameOwner } from './name-owner.ts';

interface Keeping {
  readonly everywhere: Given;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly host: Host;
  readonly cache: Path;
  accounts(): Promise<Accounts>;
}

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Keeps ids and names for completion; bodies are open, so what is no text is left out. */
export const keepNames = async (
  { everywhere, env, host, cache, accounts }: Keeping,
  designs: readonly DesignSummary[],
): Promise<void> => {
  const { createNames } = await import('../state/name-cache.ts');
  const owner = await nameOwner(everywhere, env, accounts);
  if (owner === undefined) return;
  const seen = designs.flatMap((design) =>
    typeof design?.id === 'string'
      ? [{ id: design.id, name: textOr(design.name), garment: textOr(design.sgg_garment_id) }]
      : [],
  );
  const names = createNames(cache, owner, host);
  // The same list again is the usual case: it costs one reading, and no lock.
  const old = new Map((await names.read()).map((each) => [each.id, each]));
  const news = seen.some(({ id, name, garment }) => {
    const known = old.get(id);
    return known?.name !== name || known.garment !== garment;
  });
  if (news) await names.keep(seen);
};

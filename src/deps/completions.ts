import type { Completions } from '../commands/facet-types.ts';

/** The scripts for shells, from the table and what else can be known without asking anybody. */
export const completionsFrom = async (): Promise<Completions> => {
  const [{ table }, { completion, SHELLS }, { topics }, { KINDS }, { SCENARIOS }] = await Promise.all([
    import('../commands/table.ts'),
    import('../help/completions/index.ts'),
    import('../help/index.ts'),
    import('../garment/trade-kinds.ts'),
    import('../sandbox/index.ts'),
  ]);
  return {
    shells: Object.keys(SHELLS),
    script: (shell) => completion(shell, table, { topics, kinds: KINDS, scenarios: Object.keys(SCENARIOS) }),
  };
};

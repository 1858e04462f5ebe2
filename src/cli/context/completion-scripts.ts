import type { CompletionScripts } from '../../commands/context-types.ts';

/** Creates the completion scripts of all shells from the command table. */
export const createCompletionScripts = async (): Promise<CompletionScripts> => {
  const [
    { commandTable },
    { renderCompletionScript, COMPLETION_SHELLS },
    { TOPIC_NAMES },
    { TRADE_KINDS },
    { SANDBOX_SCENARIOS },
  ] = await Promise.all([
    import('../../commands/command-table.ts'),
    import('../help/completions/index.ts'),
    import('../help/index.ts'),
    import('../../garment/trade-kinds.ts'),
    import('../../sandbox/index.ts'),
  ]);
  return {
    shells: Object.keys(COMPLETION_SHELLS),
    getScript: (shell) =>
      renderCompletionScript(shell, commandTable, {
        topics: TOPIC_NAMES,
        kinds: TRADE_KINDS,
        scenarios: Object.keys(SANDBOX_SCENARIOS),
      }),
  };
};

import type { Contract, Help } from '../commands/facet-types.ts';

/** The help texts. What the sandbox has to say of itself is loaded only for those who ask about it. */
export const helpTexts = async (asked: readonly string[], columns: number): Promise<Help> => {
  const [{ helpText, topics }, { table }] = await Promise.all([
    import('../help/index.ts'),
    import('../commands/table.ts'),
  ]);
  const sandbox = asked[0] === 'sandbox' ? await import('../sandbox/index.ts') : undefined;
  const facts = sandbox && {
    scenarios: sandbox.SCENARIOS,
    keys: sandbox.SAMPLE_KEYS,
    invented: sandbox.INVENTED,
  };
  // A group of commands that is explained like a topic.
  return {
    topics: [...topics, 'sandbox'],
    find: (words) => helpText(table, words, columns, { sandbox: facts }),
  };
};

/** The commands that begin with these words, as data. */
export const described = async (path: readonly string[], version: string): Promise<Contract> => {
  const [{ contract }, { table }] = await Promise.all([
    import('../help/contract/describe.ts'),
    import('../commands/table.ts'),
  ]);
  const begins = `${path.join(' ')} `.trimStart();
  return contract(
    table.filter((command) => `${command.path} `.startsWith(begins)),
    version,
  );
};

/** What a coding assistant is told. */
export const skill = async (): Promise<string> => {
  const [{ skillText }, { table }] = await Promise.all([
    import('../help/skill.ts'),
    import('../commands/table.ts'),
  ]);
  return skillText(table);
};

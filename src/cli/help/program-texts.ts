/** The texts that are generated from the command table: help, descriptions and the skill. */

import type { CommandDescriptions, HelpTexts } from '../../commands/command-context.ts';

/**
 * Returns the topic names and a function that finds help texts for a width. The facts of the sandbox are loaded only if
 * `path`, the words that the user typed, begins with `sandbox`.
 */
export const createHelpTexts = async (path: readonly string[], columns: number): Promise<HelpTexts> => {
  const [{ renderHelpText, TOPIC_NAMES }, { commandTable }] = await Promise.all([
    import('./index.ts'),
    import('../../commands/command-table.ts'),
  ]);
  const sandbox = path[0] === 'sandbox' ? await import('../../sandbox/index.ts') : undefined;
  const facts = sandbox && {
    scenarios: sandbox.SANDBOX_SCENARIOS,
    keys: sandbox.SAMPLE_KEYS,
    invented: sandbox.SANDBOX_ASSUMPTIONS,
  };
  return {
    topics: [...TOPIC_NAMES, 'sandbox'],
    findText: (words) => renderHelpText(commandTable, words, columns, { sandbox: facts }),
  };
};

/** Returns the data of `toile commands` for the commands with a path that begins with these words. */
export const describeCommands = async (
  path: readonly string[],
  version: string,
): Promise<CommandDescriptions> => {
  const [{ describeCommandTable }, { commandTable }] = await Promise.all([
    import('./schemas/describe-commands.ts'),
    import('../../commands/command-table.ts'),
  ]);
  const prefix = `${path.join(' ')} `.trimStart();
  return describeCommandTable(
    commandTable.filter((command) => `${command.path} `.startsWith(prefix)),
    version,
  );
};

/** Returns the skill text for coding assistants (`renderSkillText`) from the command table. */
export const renderSkill = async (): Promise<string> => {
  const [{ renderSkillText }, { commandTable }] = await Promise.all([
    import('./skill-text.ts'),
    import('../../commands/command-table.ts'),
  ]);
  return renderSkillText(commandTable);
};

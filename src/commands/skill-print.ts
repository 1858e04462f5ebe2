import type { AssistantContext } from './command-context.ts';
import { defineCommand } from './command-spec.ts';

/** The command `toile skill print`. */
export const skillPrintCommand = defineCommand({
  path: 'skill print',
  resultKind: 'text',
  targetFlags: [],
  group: 'Anything else',
  effects: { sends: 'never' },
  summary: 'Print what a coding assistant needs to know of toile',
  examples: [
    { why: 'To be read, or put where an assistant looks', line: 'toile skill print' },
    { why: 'Into a file of a project', line: 'toile skill print > SKILL.md' },
  ],
  parse: () => ({}),
  run: async (deps: AssistantContext) => ({ kind: 'text', text: await deps.renderSkill() }) as const,
});

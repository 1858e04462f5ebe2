import { defineCommand } from './command-spec.ts';

export const skillPrintCommand = defineCommand({
  path: 'skill print',
  resultKind: 'text',
  targetFlags: [],
  group: 'Other commands',
  effects: { sends: 'never' },
  summary: 'Print instructions for a coding assistant',
  examples: [
    { why: 'Read the instructions', line: 'toile skill print' },
    { why: 'Add the instructions to a project', line: 'toile skill print > SKILL.md' },
  ],
  parse: () => ({}),
  run: async (deps) => ({ kind: 'text', text: await (await deps.loadTexts()).renderSkill() }) as const,
});

import { define } from './define.ts';
import type { Assistants } from './facets.ts';

export const skillPrint = define({
  path: 'skill print',
  answers: 'text',
  uses: [],
  group: 'Anything else',
  does: { sends: 'never' },
  summary: 'Print what a coding assistant needs to know of toile',
  examples: [
    { why: 'To be read, or put where an assistant looks', line: 'toile skill print' },
    { why: 'Into a file of a project', line: 'toile skill print > SKILL.md' },
  ],
  parse: () => ({}),
  run: async (deps: Assistants) => ({ kind: 'text', text: await deps.skill() }) as const,
});

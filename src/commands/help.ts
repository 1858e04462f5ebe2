import { advice, shellWords, toType } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { made } from './answers.ts';
import { define } from './define.ts';
import type { Itself } from './facets.ts';

export const help = define({
  path: 'help',
  answers: 'made',
  uses: [],
  group: 'Anything else',
  does: { sends: 'never' },
  gives: ['toile.help/1'],
  summary: 'Explain a command or a topic',
  words: [{ name: 'TOPIC', about: 'a command, or a topic such as exit-codes', many: true }],
  examples: [
    { why: 'What the exit codes mean', line: 'toile help exit-codes' },
    { why: 'A command', line: 'toile help designs ls' },
  ],
  json: '{"schema": "toile.help/1", "topic", "text"}',
  parse: ({ words }) => ({ words }),
  form: () => 'told',
  run: async (deps: Itself, { words }) => {
    const texts = await deps.help(words);
    const found = texts.find(words);
    if (found === undefined) {
      throw new UsageError(`there is no help on ${words.join(' ')}`, {
        hint: advice`topics: ${shellWords(texts.topics, ', ')}; commands: ${toType`toile help`}`,
      });
    }
    return made('toile.help/1', { topic: words.join(' '), text: found });
  },
  written: ({ text }) => text,
});

import { UsageError } from '../platform/errors.ts';
import { hintText, nextCommand, quoteShellWords } from '../platform/escape/shell.ts';
import { buildDataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';

export const helpCommand = defineCommand({
  path: 'help',
  resultKind: 'data',
  targetFlags: [],
  group: 'Other commands',
  effects: { sends: 'never' },
  outputSchemas: ['toile.help/1'],
  summary: 'Explain a command or a topic',
  args: [{ name: 'TOPIC', about: 'a command, or a topic such as exit-codes', many: true }],
  examples: [
    { why: 'See what the exit codes mean', line: 'toile help exit-codes' },
    { why: 'Read about a command', line: 'toile help designs ls' },
  ],
  json: '{"schema": "toile.help/1", "topic", "text"}',
  parse: ({ args }) => ({ words: args }),
  chooseForm: () => 'default-text',
  run: async (deps, { words }) => {
    const texts = await (await deps.loadTexts()).createHelpTexts(words, deps.system.io.out.columns);
    const found = texts.findText(words);
    if (found === undefined) {
      throw new UsageError(`no help topic or command ${words.join(' ')}`, {
        hint: hintText`topics: ${quoteShellWords(texts.topics, ', ')}; commands: ${nextCommand`toile help`}`,
      });
    }
    return buildDataResult('toile.help/1', { topic: words.join(' '), text: found });
  },
  renderText: ({ text }) => text,
});

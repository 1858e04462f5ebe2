import { grid, line, type TerminalView } from '../output/views/view-model.ts';
import { UsageError } from '../platform/errors.ts';
import { hintText, nextCommand } from '../platform/escape/shell.ts';
import type { CommandDescription } from './command-context.ts';
import { buildDataResult } from './command-result.ts';
import { defineCommand } from './command-spec.ts';

const COMMAND_COLUMNS = ['path', 'sends', 'pays', 'writes', 'asks', 'summary'] as const;

const listEffects = ({
  sends,
  pays,
  writes,
  asks,
}: CommandDescription): readonly (readonly [string, string])[] => [
  ['sends', sends],
  ['pays', pays ? 'it may' : 'never'],
  ['writes', writes ?? 'nothing'],
  ['asks', asks ?? 'nothing'],
];

const buildCommandView = (command: CommandDescription): TerminalView => [
  line([{ text: command.usage, tone: 'strong' }]),
  line(command.summary, { indent: 1 }),
  grid(
    [{}, { fit: 'wrap', min: 20 }],
    [
      ...listEffects(command),
      ['scopes', command.scopes.join(', ') || 'none: any key'] as const,
      ...command.exits.map(({ code, means }) => [`exit ${code}`, means] as const),
    ].map(([name, value]) => [{ text: name, tone: 'faint' } as const, value]),
    { indent: 1 },
  ),
];

const buildCommandListView = (commands: readonly CommandDescription[]): TerminalView => [
  grid(
    [{ head: 'COMMAND' }, { head: 'SENDS' }, { head: 'PAYS' }, { head: 'WRITES', fit: 'wrap', min: 16 }],
    commands.map((command) => [
      command.path,
      command.sends,
      command.pays ? 'it may' : '',
      command.writes ?? '',
    ]),
  ),
];

export const commandsCommand = defineCommand({
  path: 'commands',
  resultKind: 'data',
  targetFlags: [],
  group: 'Other commands',
  effects: { sends: 'never' },
  outputSchemas: ['toile.commands/1'],
  summary: 'Print the command reference as JSON',
  namesInOtherTools: ['schema', 'map', 'commands ls'],
  about:
    'For programs that decide which command to run. The reference has the arguments, flags and exit ' +
    'codes of each command. It says what a command reads from stdin, and its effects: sends, pays, ' +
    'writes, asks. It also has the columns and the JSON Schema of the output.\n\n' +
    'The global flags, the environment variables and the settings are listed too.',
  args: [
    {
      name: 'NAME',
      about: 'a command, or the beginning of several',
      completes: ['commands'],
      many: true,
    },
  ],
  examples: [
    { why: 'Read the whole reference in one call', line: 'toile commands --json' },
    { why: 'See the output schema of a command', line: "toile commands export --jq '.commands[0].output'" },
  ],
  json: '{"schema": "toile.commands/1", "version", "commands": [{"path", "arguments", "flags", "takes", "sends", "scopes", "pays", "writes", "asks", "exits", "rows", "output", "examples"}], "flags", "environment", "settings", "stdin", "exits", "error"}',
  columns: [{ names: COMMAND_COLUMNS }],
  parse: ({ args }) => ({ words: args }),
  run: async (deps, { words }) => {
    const value = await (await deps.loadTexts()).describeCommands(words, deps.system.version);
    if (value.commands.length > 0) return buildDataResult('toile.commands/1', value);
    throw new UsageError(`unknown command ${words.join(' ')}`, {
      hint: hintText`${nextCommand`toile commands`} lists them`,
    });
  },
  buildView: ({ commands }) =>
    commands[0] && commands.length === 1 ? buildCommandView(commands[0]) : buildCommandListView(commands),
  buildRows: ({ commands: all }) => ({
    columns: COMMAND_COLUMNS,
    rows: all.map(({ path, sends, pays, writes, asks, summary }) => [
      ...[path, sends, pays, writes, asks, summary],
    ]),
  }),
});

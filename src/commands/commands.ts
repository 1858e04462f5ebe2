import { advice, toType } from '../border/shell.ts';
import { UsageError } from '../errors.ts';
import { grid, line, type View } from '../view/model.ts';
import { made } from './answers.ts';
import { define } from './define.ts';
import type { Described } from './facet-types.ts';
import type { Itself } from './facets.ts';

const COLUMNS = ['path', 'sends', 'pays', 'writes', 'asks', 'summary'] as const;

const effects = ({ sends, pays, writes, asks }: Described): readonly (readonly [string, string])[] => [
  ['sends', sends],
  ['pays', pays ? 'it may' : 'never'],
  ['writes', writes ?? 'nothing'],
  ['asks', asks ?? 'nothing'],
];

const oneView = (command: Described): View => [
  line([{ text: command.usage, tone: 'strong' }]),
  line(command.summary, { indent: 1 }),
  grid(
    [{}, { fit: 'wrap', min: 20 }],
    [
      ...effects(command),
      ['scopes', command.scopes.join(', ') || 'none beyond a key'] as const,
      ...command.exits.map(({ code, means }) => [`exit ${code}`, means] as const),
    ].map(([name, value]) => [{ text: name, tone: 'faint' } as const, value]),
    { indent: 1 },
  ),
];

const allView = (commands: readonly Described[]): View => [
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

export const commands = define({
  path: 'commands',
  answers: 'made',
  uses: [],
  group: 'Anything else',
  does: { sends: 'never' },
  gives: ['toile.commands/1'],
  summary: 'Say all that is known of every command, as data',
  elsewhere: ['schema', 'map', 'commands ls'],
  about:
    'For programs that decide what to run: of each command its arguments and flags, whether it sends, pays, writes or ' +
    'asks, its exit codes, the columns of its rows, and the JSON Schema of what --json gives.',
  words: [
    {
      name: 'NAME',
      about: 'one command, or those that begin with it',
      completes: ['commands'],
      many: true,
    },
  ],
  examples: [
    { why: 'Everything in one call', line: 'toile commands --json' },
    { why: 'What a command answers', line: "toile commands export --jq '.commands[0].output'" },
  ],
  json: '{"schema": "toile.commands/1", "version", "commands": [{"path", "arguments", "flags", "takes", "sends", "scopes", "pays", "writes", "asks", "exits", "rows", "output", "examples"}], "flags", "exits", "error"}',
  columns: [{ names: COLUMNS }],
  parse: ({ words }) => ({ words }),
  run: async (deps: Itself, { words }) => {
    const value = await deps.described(words);
    if (value.commands.length > 0) return made('toile.commands/1', value);
    throw new UsageError(`there is no command ${words.join(' ')}`, {
      hint: advice`${toType`toile commands`} lists them`,
    });
  },
  view: ({ commands: all }) => (all[0] && all.length === 1 ? oneView(all[0]) : allView(all)),
  rows: ({ commands: all }) => ({
    columns: COLUMNS,
    rows: all.map(({ path, sends, pays, writes, asks, summary }) => [
      ...[path, sends, pays, writes, asks, summary],
    ]),
  }),
});

import { type AnyCommand, GROUPS } from '../commands/define.ts';
import { GLOBAL_FLAGS, globalFlagsOf } from '../commands/flags/global-flags.ts';
import type { FlagSpec, Flags } from '../commands/typed.ts';

/** Plain text broken at spaces; help is ASCII. */
export const paragraph = (text: string, width: number, indent = 0): string => {
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  let at = '';
  for (const word of text.split(/\s+/)) {
    if (at !== '' && at.length + 1 + word.length > width - indent) {
      lines.push(margin + at);
      at = word;
    } else at = at === '' ? word : `${at} ${word}`;
  }
  if (at !== '') lines.push(margin + at);
  return lines.join('\n');
};

/** Two columns: what is typed, and what it does. */
export const pairs = (rows: readonly (readonly [string, string])[], width: number): string => {
  const left = Math.min(30, Math.max(0, ...rows.map(([term]) => term.length)));
  return rows
    .map(([term, about]) => {
      const text = paragraph(about, Math.max(30, width - left - 4)).split('\n');
      const rest = text.map((each) => ' '.repeat(left + 4) + each);
      if (term.length > left) return [`  ${term}`, ...rest].join('\n');
      return [`  ${term.padEnd(left)}  ${text[0] ?? ''}`, ...rest.slice(1)].join('\n');
    })
    .join('\n');
};

const flagTerm = (name: string, { short, value, choices, optional, joined }: FlagSpec): string => {
  const word = choices ? choices.join('|') : (value ?? '');
  const takes = joined ? `[=${joined}]` : word === '' ? '' : optional ? ` [${word}]` : ` ${word}`;
  return `${short ? `-${short}, ` : ''}--${name}${takes}`;
};

const flagPairs = (flags: Flags): [string, string][] =>
  Object.entries(flags)
    .filter(([, flag]) => !flag.hidden)
    .map(([name, flag]) => [flagTerm(name, flag), flag.about]);

const section = (title: string, text: string): string => `${title}\n${text}\n`;

export const usage = (command: AnyCommand): string => {
  const words = (command.words ?? []).map(({ name, required, many }) => {
    const word = many ? `${name}...` : name;
    return required ? word : `[${word}]`;
  });
  return ['toile', command.path, ...words, ...(command.flags ? ['[flags]'] : [])].join(' ');
};

export const commandHelp = (command: AnyCommand, width: number): string =>
  [
    `${paragraph(command.summary, width)}\n`,
    section('Usage', `  ${usage(command)}`),
    section('Examples', command.examples.map(({ why, line }) => `  # ${why}\n  $ ${line}`).join('\n')),
    ...(command.about ? [`${paragraph(command.about, width)}\n`] : []),
    ...(command.words?.length
      ? [
          section(
            'Words',
            pairs(
              command.words.map(({ name, about }) => [name, about]),
              width,
            ),
          ),
        ]
      : []),
    ...(command.flags ? [section('Flags', pairs(flagPairs(command.flags), width))] : []),
    section('Flags of every command', pairs(flagPairs(globalFlagsOf(command)), width)),
    ...(command.explains ?? []).map(({ title, terms }) => section(title, pairs(terms, width))),
    ...(command.json ? [section('JSON', paragraph(command.json, width, 2))] : []),
    ...(command.exits ? [section('Exit codes of its own', pairs(command.exits, width))] : []),
  ].join('\n');

const commandPairs = (commands: readonly AnyCommand[]): [string, string][] =>
  commands.map((command) => [command.path, command.summary]);

export const groupHelp = (table: readonly AnyCommand[], path: string, width: number): string => {
  const commands = table.filter((command) => command.path.startsWith(`${path} `));
  return [
    section(`toile ${path}`, pairs(commandPairs(commands), width)),
    `toile help ${commands[0]?.path ?? path} explains one of them\n`,
  ].join('\n');
};

export const rootHelp = (table: readonly AnyCommand[], topics: readonly string[], width: number): string =>
  [
    `${paragraph('toile reads garments as data from the Fashion-Development Data Service, each value with its provenance.', width)}\n`,
    section(
      'Examples',
      ['toile tour', 'toile --sandbox graph GARM-101', 'toile designs ls --all --json']
        .map((each) => `  $ ${each}`)
        .join('\n'),
    ),
    ...GROUPS.flatMap((group) => {
      const commands = table.filter((command) => command.group === group);
      return commands.length > 0 ? [section(group, pairs(commandPairs(commands), width))] : [];
    }),
    section(
      'Flags of every command',
      pairs(
        [...flagPairs(GLOBAL_FLAGS), ['-h, --help', 'help on the command'], ['-V, --version', 'the version']],
        width,
      ),
    ),
    paragraph(`toile help COMMAND explains a command, toile help TOPIC one of: ${topics.join(', ')}.`, width),
    '',
  ].join('\n');

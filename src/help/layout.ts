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

/** Choices that are longer would leave no room on a line for what they do. */
const SHORT_CHOICES = 20;

const flagTerm = (
  name: string,
  { short, value, choices, optional, joined }: FlagSpec,
  isBrief: boolean,
): string => {
  const all = choices?.join('|');
  const isNamed = isBrief && value !== undefined && (all?.length ?? 0) > SHORT_CHOICES;
  const word = isNamed ? value : (all ?? value ?? '');
  const takes = joined ? `[=${joined}]` : word === '' ? '' : optional ? ` [${word}]` : ` ${word}`;
  return `${short ? `-${short}, ` : ''}--${name}${takes}`;
};

const flagPairs = (flags: Flags, isBrief = false): [string, string][] =>
  Object.entries(flags)
    .filter(([, flag]) => !flag.hidden)
    .map(([name, flag]) => [flagTerm(name, flag, isBrief), flag.about]);

const section = (title: string, text: string): string => `${title}\n${text}\n`;

export const usage = (command: AnyCommand): string => {
  const words = (command.words ?? []).map(({ name, required, many }) => {
    const word = many ? `${name}...` : name;
    return required ? word : `[${word}]`;
  });
  return ['toile', command.path, ...words, ...(command.flags ? ['[flags]'] : [])].join(' ');
};

const opening = (command: AnyCommand, width: number): readonly string[] => [
  `${paragraph(command.summary, width)}\n`,
  section('Usage', `  ${usage(command)}`),
];

/** What is typed behind the command: its arguments and its own flags. */
const typedBehind = ({ words = [], flags }: AnyCommand, width: number): readonly string[] => {
  const named = words.map(({ name, about }): [string, string] => [name, about]);
  return [
    ...(named.length > 0 ? [section('Arguments', pairs(named, width))] : []),
    ...(flags ? [section('Flags', pairs(flagPairs(flags), width))] : []),
  ];
};

const examples = (shown: AnyCommand['examples']): string =>
  section('Examples', shown.map(({ why, line }) => `  # ${why}\n  $ ${line}`).join('\n'));

/** Lines of a screen that nobody has made larger, and one for the prompt below. */
const SCREEN = 24;
/** So many flags are worth more than a second example. */
const CROWD = 6;

/** As many of the flags as a screen has lines for, in the order of the table. */
const flagsWithin = (lines: number, all: readonly string[]): readonly string[] => {
  let left = lines;
  const fitting = all.findIndex((flag) => {
    left -= flag.split('\n').length;
    return left < 0;
  });
  return fitting < 0 ? all : all.slice(0, fitting);
};

/** For `--help`: what somebody looks up who knows the command, on one screen. */
export const shortHelp = (command: AnyCommand, width: number): string => {
  const { words = [], flags = {} } = command;
  const named = words.map(({ name, about }): [string, string] => [name, about]);
  const before = [
    `${paragraph(command.summary, width)}\n`,
    `Usage: ${usage(command)}\n`,
    ...(named.length > 0 ? [section('Arguments', pairs(named, width))] : []),
  ].join('\n');
  const [first, second] = command.examples;
  const isCrowded = Object.keys(flags).length > CROWD;
  const after = [
    examples([first, isCrowded ? undefined : second].filter((each) => each !== undefined)),
    `More: toile help ${command.path}   Flags of every command: toile help flags\n`,
  ].join('\n');
  const all = pairs(flagPairs(flags, true), width).split(/\n(?=\s{0,2}\S)/);
  if (Object.keys(flags).length === 0) return `${before}\n${after}`;
  const taken = `${before}\nFlags\n\n${after}`.split('\n').length;
  const shown = flagsWithin(SCREEN - 1 - taken, all);
  const rest = all.length - shown.length;
  const list = section('Flags', [...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])].join('\n'));
  return [before, list, after].join('\n');
};

/** For `toile help COMMAND`: everything. */
export const commandHelp = (command: AnyCommand, width: number): string =>
  [
    ...opening(command, width),
    examples(command.examples),
    ...(command.about ? [`${paragraph(command.about, width)}\n`] : []),
    ...typedBehind(command, width),
    section('Flags of every command', pairs(flagPairs(globalFlagsOf(command)), width)),
    ...(command.explains ?? []).map(({ title, terms }) => section(title, pairs(terms, width))),
    ...(command.json ? [section('JSON', paragraph(command.json, width, 2))] : []),
    ...(command.exits ? [section('Exit codes of its own', pairs(command.exits, width))] : []),
  ].join('\n');

const commandPairs = (commands: readonly AnyCommand[]): [string, string][] =>
  commands.map((command) => [command.path, command.summary]);

/** The flags that stand behind any command, and those that stand alone. */
export const flagsHelp = (width: number): string =>
  pairs(
    [...flagPairs(GLOBAL_FLAGS), ['-h, --help', 'help on the command'], ['-V, --version', 'the version']],
    width,
  );

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
    paragraph(`toile help COMMAND explains a command, toile help TOPIC one of: ${topics.join(', ')}.`, width),
    paragraph(
      'toile COMMAND --help is the short of it; toile help flags lists the flags of every command.',
      width,
    ),
    '',
  ].join('\n');

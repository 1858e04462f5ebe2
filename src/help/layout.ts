import { type AnyCommand, GROUPS } from '../commands/define.ts';
import { GLOBAL_FLAGS, globalFlagsOf } from '../commands/flags/global-flags.ts';
import type { FlagSpec, Flags } from '../commands/typed.ts';

/** Plain text broken at spaces; help is ASCII. */
export const paragraph = (text: string, width: number, indent = 0): string => {
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  let at = '';
  for (const word of text.split(/[ \t\n]+/)) {
    if (at !== '' && at.length + 1 + word.length > width - indent) {
      lines.push(margin + at);
      at = word;
    } else at = at === '' ? word : `${at} ${word}`;
  }
  if (at !== '') lines.push(margin + at);
  return lines.join('\n');
};

type Pair = readonly [string, string];

/** Two columns: what is typed, and what it does; the lines of each. */
const pairLines = (rows: readonly Pair[], width: number): readonly (readonly string[])[] => {
  const left = Math.min(30, Math.max(0, ...rows.map(([term]) => term.length)));
  return rows.map(([term, about]) => {
    const text = paragraph(about, Math.max(30, width - left - 4)).split('\n');
    const rest = text.map((each) => ' '.repeat(left + 4) + each);
    return term.length > left
      ? [`  ${term}`, ...rest]
      : [`  ${term.padEnd(left)}  ${text[0] ?? ''}`, ...rest.slice(1)];
  });
};

/** Lines to be copied, as they are. */
export const block = (lines: readonly string[]): string => lines.map((line) => `    ${line}`).join('\n');

export const pairs = (rows: readonly Pair[], width: number): string =>
  pairLines(rows, width).flat().join('\n');

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
    .map(([name, flag]) => [
      flagTerm(name, flag, isBrief),
      flag.default === undefined ? flag.about : `${flag.about}; ${flag.default} unless said`,
    ]);

const section = (title: string, text: string): string => `${title}\n${text}\n`;

export const usage = (command: AnyCommand): string => {
  const words = (command.words ?? []).map(({ name, required, many }) => {
    const word = many ? `${name}...` : name;
    return required ? word : `[${word}]`;
  });
  return ['toile', command.path, ...words, ...(command.flags ? ['[flags]'] : [])].join(' ');
};

const argumentsOf = ({ words = [] }: AnyCommand, width: number): readonly string[] =>
  words.length === 0
    ? []
    : [
        section(
          'Arguments',
          pairs(
            words.map(({ name, about }): Pair => [name, about]),
            width,
          ),
        ),
      ];

const examples = (shown: AnyCommand['examples'], alone = false): string =>
  section('Examples', shown.map(({ why, line }) => `${alone ? '' : `  # ${why}\n`}  $ ${line}`).join('\n'));

/** Lines of a screen that nobody has made larger, and one for the prompt below. */
const SCREEN = 24;
/** Beside so many flags the examples stand alone, without what they are for. */
const CROWD = 6;

/** As many of the flags as these lines hold with what they do, in the order of the table; the others by name. */
const flagsWithin = (lines: number, flags: readonly Pair[], width: number): readonly string[] => {
  const all = pairLines(flags, width);
  for (let shown = flags.length; ; shown -= 1) {
    const names = flags.slice(shown).map(([term]) => term.replaceAll(' ', '\u00a0'));
    const rest = names.length === 0 ? [] : paragraph(`and ${names.join(', ')}`, width, 2).split('\n');
    const list = [...all.slice(0, shown).flat(), ...rest.map((line) => line.replaceAll('\u00a0', ' '))];
    if (list.length <= lines || shown === 0) return list;
  }
};

/** For `--help`: what somebody looks up who knows the command, on one screen. */
export const shortHelp = (command: AnyCommand, width: number): string => {
  const flags = flagPairs(command.flags ?? {}, true);
  const short = command.examples.filter(({ line }) => line.length + 4 <= width);
  const long = command.examples.filter((example) => !short.includes(example));
  const before = [
    `${paragraph(command.summary, width)}\n`,
    `Usage: ${usage(command)}\n`,
    ...argumentsOf(command, width),
  ];
  const after = [
    examples([...short, ...long].slice(0, 2), flags.length > CROWD),
    `More: toile help ${command.path}   Flags of every command: toile help flags\n`,
  ];
  const taken = [...before, section('Flags', ''), ...after].join('\n').split('\n').length;
  const list =
    flags.length === 0 ? [] : [section('Flags', flagsWithin(SCREEN - taken, flags, width).join('\n'))];
  return [...before, ...list, ...after].join('\n');
};

/** What `--csv`, `--xlsx`, `--fields`, `--columns` and a pipe call the cells of a row, in their order. */
const columnsOf = ({ columns = [] }: AnyCommand, width: number): readonly string[] => {
  if (columns.length === 0) return [];
  const lists = columns.map(({ when, names, open }) => {
    const all = [...names, ...(open ? ['then others, as the body has them'] : [])].join(', ');
    return paragraph(when === undefined ? all : `with ${when}: ${all}`, width, 2);
  });
  return [section('Columns, in this order', lists.join('\n'))];
};

/** For `toile help COMMAND`: everything. */
export const commandHelp = (command: AnyCommand, width: number): string =>
  [
    `${paragraph(command.summary, width)}\n`,
    section('Usage', `  ${usage(command)}`),
    examples(command.examples),
    ...(command.about ? [`${paragraph(command.about, width)}\n`] : []),
    ...argumentsOf(command, width),
    ...(command.flags ? [section('Flags', pairs(flagPairs(command.flags), width))] : []),
    section('Flags of every command', pairs(flagPairs(globalFlagsOf(command)), width)),
    ...(command.explains ?? []).map(({ title, terms }) => section(title, pairs(terms, width))),
    ...columnsOf(command, width),
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

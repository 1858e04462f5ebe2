import type { FlagSpec, FlagSpecs } from '../../commands/argument-spec.ts';
import { type AnyCommand, COMMAND_GROUPS } from '../../commands/command-spec.ts';
import { GLOBAL_FLAGS, HELP_FLAGS, listGlobalFlags } from '../../commands/flags/global-flags.ts';

/** Wraps ASCII text at spaces into lines of at most `width` columns, including `indent` spaces at the start. */
export const wrapParagraph = (text: string, width: number, indent = 0): string => {
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \t\n]+/)) {
    if (line !== '' && line.length + 1 + word.length > width - indent) {
      lines.push(margin + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(margin + line);
  return lines.join('\n');
};

const wrapParagraphs = (text: string, width: number, indent = 0): string =>
  text
    .split('\n\n')
    .map((paragraph) => wrapParagraph(paragraph, width, indent))
    .join('\n\n');

type TermPair = readonly [string, string];

/** Lays out pairs of a term and an explanation in two columns. Returns the lines of each pair. */
const layOutPairs = (pairs: readonly TermPair[], width: number): readonly (readonly string[])[] => {
  const termWidth = Math.min(30, Math.max(0, ...pairs.map(([term]) => term.length)));
  return pairs.map(([term, about]) => {
    const text = wrapParagraph(about, Math.max(30, width - termWidth - 4)).split('\n');
    const indented = text.map((each) => ' '.repeat(termWidth + 4) + each);
    return term.length > termWidth
      ? [`  ${term}`, ...indented]
      : [`  ${term.padEnd(termWidth)}  ${text[0] ?? ''}`, ...indented.slice(1)];
  });
};

/** Indents each line by four spaces and joins the lines. Long lines are not wrapped, so that users can copy them. */
export const indentBlock = (lines: readonly string[]): string =>
  lines.map((line) => `    ${line}`).join('\n');

/** Returns terms with their explanations in two columns. The text has no line feed at its end. */
export const renderTermPairs = (pairs: readonly TermPair[], width: number): string =>
  layOutPairs(pairs, width).flat().join('\n');

/**
 * The maximum length of a list of choices, such as `svg|json`, in the short help. A longer list is replaced by the
 * placeholder of the value, for example `KIND`.
 */
const MAX_CHOICES_LENGTH = 20;

const formatFlagTerm = (name: string, flag: FlagSpec, isBrief: boolean): string => {
  const { short, value, choices } = flag;
  const choiceList = choices?.join('|');
  const hasLongChoices = (choiceList?.length ?? 0) > MAX_CHOICES_LENGTH;
  const valueText = isBrief && value !== undefined && hasLongChoices ? value : (choiceList ?? value ?? '');
  return `${short ? `-${short}, ` : ''}--${name}${formatValueSyntax(valueText, flag)}`;
};

/**
 * Returns the text after the name of a flag: ` FILE` for a value, ` [FILE]` for an optional value, `[=all]` for a value
 * that must follow `=`, and an empty text for a switch.
 */
export const formatValueSyntax = (valueText: string, { optional, joined }: FlagSpec): string => {
  if (joined) return `[=${joined}]`;
  if (valueText === '') return '';
  return optional ? ` [${valueText}]` : ` ${valueText}`;
};

/** Returns the description of a flag with its default value, for example `the port (default: any free port)`. */
export const formatDescription = ({
  about,
  default: standard,
}: Pick<FlagSpec, 'about' | 'default'>): string =>
  standard === undefined ? about : `${about} (default: ${standard})`;

const listFlagPairs = (flags: FlagSpecs, isBrief = false): [string, string][] =>
  Object.entries(flags).map(([name, flag]) => [formatFlagTerm(name, flag, isBrief), formatDescription(flag)]);

const renderSection = (title: string, text: string): string => `${title}\n${text}\n`;

/** Returns the usage line of a command, for example `toile graph [ID] [flags]`. */
export const formatUsage = (command: AnyCommand): string => {
  const words = (command.args ?? []).map(({ name, required, many }) => {
    const word = many ? `${name}...` : name;
    return required ? word : `[${word}]`;
  });
  return ['toile', command.path, ...words, ...(command.flags ? ['[flags]'] : [])].join(' ');
};

const renderArguments = ({ args = [] }: AnyCommand, width: number): readonly string[] =>
  args.length === 0
    ? []
    : [
        renderSection(
          'Arguments',
          renderTermPairs(
            args.map(({ name, about }): TermPair => [name, about]),
            width,
          ),
        ),
      ];

const renderExamples = (examples: AnyCommand['examples'], isBrief = false): string =>
  renderSection(
    'Examples',
    examples.map(({ why, line }) => `${isBrief ? '' : `  # ${why}\n`}  $ ${line}`).join('\n'),
  );

const SCREEN_LINES = 24;
/**
 * The maximum number of flags with which the short help of a command still explains its examples. With more flags, it
 * omits these explanations to save lines.
 */
const MAX_FLAGS_WITH_REASONS = 6;

/**
 * Returns as many flags with their descriptions as fit into `lines` lines. The last lines only name the other flags,
 * for example `and --all, --json`.
 */
const fitFlags = (lines: number, flags: readonly TermPair[], width: number): readonly string[] => {
  const pairLines = layOutPairs(flags, width);
  for (let shownCount = flags.length; ; shownCount -= 1) {
    const names = flags.slice(shownCount).map(([term]) => term.replaceAll(' ', '\u00a0'));
    const nameLines =
      names.length === 0 ? [] : wrapParagraph(`and ${names.join(', ')}`, width, 2).split('\n');
    const list = [
      ...pairLines.slice(0, shownCount).flat(),
      ...nameLines.map((line) => line.replaceAll('\u00a0', ' ')),
    ];
    if (list.length <= lines || shownCount === 0) return list;
  }
};

/** Returns the text of `COMMAND --help`: usage, arguments, flags and two examples, on one screen. */
export const renderShortHelp = (command: AnyCommand, width: number): string => {
  const flags = listFlagPairs(command.flags ?? {}, true);
  const shortExamples = command.examples.filter(({ line }) => line.length + 4 <= width);
  const longExamples = command.examples.filter((example) => !shortExamples.includes(example));
  const moreLine = `More: toile help ${command.path}   Global flags: toile help flags`;
  const firstSections = [
    `${wrapParagraph(command.summary, width)}\n`,
    `Usage: ${formatUsage(command)}\n`,
    ...renderArguments(command, width),
  ];
  const lastSections = [
    renderExamples([...shortExamples, ...longExamples].slice(0, 2), flags.length > MAX_FLAGS_WITH_REASONS),
    `${moreLine.length > width ? moreLine.replace('   ', '\n') : moreLine}\n`,
  ];
  const otherLines = [...firstSections, renderSection('Flags', ''), ...lastSections]
    .join('\n')
    .split('\n').length;
  const flagSections =
    flags.length === 0
      ? []
      : [renderSection('Flags', fitFlags(SCREEN_LINES - otherLines, flags, width).join('\n'))];
  return [...firstSections, ...flagSections, ...lastSections].join('\n');
};

/**
 * Returns a list with the section that names the columns for `--fields`, or an empty list if the command has no
 * columns.
 */
const renderColumns = ({ columns = [] }: AnyCommand, width: number): readonly string[] => {
  if (columns.length === 0) return [];
  const paragraphs = columns.map(({ when, names, open }) => {
    const columnNames = [...names, ...(open ? ['then columns that depend on the data'] : [])].join(', ');
    const text =
      when === undefined ? columnNames : `with ${names.length === 0 ? when : `${when}: ${columnNames}`}`;
    return wrapParagraph(text, width, 2);
  });
  return [renderSection('Columns, in this order', paragraphs.join('\n'))];
};

/** Returns the text of `toile help COMMAND`, which explains everything about a command. */
export const renderCommandHelp = (command: AnyCommand, width: number): string =>
  [
    `${wrapParagraph(command.summary, width)}\n`,
    renderSection('Usage', `  ${formatUsage(command)}`),
    renderExamples(command.examples),
    ...(command.about ? [`${wrapParagraphs(command.about, width)}\n`] : []),
    ...renderArguments(command, width),
    ...(command.flags ? [renderSection('Flags', renderTermPairs(listFlagPairs(command.flags), width))] : []),
    ...(command.glossaries ?? []).map(({ title, terms }) =>
      renderSection(title, renderTermPairs(terms, width)),
    ),
    renderSection('Global flags', renderTermPairs(listFlagPairs(listGlobalFlags(command)), width)),
    ...renderColumns(command, width),
    ...(command.json ? [renderSection('JSON', wrapParagraphs(command.json, width, 2))] : []),
    ...(command.exitCodes
      ? [renderSection('Exit codes of this command', renderTermPairs(command.exitCodes, width))]
      : []),
  ].join('\n');

const listCommandPairs = (commands: readonly AnyCommand[]): [string, string][] =>
  commands.map((command) => [command.path, command.summary]);

/** Returns the text that lists the global flags, `--help` and `--version` with their descriptions. */
export const renderFlagsHelp = (width: number): string =>
  renderTermPairs(listFlagPairs({ ...GLOBAL_FLAGS, ...HELP_FLAGS }), width);

/**
 * Returns the help of a command group, for example of `designs`. `path` is the first word of all commands in the group.
 */
export const renderGroupHelp = (table: readonly AnyCommand[], path: string, width: number): string => {
  const commands = table.filter((command) => command.path.startsWith(`${path} `));
  return [
    renderSection(`toile ${path}`, renderTermPairs(listCommandPairs(commands), width)),
    `For details: toile help ${commands[0]?.path ?? path}\n`,
  ].join('\n');
};

/** Returns the text of `toile help`: examples, all commands by group, and the names of the topics. */
export const renderRootHelp = (
  table: readonly AnyCommand[],
  topics: readonly string[],
  width: number,
): string =>
  [
    `${wrapParagraph('toile reads garment data from the Fashion-Development Data Service. Each value shows where it comes from: stated by the designer, inferred by the service, or not stated.', width)}\n`,
    renderSection(
      'Examples',
      ['toile tour', 'toile --sandbox graph GARM-101', 'toile designs ls --all --json']
        .map((each) => `  $ ${each}`)
        .join('\n'),
    ),
    ...COMMAND_GROUPS.flatMap((group) => {
      const commands = table.filter((command) => command.group === group);
      return commands.length > 0
        ? [renderSection(group, renderTermPairs(listCommandPairs(commands), width))]
        : [];
    }),
    renderSection(
      'More help',
      renderTermPairs(
        [
          ['toile COMMAND --help', 'a command on one screen'],
          ['toile help COMMAND', 'all about a command'],
          ['toile help TOPIC', topics.join(', ')],
        ],
        width,
      ),
    ),
  ].join('\n');

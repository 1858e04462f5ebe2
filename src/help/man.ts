import { type AnyCommand, GROUPS } from '../commands/define.ts';
import { GLOBAL_FLAGS, globalFlagsOf } from '../commands/flags/global-flags.ts';
import type { FlagSpec, Flags } from '../commands/typed.ts';
import { EXITS } from '../errors.ts';
import { usage } from './layout.ts';
import { TOPICS } from './topics.ts';

/** Text as roff reads it: nothing in it is a request, a font or a hyphen that may be broken at. */
const plain = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll(/^(?=\.)/gm, '\\&');

const inQuotes = (text: string): string => `"${plain(text).replaceAll('"', '\\(dq')}"`;

const bold = (text: string): string => `\\fB${plain(text)}\\fR`;

const italic = (text: string): string => `\\fI${plain(text)}\\fR`;

const section = (title: string, ...lines: readonly string[]): string =>
  [`.SH ${inQuotes(title)}`, ...lines].join('\n');

const listed = (term: string, about: string): string => `.TP\n${term}\n${plain(about)}`;

/** Lines that stay as they are. */
const asWritten = (text: string): string => `.nf\n${plain(text)}\n.fi`;

const flagTerm = (name: string, { short, value, choices, optional, joined }: FlagSpec): string => {
  const word = choices ? choices.map(plain).join('|') : value === undefined ? '' : italic(value);
  const takes = joined ? `[=${joined}]` : word === '' ? '' : optional ? ` [${word}]` : ` ${word}`;
  return `${short ? `${bold(`-${short}`)}, ` : ''}${bold(`--${name}`)}${takes}`;
};

const flagList = (flags: Flags): string[] =>
  Object.entries(flags)
    .filter(([, { hidden }]) => !hidden)
    .map(([name, flag]) => listed(flagTerm(name, flag), flag.about));

const nameOf = (path: string): string => ['toile', ...path.split(' ')].filter(Boolean).join('-');

const head = (path: string, version: string): string =>
  `.TH ${inQuotes(nameOf(path).toUpperCase())} 1 "" ${inQuotes(`toile ${version}`)} "User Commands"`;

const ALONE: Flags = {
  help: { short: 'h', about: 'help on the command' },
  version: { short: 'V', about: 'the version' },
};

const titled = (text: string): readonly [string, string] => {
  const [title = '', ...rest] = text.split('\n');
  return [title.toUpperCase(), rest.join('\n').trim()];
};

const exits = Object.entries(EXITS)
  .sort(([a], [b]) => Number(a) - Number(b))
  .map(([code, about]) => listed(bold(code), about));

const commandPage = (command: AnyCommand, version: string): string =>
  [
    head(command.path, version),
    section('NAME', `${plain(nameOf(command.path))} \\- ${plain(command.summary)}`),
    section('SYNOPSIS', bold(usage(command))),
    section('DESCRIPTION', plain(command.about ?? `${command.summary}.`)),
    ...(command.words?.length
      ? [section('WORDS', ...command.words.map(({ name, about }) => listed(italic(name), about)))]
      : []),
    section(
      'OPTIONS',
      ...flagList(command.flags ?? {}),
      '.SS "Options of every command"',
      ...flagList({ ...globalFlagsOf(command), help: { short: 'h', about: 'help on the command' } }),
    ),
    ...(command.explains ?? []).map(({ title, terms }) =>
      section(title.toUpperCase(), ...terms.map(([term, about]) => listed(bold(term), about))),
    ),
    section(
      'EXAMPLES',
      ...command.examples.map(({ why, line }) => `.PP\n${plain(why)}:\n.PP\n.RS 4\n${asWritten(line)}\n.RE`),
    ),
    ...(command.json ? [section('JSON', asWritten(command.json))] : []),
    section(
      'EXIT STATUS',
      ...(command.exits ?? []).map(([code, about]) => listed(bold(code), about)),
      ...(command.exits?.length
        ? ['.PP', plain('The others are those of every command, in toile(1).')]
        : exits),
    ),
    section('SEE ALSO', '.BR toile (1)'),
  ].join('\n');

const rootPage = (table: readonly AnyCommand[], version: string): string =>
  [
    head('', version),
    section('NAME', 'toile \\- garments as data, every value with its provenance'),
    section('SYNOPSIS', `${bold('toile')} ${italic('COMMAND')} [${italic('WORDS')}] [${italic('FLAGS')}]`),
    section(
      'DESCRIPTION',
      plain(
        'toile reads garments as data from the Fashion-Development Data Service, each value with its provenance.',
      ),
    ),
    section(
      'COMMANDS',
      ...GROUPS.flatMap((group) => {
        const commands = table.filter((command) => command.group === group);
        if (commands.length === 0) return [];
        return [
          `.SS ${inQuotes(group)}`,
          ...commands.map(({ path, summary }) => `.TP\n.BR ${plain(nameOf(path))} (1)\n${plain(summary)}`),
        ];
      }),
    ),
    section('OPTIONS', ...flagList({ ...GLOBAL_FLAGS, ...ALONE })),
    ...Object.entries(TOPICS)
      .filter(([name]) => name !== 'exit-codes')
      .map(([, topic]) => {
        const [title, text] = titled(topic(72));
        return section(title, asWritten(text));
      }),
    section('EXIT STATUS', ...exits),
    section(
      'SEE ALSO',
      ...table.map(({ path }, at) => `.BR ${plain(nameOf(path))} (1)${at < table.length - 1 ? ',' : ''}`),
    ),
  ].join('\n');

/** A page for the program and one for each command, by the name of their file. */
export const manPages = (table: readonly AnyCommand[], version: string): ReadonlyMap<string, string> =>
  new Map(
    [
      ['toile', rootPage(table, version)] as const,
      ...table.map((each) => [nameOf(each.path), commandPage(each, version)] as const),
    ].map(([name, text]) => [`${name}.1`, `${text}\n`]),
  );

import type { FlagSpec, FlagSpecs } from '../../commands/argument-spec.ts';
import { type AnyCommand, COMMAND_GROUPS } from '../../commands/command-spec.ts';
import { GLOBAL_FLAGS, HELP_FLAGS, listGlobalFlags } from '../../commands/flags/global-flags.ts';
import { EXIT_CODES } from '../../platform/errors.ts';
import { formatDescription, formatUsage, formatValueSyntax } from './help-layout.ts';
import { HELP_TOPICS } from './help-topics.ts';

const escapeRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('^', '\\(ha')
    .replaceAll('`', '\\(ga')
    .replaceAll("'", '\\(aq')
    .replaceAll(/^(?=\.)/gm, '\\&');

const quoteRoff = (text: string): string => `"${escapeRoff(text).replaceAll('"', '\\(dq')}"`;

const bold = (text: string): string => `\\fB${escapeRoff(text)}\\fR`;

const italic = (text: string): string => `\\fI${escapeRoff(text)}\\fR`;

const renderSection = (title: string, ...lines: readonly string[]): string =>
  [`.SH ${quoteRoff(title)}`, ...lines].join('\n');

const renderParagraphs = (text: string): string => escapeRoff(text).replaceAll('\n\n', '\n.PP\n');

const renderListItem = (term: string, about: string): string => `.TP\n${term}\n${escapeRoff(about)}`;

/** Returns the text as roff lines that keep their line breaks. roff joins and wraps other lines. */
const renderVerbatim = (text: string): string => `.nf\n${escapeRoff(text)}\n.fi`;

const formatFlagTerm = (name: string, flag: FlagSpec): string => {
  const { short, value, choices } = flag;
  const valueText = choices ? choices.map(escapeRoff).join('|') : value === undefined ? '' : italic(value);
  return `${short ? `${bold(`-${short}`)}, ` : ''}${bold(`--${name}`)}${formatValueSyntax(valueText, flag)}`;
};

const renderFlagList = (flags: FlagSpecs): string[] =>
  Object.entries(flags).map(([name, flag]) =>
    renderListItem(formatFlagTerm(name, flag), formatDescription(flag)),
  );

const formatPageName = (path: string): string => ['toile', ...path.split(' ')].filter(Boolean).join('-');

const renderPageHead = (path: string, version: string): string =>
  `.TH ${quoteRoff(formatPageName(path).toUpperCase())} 1 "" ${quoteRoff(`toile ${version}`)} "User Commands"`;

const splitTitle = (text: string): readonly [string, string] => {
  const [title = '', ...otherLines] = text.split('\n');
  return [title.toUpperCase(), otherLines.join('\n').trim()];
};

const EXIT_CODE_ITEMS = Object.entries(EXIT_CODES).map(([code, about]) => renderListItem(bold(code), about));

const renderCommandPage = (command: AnyCommand, version: string): string =>
  [
    renderPageHead(command.path, version),
    renderSection('NAME', `${escapeRoff(formatPageName(command.path))} \\- ${escapeRoff(command.summary)}`),
    renderSection('SYNOPSIS', bold(formatUsage(command))),
    renderSection('DESCRIPTION', renderParagraphs(command.about ?? `${command.summary}.`)),
    ...(command.args?.length
      ? [
          renderSection(
            'ARGUMENTS',
            ...command.args.map(({ name, about }) => renderListItem(italic(name), about)),
          ),
        ]
      : []),
    renderSection(
      'FLAGS',
      ...renderFlagList(command.flags ?? {}),
      '.SS "Global flags"',
      ...renderFlagList({ ...listGlobalFlags(command), help: HELP_FLAGS.help }),
    ),
    ...(command.glossaries ?? []).map(({ title, terms }) =>
      renderSection(title.toUpperCase(), ...terms.map(([term, about]) => renderListItem(bold(term), about))),
    ),
    renderSection(
      'EXAMPLES',
      ...command.examples.map(
        ({ why, line }) => `.PP\n${escapeRoff(why)}:\n.PP\n.RS 4\n${renderVerbatim(line)}\n.RE`,
      ),
    ),
    ...(command.json ? [renderSection('JSON', renderParagraphs(command.json))] : []),
    renderSection(
      'EXIT CODES',
      ...(command.exitCodes ?? []).map(([code, about]) => renderListItem(bold(code), about)),
      ...(command.exitCodes?.length
        ? ['.PP', escapeRoff('toile(1) lists the exit codes of every command.')]
        : EXIT_CODE_ITEMS),
    ),
    renderSection('SEE ALSO', '.BR toile (1)'),
  ].join('\n');

const renderRootPage = (table: readonly AnyCommand[], version: string): string =>
  [
    renderPageHead('', version),
    renderSection('NAME', 'toile \\- garments as data, every value with its provenance'),
    renderSection(
      'SYNOPSIS',
      `${bold('toile')} ${italic('COMMAND')} [${italic('ARGUMENTS')}] [${italic('FLAGS')}]`,
    ),
    renderSection(
      'DESCRIPTION',
      escapeRoff(
        'toile reads garment data from the Fashion-Development Data Service, each value with its provenance.',
      ),
    ),
    renderSection(
      'COMMANDS',
      ...COMMAND_GROUPS.flatMap((group) => {
        const commands = table.filter((command) => command.group === group);
        if (commands.length === 0) return [];
        return [
          `.SS ${quoteRoff(group)}`,
          ...commands.map(
            ({ path, summary }) => `.TP\n.BR ${escapeRoff(formatPageName(path))} (1)\n${escapeRoff(summary)}`,
          ),
        ];
      }),
    ),
    renderSection('GLOBAL FLAGS', ...renderFlagList({ ...GLOBAL_FLAGS, ...HELP_FLAGS })),
    ...Object.entries(HELP_TOPICS)
      .filter(([name]) => name !== 'exit-codes' && name !== 'flags')
      .map(([, topic]) => {
        const [title, text] = splitTitle(topic(72));
        return renderSection(title, renderVerbatim(text));
      }),
    renderSection('EXIT CODES', ...EXIT_CODE_ITEMS),
    renderSection(
      'SEE ALSO',
      ...table.map(
        ({ path }, at) => `.BR ${escapeRoff(formatPageName(path))} (1)${at < table.length - 1 ? ',' : ''}`,
      ),
    ),
  ].join('\n');

/** Returns the manual pages in roff by file name: `toile.1`, and one for each command (`toile-graph.1`). */
export const renderManPages = (table: readonly AnyCommand[], version: string): ReadonlyMap<string, string> =>
  new Map(
    [
      ['toile', renderRootPage(table, version)] as const,
      ...table.map((each) => [formatPageName(each.path), renderCommandPage(each, version)] as const),
    ].map(([name, text]) => [`${name}.1`, `${text}\n`]),
  );

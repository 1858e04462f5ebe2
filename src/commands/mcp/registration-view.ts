import { gap, line, type TerminalView } from '../../output/views/view-model.ts';
import { quoteShellWords, type ShellSafe } from '../../platform/escape/shell.ts';
import type { AssistantHost, ServerCommand } from './assistant-hosts.ts';

const toJsonText = (value: unknown): string => JSON.stringify(value);

/** Returns the lines for the settings file of an assistant. */
const formatConfigSnippet = (host: AssistantHost, name: string, entry: ServerCommand): string =>
  host.format === 'toml'
    ? [
        `[${host.table}.${name}]`,
        `command = ${toJsonText(entry.command)}`,
        `args = [${entry.args.map(toJsonText).join(', ')}]`,
      ].join('\n')
    : JSON.stringify({ [host.table]: { [name]: { ...host.extraMembers, ...entry } } }, null, 2);

/** Returns the view of a registration: the command `run`, or if it is null, the lines to add to `file`. */
export const buildRegistrationView = (
  host: AssistantHost,
  title: string,
  name: string,
  entry: ServerCommand,
  run: ShellSafe | null,
  file: string,
): TerminalView => [
  line(run === null ? `For ${title}, add this to ${file}:` : `To register it with ${title}, run:`),
  gap,
  ...(run === null
    ? buildIndentedLines(formatConfigSnippet(host, name, entry))
    : buildCommandLines(host.formatAddCommand?.(name, entry) ?? [], entry)),
];

const buildIndentedLines = (text: string): TerminalView =>
  text.split('\n').map((each) => line(each.trimStart(), { indent: 2 + each.search(/\S/) }));

/** Formats a command as several lines, broken only where a shell accepts a pasted line break. */
const buildCommandLines = (argv: readonly string[], entry: ServerCommand): TerminalView => {
  const json = argv.find((word) => word.startsWith('{'));
  const at = argv.indexOf(entry.command);
  const lines =
    json === undefined
      ? [`${quoteShellWords(argv.slice(0, at))} \\`, `  ${quoteShellWords(argv.slice(at))}`]
      : quoteShellWords([...argv.slice(0, -1), JSON.stringify(JSON.parse(json), null, 2)]).split('\n');
  return lines.map((text) => line(text.trimStart(), { indent: 2 + text.search(/\S/) }));
};

import { gap, line, type TerminalView } from '../../output/views/view-model.ts';
import { UsageError } from '../../platform/errors.ts';
import { quoteShellWords, type ShellSafe, shellText } from '../../platform/escape/shell.ts';
import { reportNote } from '../command-context.ts';
import { buildDataResult } from '../command-result.ts';
import { defineCommand } from '../command-spec.ts';
import { readTextFlag } from '../flags/parse-flags.ts';
import { ASSISTANT_HOSTS, type AssistantHost, type ServerCommand } from './assistant-hosts.ts';
import { createServerRegistration, resolveConfigPath } from './server-registration.ts';

const toJsonText = (value: unknown): string => JSON.stringify(value);

const formatConfigSnippet = (host: AssistantHost, name: string, entry: ServerCommand): string =>
  host.format === 'toml'
    ? [
        `[${host.table}.${name}]`,
        `command = ${toJsonText(entry.command)}`,
        `args = [${entry.args.map(toJsonText).join(', ')}]`,
      ].join('\n')
    : JSON.stringify({ [host.table]: { [name]: { ...host.extraMembers, ...entry } } }, null, 2);

const buildRegistrationView = (
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

/**
 * Formats a command as several lines. A line ends only where the command still works when it is pasted into a shell.
 */
const buildCommandLines = (argv: readonly string[], entry: ServerCommand): TerminalView => {
  const json = argv.find((word) => word.startsWith('{'));
  const at = argv.indexOf(entry.command);
  const lines =
    json === undefined
      ? [`${quoteShellWords(argv.slice(0, at))} \\`, `  ${quoteShellWords(argv.slice(at))}`]
      : quoteShellWords([...argv.slice(0, -1), JSON.stringify(JSON.parse(json), null, 2)]).split('\n');
  return lines.map((text) => line(text.trimStart(), { indent: 2 + text.search(/\S/) }));
};

const MCP_CONFIG_COLUMNS = ['client', 'name', 'command', 'args', 'run', 'file'] as const;

export const mcpConfigCommand = defineCommand({
  path: 'mcp config',
  resultKind: 'data',
  group: 'Other commands',
  effects: { sends: 'never' },
  outputSchemas: ['toile.mcp-config/1'],
  summary: 'Show how to register the tools with an AI assistant',
  about:
    'Prints a command to run, or lines for the configuration file of the assistant. Also reports what ' +
    'would prevent the sign-in.\n\n' +
    'The registration has the full path of toile, --max-wait, --folder and the flags that select the ' +
    'service. It contains no key: the key stays where `toile login` stored it.',
  args: [
    {
      name: 'CLIENT',
      about: 'claude, claude-desktop, cursor, vscode, codex, gemini, antigravity, windsurf or zed',
      required: true,
      choices: Object.keys(ASSISTANT_HOSTS),
    },
  ],
  flags: {
    folder: { value: 'DIR', about: 'pulled folder for the tools to read and compare', completes: ['files'] },
  },
  examples: [
    { why: 'Register toile with Claude Code', line: 'toile mcp config claude' },
    { why: 'Register toile with a separate account', line: 'toile mcp config cursor --account studio' },
  ],
  json: '{"schema": "toile.mcp-config/1", "client": "claude", "name": "toile", "entry": {"command", "args"}, "run": "...", "file": "...", "warnings": []}',
  columns: [{ names: MCP_CONFIG_COLUMNS }],
  parse: ({ args: [client = ''], flags }) => {
    if (!Object.hasOwn(ASSISTANT_HOSTS, client)) {
      throw new UsageError(`unknown assistant ${client}`, {
        hint: shellText`known: ${quoteShellWords(Object.keys(ASSISTANT_HOSTS), ', ')}; in any other assistant, register the command toile mcp serve`,
      });
    }
    return { client, folder: readTextFlag(flags, 'folder') };
  },
  run: async (deps, { client, folder }) => {
    const host = ASSISTANT_HOSTS[client] as AssistantHost;
    const { name, entry, warnings } = await createServerRegistration(deps, folder);
    const file = resolveConfigPath(deps.system, host.file);
    const argv = host.formatAddCommand?.(name, entry);
    const run = argv === undefined ? null : quoteShellWords(argv);
    if (entry.args.some((arg) => /[\\/]_npx[\\/]/.test(arg))) {
      reportNote(
        deps,
        'toile runs from the npx cache, which npm may clear; install it first: npm install --global ./toile.tgz',
      );
    }
    return buildDataResult('toile.mcp-config/1', {
      client,
      title: host.title,
      name,
      entry,
      run,
      file,
      warnings,
    });
  },
  buildView: ({ client, title, name, entry, run, file, warnings }) => [
    ...buildRegistrationView(ASSISTANT_HOSTS[client] as AssistantHost, title, name, entry, run, file),
    ...(warnings.length === 0 ? [] : [gap, ...warnings.map((warning) => line(warning))]),
    gap,
    line({ text: 'It contains no key; toile reads yours when a tool is first called.', tone: 'faint' }),
  ],
  buildRows: ({ client, name, entry, run, file }) => ({
    columns: MCP_CONFIG_COLUMNS,
    rows: [[client, name, entry.command, entry.args.join(' '), run, file]],
  }),
});

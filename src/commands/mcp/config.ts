import { shellWord, shellWords, typeable } from '../../border/shell.ts';
import { Failure, UsageError } from '../../errors.ts';
import { gap, line, type View } from '../../view/model.ts';
import { define } from '../define.ts';
import type { Assistants, Base, Programs } from '../facets.ts';

/** How one assistant is told of a server. */
interface Host {
  readonly title: string;
  /** Its own command that registers one. */
  command?(name: string, entry: Entry): readonly string[];
  /** The file, for the one that has no command. */
  readonly file?: string;
}

/** What starts the server; nothing secret is in it. */
interface Entry {
  readonly command: string;
  readonly args: readonly string[];
}

const HOSTS: Readonly<Record<string, Host>> = {
  claude: {
    title: 'Claude Code',
    command: (name, { command, args }) => [
      'claude',
      'mcp',
      'add',
      '--scope',
      'user',
      name,
      '--',
      command,
      ...args,
    ],
  },
  cursor: { title: 'Cursor', file: '~/.cursor/mcp.json' },
  vscode: {
    title: 'VS Code',
    command: (name, entry) => ['code', '--add-mcp', JSON.stringify({ name, ...entry })],
  },
  codex: {
    title: 'Codex',
    command: (name, { command, args }) => ['codex', 'mcp', 'add', name, '--', command, ...args],
  },
  gemini: {
    title: 'Gemini CLI',
    // Without the hyphens in front it would read the arguments of the server as its own.
    command: (name, { command, args }) => [
      ...['gemini', 'mcp', 'add', '--scope', 'user', name, command],
      ...(args.some((arg) => arg.startsWith('-')) ? ['--', ...args] : args),
    ],
  },
};

export const mcpConfig = define({
  path: 'mcp config',
  answers: 'made',
  group: 'Anything else',
  summary: 'Show how to register the tools with an assistant; --write does it',
  elsewhere: ['mcp add', 'mcp install'],
  about:
    'The registration names this program by its whole path and holds no key: the key stays where login put it. ' +
    '--account, --base-url and --sandbox become part of it. With --write it is shown, asked about, and then ' +
    "handed to the assistant's own command; only Cursor's file, for which there is none, is edited, and a copy is kept.",
  words: [
    {
      name: 'CLIENT',
      about: 'claude, cursor, vscode, codex or gemini',
      required: true,
      choices: Object.keys(HOSTS),
    },
  ],
  flags: { write: { about: 'register it, after asking' } },
  examples: [
    { why: 'What to type for Claude Code', line: 'toile mcp config claude' },
    { why: 'For an account of its own', line: 'toile mcp config cursor --account studio --write' },
  ],
  json: '{"schema": "toile.mcp-config/1", "client": "claude", "name": "toile", "entry": {"command", "args"}, "run": "...", "file": null, "written": false}',
  parse: ({ words: [client = ''], flags }) => {
    if (!Object.hasOwn(HOSTS, client)) {
      throw new UsageError(`${client} is not an assistant that toile knows`, {
        hint: typeable`one of ${shellWords(Object.keys(HOSTS), ', ')}; others start: toile mcp serve`,
      });
    }
    return { client, write: flags.write === true };
  },
  run: async (deps: Base & Assistants & Programs, { client, write }) => {
    const { title, command, file } = HOSTS[client] as Host;
    const { name, entry } = await deps.registration();
    const argv = command?.(name, entry);
    const run = argv && shellWords(argv);
    if (entry.args.some((arg) => /[\\/]_npx[\\/]/.test(arg))) {
      deps.tell({
        kind: 'note',
        text: 'toile runs from the cache of npx, which npm empties some day; install it first: npm install --global ./toile.tgz',
      });
    }
    const shown = { client, title, name, entry, run: run ?? null, file: file ?? null };
    const made = (written: boolean, backup: string | null) =>
      ({ kind: 'made', schema: 'toile.mcp-config/1', value: { ...shown, written, backup } }) as const;
    if (!write) return made(false, null);
    if (!deps.ask.possible) {
      throw new UsageError('--write asks first, and there is nobody to ask', {
        code: 'no_terminal',
        hint:
          run ?? typeable`add it to ${shellWord(file ?? '')}: toile mcp config ${shellWord(client)} --json`,
      });
    }
    const what = run === undefined ? `Add this to ${file}? ${snippet(name, entry)}` : `Run this? ${run}`;
    if (!(await deps.ask.confirm(what, true))) return made(false, null);
    if (argv === undefined) return made(true, (await deps.writeCursor(name, entry)) ?? null);
    await register(deps, title, argv);
    return made(true, null);
  },
  view: ({ client, title, name, entry, run, file, written, backup }) => [
    ...(written
      ? [line(`toile is registered with ${title} as ${name}.`)]
      : [
          line(
            run === null ? `For ${title}, this goes into ${file}:` : `To register it with ${title}, type:`,
          ),
        ]),
    ...(written
      ? []
      : [
          gap,
          ...(run === null
            ? snippetLines(name, entry)
            : typedLines(HOSTS[client]?.command?.(name, entry) ?? [], entry)),
        ]),
    ...(typeof backup === 'string' ? [line(`the file as it was: ${backup}`, { indent: 1 })] : []),
    gap,
    line({ text: 'There is no key in it; toile reads yours when a tool is first called.', tone: 'faint' }),
  ],
  rows: ({ client, name, entry, run, file, written }) => ({
    columns: ['client', 'name', 'command', 'args', 'run', 'file', 'written'],
    rows: [[client, name, entry.command, entry.args.join(' '), run, file, written]],
  }),
});

const snippet = (name: string, entry: Entry, indent?: number): string =>
  JSON.stringify({ mcpServers: { [name]: entry } }, null, indent);

const snippetLines = (name: string, entry: Entry): View =>
  snippet(name, entry, 2)
    .split('\n')
    .map((text) => line(text.trimStart(), { indent: 2 + text.search(/\S/) }));

/** A command that would not fit on one line, broken where a shell lets it be copied all the same. */
const typedLines = (argv: readonly string[], entry: Entry): View => {
  const json = argv.find((word) => word.startsWith('{'));
  const at = argv.indexOf(entry.command);
  const lines =
    json === undefined
      ? [`${shellWords(argv.slice(0, at))} \\`, `  ${shellWords(argv.slice(at))}`]
      : shellWords([...argv.slice(0, -1), JSON.stringify(JSON.parse(json), null, 2)]).split('\n');
  return lines.map((text) => line(text.trimStart(), { indent: 2 + text.search(/\S/) }));
};

const register = async (
  deps: Base & Assistants & Programs,
  title: string,
  [program = '', ...args]: readonly string[],
): Promise<void> => {
  const code = await deps.spawn(program, args, {}, true);
  if (code === 0) return;
  throw new Failure(`${title} did not take it: ${program} ended with exit code ${code}`, {
    code: 'not_registered',
    hint: typeable`look at what it has: ${shellWord(program)} ${args[0] === 'mcp' ? typeable`mcp list` : typeable`--help`}`,
  });
};

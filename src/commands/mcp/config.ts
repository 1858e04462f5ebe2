import { shellWords, typeable } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import { gap, line } from '../../view/model.ts';
import { made } from '../answers.ts';
import { define } from '../define.ts';
import type { Assistants, Base } from '../facets.ts';
import { text as textOf } from '../flags/parse-flags.ts';
import { HOSTS, type Host } from './hosts.ts';
import { shownLines } from './show-registration.ts';

const COLUMNS = ['client', 'name', 'command', 'args', 'run', 'file'] as const;

export const mcpConfig = define({
  path: 'mcp config',
  answers: 'made',
  group: 'Anything else',
  does: { sends: 'never' },
  gives: ['toile.mcp-config/1'],
  summary: 'Show how to register the tools with an assistant',
  about:
    'The command of the assistant to type, or the lines for its file where it has none. The registration names this ' +
    'program by its whole path and holds no key: the key stays where login put it. The flags that choose the service, ' +
    '--max-wait and --folder become part of it. What would keep the server from signing in is said beside it.',
  words: [
    {
      name: 'CLIENT',
      about: 'claude, claude-desktop, cursor, vscode, codex, gemini, antigravity, windsurf or zed',
      required: true,
      choices: Object.keys(HOSTS),
    },
  ],
  flags: {
    folder: { value: 'DIR', about: 'a pulled folder that the server offers too', completes: ['files'] },
  },
  examples: [
    { why: 'What to type for Claude Code', line: 'toile mcp config claude' },
    { why: 'For an account of its own', line: 'toile mcp config cursor --account studio' },
  ],
  json: '{"schema": "toile.mcp-config/1", "client": "claude", "name": "toile", "entry": {"command", "args"}, "run": "...", "file": "...", "without": []}',
  columns: [{ names: COLUMNS }],
  parse: ({ words: [client = ''], flags }) => {
    if (!Object.hasOwn(HOSTS, client)) {
      throw new UsageError(`${client} is not an assistant that toile knows`, {
        hint: typeable`one of ${shellWords(Object.keys(HOSTS), ', ')}; others start: toile mcp serve`,
      });
    }
    return { client, folder: textOf(flags, 'folder') };
  },
  run: async (deps: Base & Assistants, { client, folder }) => {
    const host = HOSTS[client] as Host;
    const { name, entry, without } = await deps.registration(folder);
    const file = await deps.hostFile(host.file);
    const argv = host.command?.(name, entry);
    const run = argv === undefined ? null : shellWords(argv);
    if (entry.args.some((arg) => /[\\/]_npx[\\/]/.test(arg))) {
      deps.tell({
        kind: 'note',
        text: 'toile runs from the cache of npx, which npm empties some day; install it first: npm install --global ./toile.tgz',
      });
    }
    return made('toile.mcp-config/1', { client, title: host.title, name, entry, run, file, without });
  },
  view: ({ client, title, name, entry, run, file, without }) => [
    ...shownLines(HOSTS[client] as Host, title, name, entry, run, file),
    ...(without.length === 0
      ? []
      : [gap, ...without.map((said) => line(`It will have to do without ${said}.`))]),
    gap,
    line({ text: 'There is no key in it; toile reads yours when a tool is first called.', tone: 'faint' }),
  ],
  rows: ({ client, name, entry, run, file }) => ({
    columns: COLUMNS,
    rows: [[client, name, entry.command, entry.args.join(' '), run, file]],
  }),
});

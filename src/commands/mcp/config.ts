import { advice, shellWord, shellWords, toType, typeable } from '../../border/shell.ts';
import { Failure, UsageError } from '../../errors.ts';
import { gap, line } from '../../view/model.ts';
import { made } from '../answers.ts';
import { define } from '../define.ts';
import type { Assistants, Base, Files, Programs } from '../facets.ts';
import { text as textOf } from '../flags/parse-flags.ts';
import { written } from '../written-files.ts';
import { type Entry, HOSTS, type Host } from './hosts.ts';
import { shownLines, snippet } from './show-registration.ts';

const COLUMNS = ['client', 'name', 'command', 'args', 'run', 'file', 'written'] as const;

type All = Base & Assistants & Programs & Files;

/** What is to be done; nothing but showing where it is undefined. */
type Doing = 'write' | 'update' | 'remove' | undefined;

export const mcpConfig = define({
  path: 'mcp config',
  answers: 'made',
  group: 'Anything else',
  does: {
    sends: 'never',
    writes: 'the settings of the assistant, with --write, --update or --remove; a file with --bundle',
    asks: 'consent to that, without --yes',
  },
  gives: ['toile.mcp-config/1'],
  summary: 'Show how to register the tools with an assistant; --write does it',
  about:
    'The registration names this program by its whole path and holds no key: the key stays where login put it. The ' +
    'flags that choose the service, --max-wait and --folder become part of it. With --write the file of the ' +
    'assistant is edited in place, after asking, and a copy is kept; Claude Code, which writes its file all the time, ' +
    'is told by its own command. What would keep the server from signing in is said first.',
  words: [
    {
      name: 'CLIENT',
      about: 'claude, claude-desktop, cursor, vscode, codex, gemini, antigravity, windsurf or zed',
      required: true,
      choices: Object.keys(HOSTS),
    },
  ],
  flags: {
    write: { about: 'register it, after asking' },
    update: { about: 'as --write, where it is registered already: what starts it becomes this' },
    remove: { about: 'take it out again, after asking' },
    yes: { about: 'do not ask' },
    folder: { value: 'DIR', about: 'a pulled folder that the server offers too', completes: ['files'] },
    bundle: {
      value: 'FILE',
      about: 'with claude-desktop: write an extension to be opened with it, instead of editing its file',
      completes: ['files'],
    },
  },
  examples: [
    { why: 'What to type for Claude Code', line: 'toile mcp config claude' },
    { why: 'For an account of its own', line: 'toile mcp config cursor --account studio --write' },
    { why: 'Without being asked, in a script', line: 'toile mcp config zed --update --yes' },
  ],
  json: '{"schema": "toile.mcp-config/1", "client": "claude", "name": "toile", "entry": {"command", "args"}, "run": "...", "file": "...", "without": [], "written": false, "removed": false, "backup": null}',
  columns: [{ names: COLUMNS }],
  parse: ({ words: [client = ''], flags }) => {
    if (!Object.hasOwn(HOSTS, client)) {
      throw new UsageError(`${client} is not an assistant that toile knows`, {
        hint: typeable`one of ${shellWords(Object.keys(HOSTS), ', ')}; others start: toile mcp serve`,
      });
    }
    const doings = (['write', 'update', 'remove'] as const).filter((flag) => flags[flag] === true);
    const bundle = textOf(flags, 'bundle');
    if (doings.length + (bundle === undefined ? 0 : 1) > 1)
      throw new UsageError('only one of --write, --update, --remove and --bundle can be meant');
    if (bundle !== undefined && client !== 'claude-desktop')
      throw new UsageError(`only claude-desktop takes a bundle, and not ${client}`);
    const [doing]: readonly Doing[] = doings;
    if (flags.yes === true && doing === undefined)
      throw new UsageError('--yes goes with --write, --update or --remove');
    return { client, doing, yes: flags.yes === true, folder: textOf(flags, 'folder'), bundle };
  },
  run: async (deps: All, { client, doing, yes, folder, bundle }) => {
    const host = HOSTS[client] as Host;
    const { name, entry, without } = await deps.registration(folder);
    const file = await deps.hostFile(host.file);
    const argv = host.command?.(name, entry);
    const run = argv === undefined ? null : shellWords(argv);
    if (doing !== 'remove') {
      // Before it is written; who only looks sees it beside what there is to see.
      for (const said of doing === undefined && bundle === undefined ? [] : without) {
        deps.tell({ kind: 'note', text: `the server will have to do without ${said}` });
      }
      if (entry.args.some((arg) => /[\\/]_npx[\\/]/.test(arg))) {
        deps.tell({
          kind: 'note',
          text: 'toile runs from the cache of npx, which npm empties some day; install it first: npm install --global ./toile.tgz',
        });
      }
    }
    const shown = { client, title: host.title, name, entry, run, file, without };
    const left = { written: false, removed: false, backup: null, bundle: null };
    const ended = (done: Done = {}) => made('toile.mcp-config/1', { ...shown, ...left, ...done });
    if (bundle !== undefined) return ended(await bundled(deps, bundle, name, entry));
    if (doing === undefined) return ended();
    const sure = async (question: string): Promise<boolean> => {
      if (yes) return true;
      if (!deps.ask.possible) {
        throw new UsageError(`--${doing} asks first, and there is nobody to ask`, {
          code: 'no_terminal',
          hint: typeable`add --yes${run === null || doing === 'remove' ? typeable`` : typeable`, or: ${run}`}`,
        });
      }
      return deps.ask.confirm(question, true);
    };
    if (host.byCommand) return ended(await byCommand(deps, host, name, entry, doing, sure));
    return ended(await inFile(deps, host, name, entry, doing, file, sure));
  },
  view: ({ client, title, name, entry, run, file, without, written: isWritten, removed, backup, bundle }) => [
    ...(bundle !== null
      ? [line(`Open ${bundle} with ${title}.`)]
      : isWritten
        ? [line(`toile is registered with ${title} as ${name}.`)]
        : removed
          ? [line(`${name} is registered with ${title} no more.`)]
          : shownLines(HOSTS[client] as Host, title, name, entry, run, file)),
    ...(typeof backup === 'string' ? [line(`the file as it was: ${backup}`, { indent: 1 })] : []),
    ...(isWritten || removed || without.length === 0
      ? []
      : [gap, ...without.map((said) => line(`It will have to do without ${said}.`))]),
    gap,
    line({ text: 'There is no key in it; toile reads yours when a tool is first called.', tone: 'faint' }),
  ],
  rows: ({ client, name, entry, run, file, written: isWritten }) => ({
    columns: COLUMNS,
    rows: [[client, name, entry.command, entry.args.join(' '), run, file, isWritten]],
  }),
});

interface Done {
  readonly written?: boolean;
  readonly removed?: boolean;
  readonly backup?: string | null;
  readonly bundle?: string | null;
}
type Sure = (question: string) => Promise<boolean>;

const exists = (title: string, name: string, client: string): UsageError =>
  new UsageError(`${title} has a server ${name} already, and it starts something else`, {
    code: 'already_registered',
    hint: advice`${toType`toile mcp config ${shellWord(client)} --update`} changes it`,
  });

const inFile = async (
  deps: All,
  host: Host,
  name: string,
  entry: Entry,
  doing: Exclude<Doing, undefined>,
  file: string,
  sure: Sure,
): Promise<Done> => {
  const isRemoval = doing === 'remove';
  const wanted = isRemoval ? undefined : { ...host.beside, ...entry };
  const place = { format: host.format, table: host.table, name };
  const plan = await deps.planHostEdit(host.file, place, wanted);
  const done = isRemoval ? { removed: true } : { written: true };
  if (!plan.changes) return done;
  if (doing === 'write' && plan.now !== undefined) throw exists(host.title, name, clientOf(host));
  const question = isRemoval
    ? `Take ${name} out of ${file}?`
    : `${plan.now === undefined ? 'Add this to' : 'Change it in'} ${file}? ${snippet(host, name, entry)}`;
  if (!(await sure(question))) return {};
  return { ...done, backup: (await plan.write()) ?? null };
};

const clientOf = (host: Host): string => Object.entries(HOSTS).find(([, one]) => one === host)?.[0] ?? '';

/** By the assistant's own command, for one that writes its file while it runs. */
const byCommand = async (
  deps: All,
  host: Host,
  name: string,
  entry: Entry,
  doing: Exclude<Doing, undefined>,
  sure: Sure,
): Promise<Done> => {
  const adding = host.command?.(name, entry) ?? [];
  const removing = host.removing?.(name) ?? [];
  const asked = doing === 'remove' ? [removing] : doing === 'update' ? [removing, adding] : [adding];
  const question = `Run this? ${asked.map((argv) => shellWords(argv)).join(' && ')}`;
  if (!(await sure(question))) return {};
  for (const [at, argv] of asked.entries()) await told(deps, host.title, argv, at < asked.length - 1);
  return doing === 'remove' ? { removed: true } : { written: true };
};

/** `anyway`: nothing to remove is no reason not to add. */
const told = async (
  deps: All,
  title: string,
  [program = '', ...args]: readonly string[],
  anyway: boolean,
): Promise<void> => {
  const code = await deps.spawn(program, args, {}, true);
  if (code === 0 || anyway) return;
  throw new Failure(`${title} did not take it: ${program} ended with exit code ${code}`, {
    code: 'not_registered',
    hint: advice`look at what it has: ${toType`${shellWord(program)} mcp list`}`,
  });
};

const bundled = async (deps: All, into: string, name: string, entry: Entry) => {
  const wanted = { into, name: `${name}.mcpb`, clobber: true, skipExisting: false, several: false };
  const { file } = await written(deps, wanted, () => deps.bundle(name, entry));
  return { bundle: file };
};

import { typeable } from '../../border/shell.ts';
import { UsageError } from '../../errors.ts';
import type { RunningSandbox } from '../../sandbox/index.ts';
import { gap, grid, line, type View } from '../../view/model.ts';
import { define } from '../define.ts';
import type { Base, Programs, Sandboxes } from '../facets.ts';
import { text } from '../flags/parse-flags.ts';
import type { Given } from '../typed.ts';

const port = (flags: Given): number | undefined => {
  const typed = text(flags, 'port');
  if (typed === undefined) return undefined;
  if (!/^[0-9]{1,5}$/.test(typed) || Number(typed) > 65535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${JSON.stringify(typed)}`);
  }
  return Number(typed);
};

const STARTING = {
  port: { value: 'N', about: 'a fixed port; otherwise any free one' },
  state: {
    value: 'FILE',
    about: 'keep its journal in FILE, so that it goes on where it was',
    completes: 'files',
  },
  from: { value: 'DIR', about: 'serve a folder of toile pull, with a key of its own', completes: 'files' },
  scenario: {
    value: 'NAME',
    about: 'begin with this trouble; toile help sandbox lists them',
    completes: 'scenarios',
  },
} as const;

const startingOf = (flags: Given) => ({
  port: port(flags),
  state: text(flags, 'state'),
  scenario: text(flags, 'scenario'),
  from: text(flags, 'from'),
});

/** An origin on this machine: the sandbox answers no page from elsewhere. */
const origin = (flags: Given): string | undefined => {
  const typed = text(flags, 'cors');
  if (typed === undefined) return undefined;
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url?.protocol === 'http:' && isHere && url.origin === typed.replace(/\/$/, '')) return url.origin;
  throw new UsageError(`--cors takes the origin of a page on this machine, not ${JSON.stringify(typed)}`, {
    hint: typeable`for example: toile sandbox start --cors http://localhost:5173`,
  });
};

const described = ({ baseUrl, keys }: RunningSandbox) => ({
  base_url: baseUrl,
  mcp_url: `${baseUrl}/mcp`,
  connector_url: `${baseUrl}/connector`,
  keys: keys.map(({ name, key, via, scopes, plan, about }) => ({ name, key, via, scopes, plan, about })),
});

const startView = ({ base_url, mcp_url, connector_url, keys }: ReturnType<typeof described>): View => [
  line(['The sandbox answers at ', { text: base_url, tone: 'strong' }]),
  gap,
  grid(
    [{ head: 'KEY' }, { head: 'SCOPES' }, { head: 'WHAT FOR', fit: 'wrap', min: 16 }],
    keys.map((key) => [key.key, key.scopes.join(' ') || '-', key.about]),
    { indent: 1 },
  ),
  gap,
  line('In another terminal:'),
  line(`export TOILE_BASE_URL=${base_url}`, { indent: 2 }),
  line(`export TOILE_API_KEY=${keys[0]?.key ?? ''}`, { indent: 2 }),
  line('toile me', { indent: 2 }),
  gap,
  line(['Its tool server is ', mcp_url, ', its connector ', connector_url], { hang: 2 }),
  line('Ctrl-C ends it.'),
];

export const sandboxStart = define({
  path: 'sandbox start',
  answers: 'held',
  uses: [],
  group: 'Work offline',
  does: { sends: 'never', writes: 'what is done in it, with --state' },
  gives: ['toile.sandbox/1'],
  summary: 'Serve the sandbox on this machine until Ctrl-C',
  elsewhere: ['serve', 'sandbox up', 'sandbox serve'],
  about: 'The whole service on loopback, with sample keys. With --json it prints one line when it is ready.',
  flags: {
    ...STARTING,
    cors: { value: 'ORIGIN', about: 'let a page of this origin, on this machine, read the answers' },
  },
  examples: [
    { why: 'On a free port', line: 'toile sandbox start' },
    { why: 'For a page in development', line: 'toile sandbox start --cors http://localhost:5173' },
    { why: 'For a script', line: 'toile sandbox start --port 4010 --json' },
    { why: 'Your own designs, on a train', line: 'toile sandbox start --from season' },
  ],
  json: '{"schema": "toile.sandbox/1", "base_url": "http://127.0.0.1:4010", "mcp_url": "...", "connector_url": "...", "keys": [{"name", "key", "via", "scopes", "plan", "about"}]}',
  parse: ({ flags }) => ({ ...startingOf(flags), cors: origin(flags) }),
  run: async (deps: Base & Sandboxes, options) => {
    const running = await deps.startSandbox(options);
    return {
      kind: 'held',
      schema: 'toile.sandbox/1',
      ready: described(running),
      ended: running.ended.then(() => 0),
      close: () => running.close(),
    } as const;
  },
  view: startView,
});

const programIn = (words: readonly string[]): readonly string[] => {
  if (words[0] === '') throw new UsageError('the name of the program is empty');
  return words;
};

const runWith = async (
  deps: Base & Sandboxes & Programs,
  words: readonly string[],
  running: RunningSandbox,
): Promise<number> => {
  const [command = '', ...args] = words;
  try {
    return await deps.spawn(command, args, {
      TOILE_BASE_URL: running.baseUrl,
      TOILE_MCP_URL: `${running.baseUrl}/mcp`,
      TOILE_CONNECTOR_URL: `${running.baseUrl}/connector`,
      TOILE_API_KEY: running.keys[0]?.key ?? '',
    });
  } finally {
    await running.close();
  }
};

export const sandboxRun = define({
  path: 'sandbox run',
  answers: 'text',
  uses: [],
  group: 'Work offline',
  does: { sends: 'never', writes: 'what is done in it, with --state' },
  summary: 'Run a program against a sandbox that starts and ends with it',
  about:
    'The program finds address and key in TOILE_BASE_URL and TOILE_API_KEY. Its exit code is the exit code of ' +
    'this command.',
  words: [{ name: 'CMD', about: 'the program and its arguments, after --', required: true, many: true }],
  flags: STARTING,
  examples: [
    { why: 'Test a pipeline without a key', line: 'toile sandbox run -- ./pull-designs.sh' },
    { why: 'toile itself', line: 'toile sandbox run -- toile designs ls --all --json' },
  ],
  parse: ({ words, flags }) => ({ words: programIn(words), ...startingOf(flags) }),
  run: async (deps: Base & Sandboxes & Programs, { words, ...options }) => {
    const exit = await runWith(deps, words, await deps.startSandbox(options));
    return { kind: 'text', text: '', exit } as const;
  },
});

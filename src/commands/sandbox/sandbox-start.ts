import { gap, grid, line, type TerminalView } from '../../output/views/view-model.ts';
import { UsageError } from '../../platform/errors.ts';
import { shellText } from '../../platform/escape/shell.ts';
import { spawnAttached } from '../../platform/system/child-processes.ts';
import type { SandboxServer } from '../../sandbox/index.ts';
import type { FlagValues } from '../argument-spec.ts';
import type { CommandContext } from '../command-context.ts';
import { defineCommand } from '../command-spec.ts';
import { readTextFlag } from '../flags/parse-flags.ts';
import type { StartSandboxOptions } from './embedded-sandbox.ts';

const readPortFlag = (flags: FlagValues): number | undefined => {
  const typed = readTextFlag(flags, 'port');
  if (typed === undefined) return undefined;
  if (!/^[0-9]{1,5}$/.test(typed) || Number(typed) > 65535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not ${JSON.stringify(typed)}`);
  }
  return Number(typed);
};

const START_FLAGS = {
  port: { value: 'N', about: 'the port', default: 'any free port' },
  state: {
    value: 'FILE',
    about: 'keep the state in FILE, to resume after a restart',
    completes: ['files'],
  },
  from: { value: 'DIR', about: 'serve the designs of a pulled folder', completes: ['files'] },
  scenario: {
    value: 'NAME',
    about: 'start with a simulated failure (see toile help sandbox)',
    completes: ['scenarios'],
  },
} as const;

const readStartFlags = (flags: FlagValues) => ({
  port: readPortFlag(flags),
  state: readTextFlag(flags, 'state'),
  scenario: readTextFlag(flags, 'scenario'),
  from: readTextFlag(flags, 'from'),
});

/** Returns the origin of `--cors`. Throws a UsageError unless it is an http origin of this machine. */
const readCorsFlag = (flags: FlagValues): string | undefined => {
  const typed = readTextFlag(flags, 'cors');
  if (typed === undefined) return undefined;
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url?.protocol === 'http:' && isHere && url.origin === typed.replace(/\/$/, '')) return url.origin;
  throw new UsageError(`--cors takes the origin of a page on this machine, not ${JSON.stringify(typed)}`, {
    hint: shellText`for example: toile sandbox start --cors http://localhost:5173`,
  });
};

const startSandbox = async (deps: CommandContext, options: StartSandboxOptions): Promise<SandboxServer> =>
  (await import('./embedded-sandbox.ts')).startSandboxServer(deps, options);

const describeSandbox = ({ baseUrl, keys }: SandboxServer) => ({
  base_url: baseUrl,
  mcp_url: `${baseUrl}/mcp`,
  connector_url: `${baseUrl}/connector`,
  keys: keys.map(({ name, key, via, scopes, plan, about }) => ({ name, key, via, scopes, plan, about })),
});

const buildStartView = ({
  base_url,
  mcp_url,
  connector_url,
  keys,
}: ReturnType<typeof describeSandbox>): TerminalView => [
  line(['The sandbox is running at ', { text: base_url, tone: 'strong' }]),
  gap,
  grid(
    [{ head: 'KEY' }, { head: 'SCOPES' }, { head: 'PURPOSE', fit: 'wrap', min: 16 }],
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
  line('Press Ctrl-C to stop it.'),
];

export const sandboxStartCommand = defineCommand({
  path: 'sandbox start',
  resultKind: 'server',
  targetFlags: [],
  group: 'Work offline',
  effects: { sends: 'never', writes: 'its state, with --state' },
  outputSchemas: ['toile.sandbox/1'],
  summary: 'Serve the sandbox on this machine until Ctrl-C',
  namesInOtherTools: ['serve', 'sandbox up', 'sandbox serve'],
  about:
    'Programs on this machine can use the sandbox like the service, with sample keys. With --json, one ' +
    'line of JSON says when it is ready.',
  flags: {
    ...START_FLAGS,
    cors: { value: 'ORIGIN', about: 'let web pages of this local address (origin) read it' },
  },
  examples: [
    { why: 'Start on a free port', line: 'toile sandbox start' },
    {
      why: 'Develop a web page against the sandbox',
      line: 'toile sandbox start --cors http://localhost:5173',
    },
    { why: 'Start on a fixed port for a script', line: 'toile sandbox start --port 4010 --json' },
    { why: 'Work with your own designs offline', line: 'toile sandbox start --from season' },
  ],
  json: '{"schema": "toile.sandbox/1", "base_url": "http://127.0.0.1:4010", "mcp_url": "...", "connector_url": "...", "keys": [{"name", "key", "via", "scopes", "plan", "about"}]}',
  parse: ({ flags }) => ({ ...readStartFlags(flags), cors: readCorsFlag(flags) }),
  run: async (deps, options) => {
    const running = await startSandbox(deps, options);
    return {
      kind: 'server',
      schema: 'toile.sandbox/1',
      ready: describeSandbox(running),
      ended: running.ended.then(() => 0),
      close: () => running.close(),
    } as const;
  },
  buildView: buildStartView,
});

const requireProgram = (words: readonly string[]): readonly string[] => {
  if (words[0] === '') throw new UsageError('the name of the program is empty');
  return words;
};

/**
 * Runs a program with the address and a key of the sandbox in its environment, and returns the exit code of the
 * program.
 */
const runInSandbox = async (
  deps: CommandContext,
  words: readonly string[],
  running: SandboxServer,
): Promise<number> => {
  const [command = '', ...args] = words;
  try {
    return await spawnAttached(deps.system, command, args, {
      TOILE_BASE_URL: running.baseUrl,
      TOILE_MCP_URL: `${running.baseUrl}/mcp`,
      TOILE_CONNECTOR_URL: `${running.baseUrl}/connector`,
      TOILE_API_KEY: running.keys[0]?.key ?? '',
    });
  } finally {
    await running.close();
  }
};

export const sandboxRunCommand = defineCommand({
  path: 'sandbox run',
  resultKind: 'text',
  targetFlags: [],
  group: 'Work offline',
  effects: { sends: 'never', writes: 'its state, with --state' },
  summary: 'Run a command against a temporary sandbox',
  about:
    'Your program gets the address and the key in TOILE_BASE_URL and TOILE_API_KEY. The exit code is ' +
    'the one of your program.',
  args: [{ name: 'CMD', about: 'the program and its arguments, after --', required: true, many: true }],
  flags: START_FLAGS,
  examples: [
    { why: 'Test a pipeline without a key', line: 'toile sandbox run -- ./pull-designs.sh' },
    { why: 'Run toile itself', line: 'toile sandbox run -- toile designs ls --all --json' },
  ],
  parse: ({ args, flags }) => ({ words: requireProgram(args), ...readStartFlags(flags) }),
  run: async (deps, { words, ...options }) => {
    const exit = await runInSandbox(deps, words, await startSandbox(deps, options));
    return { kind: 'text', text: '', exit } as const;
  },
});

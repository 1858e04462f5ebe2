/** Every process ends within a second of a signal, and restores the terminal and its folders. */
import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isToolMissing } from '../support/is-tool-missing.ts';
import { BIN } from '../support/run-program.ts';
import type { FaultRow } from './fault-row.ts';
import {
  createDesigns,
  createRefusal,
  createUuid,
  type Service,
  type ServiceOptions,
} from './lab-service.ts';
import {
  findToile,
  killMarkedProcesses,
  listMarkedProcesses,
  MARK,
  type MarkedProcess,
  waitUntilIdle,
} from './marked-processes.ts';
import { changeReply, neverReply, replyWith } from './network-faults.ts';
import { DESIGN } from './purchase-checks.ts';
import { type Setup, testWithService } from './test-fault.ts';
import {
  createUser,
  type ProgramStep,
  type RunningProgram,
  type RunOptions,
  type TestUser,
} from './test-user.ts';

const EXITS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type Signal = keyof typeof EXITS;
const SIGNALS = Object.keys(EXITS) as Signal[];
const LIMIT_MS = 1000;

/** A command that waits. */
interface WaitingCommand {
  readonly command: string;
  readonly what: string;
  readonly argv: readonly string[];
  readonly service?: ServiceOptions;
  /** The number of requests; without it 0. It is `any` if the time of the signal decides. */
  readonly requests?: number | 'any';
  /** Exit code 0 is right too, because a signal is the usual end of this command. */
  readonly held?: true;
  /** It prints its address before it waits. */
  readonly prints?: true;
  /** The step that a polling command repeats; it never becomes idle. */
  readonly polls?: ProgramStep;
  /** Prepares the run and returns its options. */
  before?(at: Setup): RunOptions | Promise<RunOptions>;
  after?(at: Setup): void;
}

/** A shell command whose children never end. */
const SLEEPS = 'sleep 4711 & sleep 4712';

const createFifo = (user: TestUser, name: string): string => {
  execFileSync('mkfifo', [user.file(name)]);
  return user.file(name);
};

const checkNoParts = ({ row, user }: Setup): void => {
  const left = readdirSync(user.work, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.part'),
  );
  row.check(left.length === 0, `left behind: ${left.join(', ')}`);
};

const hangRoute =
  (route: Parameters<Service['on']>[0], bytes = -1) =>
  ({ service }: Setup): RunOptions => {
    service.on(route, 'always', changeReply({ hang: bytes }));
    return {};
  };

const holders = new Map<string, RunningProgram>();

const WAITING_COMMANDS: readonly WaitingCommand[] = [
  {
    command: 'login --with-key',
    what: 'stdin',
    argv: ['login', '--with-key', '--insecure-storage'],
    before: () => ({ stdin: 'open', env: { TOILE_API_KEY: undefined } }),
  },
  { command: 'export -', what: 'stdin', argv: ['export', '-'], before: () => ({ stdin: 'open' }) },
  {
    command: 'api --body -',
    what: 'stdin',
    argv: ['api', `v1/designs/${DESIGN}/exports`, '-X', 'POST', '--body', '-'],
    before: () => ({ stdin: 'open' }),
  },
  {
    command: 'techpack request --body -',
    what: 'stdin',
    argv: ['techpack', 'request', DESIGN, '--yes', '--body', '-'],
    before: () => ({ stdin: 'open' }),
    after: ({ row, service }) => row.report('posts', 'it was sent', service.posts.length),
  },
  {
    command: 'me',
    what: 'a FIFO in TOILE_API_KEY_FILE',
    argv: ['me'],
    before: ({ user }) => ({
      env: { TOILE_API_KEY: undefined, TOILE_API_KEY_FILE: createFifo(user, 'key') },
    }),
  },
  {
    command: 'me',
    what: 'a FIFO that another program keeps open',
    argv: ['me'],
    before: ({ user }) => {
      const path = createFifo(user, 'key');
      // The open writing end, which never writes.
      const held = openSync(path, constants.O_RDWR);
      setTimeout(() => closeSync(held), 20_000).unref();
      return { env: { TOILE_API_KEY: undefined, TOILE_API_KEY_FILE: path } };
    },
  },
  {
    command: 'me',
    what: 'a key command and what it started',
    argv: ['me'],
    before: () => ({ env: { TOILE_API_KEY: undefined, TOILE_KEY_COMMAND: SLEEPS } }),
  },
  {
    command: 'me',
    what: 'a keychain that never answers',
    argv: ['me'],
    before: async ({ user, service }) => {
      const path = `${user.root}/bus`;
      const bus = createServer(() => undefined).listen(path);
      bus.unref();
      await new Promise((resolve) => bus.once('listening', resolve));
      const account = { name: 'studio', base_url: service.base, storage: 'keychain', kind: 'api_key' };
      writeFileSync(
        `${user.home}/accounts.json`,
        JSON.stringify({ version: 1, current: 'studio', accounts: [account] }),
      );
      return { env: { TOILE_API_KEY: undefined, DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` } };
    },
  },
  { command: 'me', what: 'the network', requests: 1, argv: ['me'], before: hangRoute('me') },
  {
    command: 'designs ls --all',
    what: 'the network',
    requests: 1,
    argv: ['designs', 'ls', '--all'],
    before: hangRoute('designs', 10),
  },
  {
    command: 'designs ls --all',
    what: 'a reader that does not read',
    requests: 'any',
    argv: ['designs', 'ls', '--all', '--json'],
    service: { designs: createDesigns(3000) },
    before: ({ user }) => ({ stdout: openSync(createFifo(user, 'out'), constants.O_RDWR) }),
  },
  {
    command: 'me',
    what: 'the rate limit',
    requests: 1,
    argv: ['me', '--max-wait', '1h'],
    before: ({ service }) => {
      service.on('me', 'always', replyWith(createRefusal(429, 'RATE_LIMITED', { 'retry-after': '600' })));
      return {};
    },
  },
  {
    command: 'export',
    what: 'the download',
    requests: 2,
    argv: ['export', DESIGN, '-o', 'x.svg'],
    service: { size: 400_000 },
    before: hangRoute('document', 200_000),
    after: (at) => {
      checkNoParts(at);
      at.row.check(!existsSync(at.user.file('x.svg')), 'half a file at its final name', 'kept');
    },
  },
  {
    command: 'techpack request --wait --download',
    what: 'the pack',
    requests: 'any',
    argv: ['techpack', 'request', DESIGN, '--yes', '--wait', '--download', 'pk.pdf'],
    after: checkNoParts,
  },
  {
    command: 'techpack request',
    what: 'the answer to its post',
    requests: 1,
    argv: ['techpack', 'request', DESIGN, '--yes'],
    before: ({ service }) => {
      service.on('tech-packs', 'always', neverReply);
      return {};
    },
  },
  {
    command: 'pull',
    what: 'the network',
    requests: 4,
    argv: ['pull', 'season'],
    before: hangRoute('graph', 10),
  },
  {
    command: 'tools ls',
    what: 'the tool server',
    requests: 1,
    argv: ['tools', 'ls'],
    before: ({ service }) => {
      service.on('none', 'always', neverReply);
      return { env: { TOILE_MCP_URL: `${service.base}/mcp` } };
    },
  },
  {
    command: 'mcp serve',
    what: 'its assistant',
    argv: ['mcp', 'serve'],
    held: true,
    before: () => ({ stdin: 'open' }),
  },
  { command: 'sandbox start', what: 'requests', argv: ['sandbox', 'start'], held: true, prints: true },
  {
    command: 'sandbox run',
    what: 'its child and grandchild',
    argv: ['sandbox', 'run', '--', 'sh', '-c', SLEEPS],
  },
  {
    command: 'sandbox run',
    what: 'a child that takes its time to end',
    argv: [
      'sandbox',
      'run',
      '--',
      'bash',
      '-c',
      'trap "sleep 0.1; echo ended > ended; exit 0" INT TERM HUP; while :; do sleep 0.05; done',
    ],
    after: ({ row, user }) =>
      row.check(existsSync(user.file('ended')), 'its child was not let come to its end'),
  },
  {
    command: 'sandbox run',
    what: 'a child that takes no notice',
    argv: ['sandbox', 'run', '--', 'bash', '-c', 'trap "" INT TERM HUP; while :; do sleep 0.05; done'],
  },
  {
    command: 'techpack request',
    what: 'another toile that holds the record',
    // The request of the run that counts the steps of the other.
    requests: 1,
    argv: ['techpack', 'request', DESIGN, '--yes'],
    polls: { what: 'rename', path: 'purchases.json.lock/held' },
    service: { designs: createDesigns(2) },
    before: async ({ user, service: { base, key } }) => {
      const other = ['techpack', 'request', createUuid(2), '--yes'];
      const tried = await (await createUser({ base, key }, undefined)).run(other, {
        fault: { mode: 'count', at: 0 },
      });
      // The process holds the lock of the record at its first write.
      const at =
        1 + tried.steps.findIndex(({ what, path }) => what === 'write' && path.includes('purchases.json'));
      const holder = user.start(other, { fault: { mode: 'stop', at } });
      await holder.waitForStop();
      holders.set(user.root, holder);
      return {};
    },
    after: ({ user }) => holders.get(user.root)?.kill('SIGKILL'),
  },
];

/** Reports the processes that are alive a second after the signal. `isIts` selects those of the program. */
const checkEndsInTime = async (
  row: FaultRow,
  mark: string,
  began: number,
  isIts = (_: MarkedProcess): boolean => true,
): Promise<readonly MarkedProcess[]> => {
  let left = listMarkedProcesses(mark).filter(isIts);
  while (left.length > 0 && performance.now() - began < LIMIT_MS) {
    await sleep(15);
    left = listMarkedProcesses(mark).filter(isIts);
  }
  row.report('alive', left.map(({ words }) => words.slice(-80)).join(' + '), left.length);
  return left;
};

for (const wait of WAITING_COMMANDS) {
  for (const signal of SIGNALS) {
    testWithService(wait.command, `waiting for ${wait.what}: ${signal}`, wait.service ?? {}, async (at) => {
      const { row, user } = at;
      row.signals += 1;
      const mark = `${process.pid}-${Math.random().toString(36).slice(2)}`;
      const how = (await wait.before?.(at)) ?? {};
      const running = user.start(wait.argv, {
        ...how,
        ...(wait.polls && { fault: { mode: 'count', at: 0 } }),
        env: { ...how.env, [MARK]: mark },
      });
      try {
        await (wait.polls ? running.waitForStep(wait.polls) : waitUntilIdle(() => running.pid));
        const began = performance.now();
        let behind: readonly MarkedProcess[] = [];
        running.child.once('exit', () => {
          behind = listMarkedProcesses(mark);
        });
        running.kill(signal);
        const left = await checkEndsInTime(row, mark, began);
        killMarkedProcesses(mark);
        const ended = await running.ended;
        row.check(behind.length === 0, `it returned before ${behind.map(({ words }) => words).join(' + ')}`);
        const { requests = 0 } = wait;
        const sent = at.service.seen.length;
        row.check(requests === 'any' || sent === requests, `${sent} requests, not ${requests}`);
        row.check(ended.out === '' || wait.prints === true, `it printed a result: ${ended}`);
        const right = ended.code === EXITS[signal] || (wait.held && ended.code === 0);
        row.check(left.length > 0 || right === true, `exit ${ended.code}: ${ended}`);
        wait.after?.(at);
      } finally {
        killMarkedProcesses(mark);
        running.kill('SIGKILL');
      }
    });
  }
}

// --- on a terminal -------------------------------------------------------------------------------------

interface TerminalWait {
  readonly command: string;
  readonly what: string;
  /** The arguments, as typed in a shell. */
  readonly words: string;
  /** The text on the screen while the command waits. */
  readonly shows: RegExp;
  readonly service?: ServiceOptions;
  readonly env?: Readonly<Record<string, string | undefined>>;
  before?(at: Setup): void;
  after?(at: Setup): void;
}

const TERMINAL_WAITS: readonly TerminalWait[] = [
  {
    command: 'login',
    what: 'a prompt that hides what is typed',
    words: 'login --insecure-storage',
    shows: /API key/,
    env: { TOILE_API_KEY: undefined },
  },
  { command: 'techpack request', what: 'a yes', words: `techpack request ${DESIGN}`, shows: /Request it\?/ },
  {
    command: 'graph',
    what: 'a choice',
    words: 'graph',
    shows: /Design 2/,
    service: { designs: createDesigns(40) },
  },
  {
    command: 'designs ls',
    what: 'less',
    words: 'designs ls --all',
    shows: /Design 20/,
    service: { designs: createDesigns(200) },
    env: { TOILE_PAGER: 'less' },
  },
  {
    command: 'designs ls',
    what: 'a pager that started others',
    words: 'designs ls --all',
    shows: /pages/,
    service: { designs: createDesigns(200) },
    env: { TOILE_PAGER: 'cat > /dev/null; echo pages; sleep 4711 & sleep 4712' },
  },
  {
    command: 'export',
    what: 'the download, with its bar',
    words: `export ${DESIGN} -o x.svg`,
    shows: /kB/,
    service: { size: 400_000 },
    before: hangRoute('document', 200_000),
    after: checkNoParts,
  },
  {
    command: 'techpack request --wait',
    what: 'the pack, with its clock',
    words: `techpack request ${DESIGN} --yes --wait --download pk.pdf`,
    shows: /composing \(0:0[1-9]\)/,
    after: checkNoParts,
  },
];

const MISSING =
  isToolMissing('script', 'bsdutils') || isToolMissing('less', 'less')
    ? 'script or less is missing'
    : undefined;

/** Whether the last cursor command of the output shows the cursor. */
const isCursorShown = (output: string): boolean =>
  output.lastIndexOf('\u001b[?25h') >= output.lastIndexOf('\u001b[?25l');

/** Runs a command in a shell on its own terminal and waits until the expected text appears. */
const runOnTerminal = async ({ user }: Setup, { words, shows, env }: TerminalWait, mark: string) => {
  const script = `stty rows 24 cols 100; stty -a > modes-before; '${process.execPath}' '${BIN}' ${words}; echo $? > code; stty -a > modes-after`;
  writeFileSync(user.file('line.sh'), script);
  chmodSync(user.file('line.sh'), 0o755);
  const all: Record<string, string> = { ...user.env, TERM: 'xterm-256color', [MARK]: mark };
  for (const [name, value] of Object.entries(env ?? {})) {
    if (value === undefined) delete all[name];
    else all[name] = value;
  }
  const child = spawn('script', ['-qec', 'bash ./line.sh', '/dev/null'], {
    cwd: user.work,
    env: all,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let screen = '';
  child.stdout.on('data', (text) => {
    screen += text;
  });
  // After `exit`, the last output may still be on its way.
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const until = performance.now() + 15_000;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape codes are removed
  while (!shows.test(screen.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, ''))) {
    if (performance.now() > until)
      throw new Error(`it never showed ${shows}: ${JSON.stringify(screen.slice(-500))}`);
    await sleep(20);
  }
  await waitUntilIdle(() => findToile(mark)?.pid);
  return { child, gone, readOutput: () => screen };
};

/** Whether a process belongs to the program, not to the shell around it. */
const isProgramProcess = ({ words }: MarkedProcess): boolean => !/^script |line\.sh|^stty /.test(words);

for (const screen of TERMINAL_WAITS) {
  for (const signal of [...SIGNALS, 'a closed terminal'] as const) {
    testWithService(
      screen.command,
      `on a terminal, waiting for ${screen.what}: ${signal}`,
      screen.service ?? {},
      async (at) => {
        const { row, user } = at;
        row.signals += 1;
        screen.before?.(at);
        const mark = `${process.pid}-${Math.random().toString(36).slice(2)}`;
        try {
          const { child, gone, readOutput } = await runOnTerminal(at, screen, mark);
          const toile = findToile(mark);
          const began = performance.now();
          if (signal === 'a closed terminal') child.kill('SIGKILL');
          else if (toile) process.kill(toile.pid, signal);
          const left = await checkEndsInTime(row, mark, began, isProgramProcess);
          for (const { pid } of left) process.kill(pid, 'SIGKILL');
          if (signal !== 'a closed terminal') {
            await Promise.race([gone, sleep(3000)]);
            const read = (name: string): string =>
              existsSync(user.file(name)) ? readFileSync(user.file(name), 'utf8') : '';
            row.check(
              left.length > 0 || read('code').trim() === String(EXITS[signal]),
              `exit ${read('code').trim()}`,
            );
            row.check(
              read('modes-after') === read('modes-before'),
              'the terminal has other modes than before',
            );
            row.check(isCursorShown(readOutput()), 'the cursor is still hidden');
          }
          screen.after?.(at);
        } finally {
          killMarkedProcesses(mark);
          rmSync(user.file('line.sh'), { force: true });
        }
      },
      { unless: MISSING },
    );
  }
}
